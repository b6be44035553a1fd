package lsp

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/explain"
)

// cachedFile writes a text of the server to the user's cache directory, so that
// any editor can show it: the prelude, the pages on codes. Texts are told apart
// by their content, so several versions of the server get on together. Where
// there is no such directory the address is empty.
func cachedFile(name, content string) uri.URI {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	sum := sha256.Sum256([]byte(content))
	dir := filepath.Join(cache, "fraccheck", "text", hex.EncodeToString(sum[:8]))
	path := filepath.Join(dir, name)
	if there, err := disk.Read(path, disk.Programs); err != nil || string(there) != content {
		if err := writeOnce(dir, path, content); err != nil {
			return ""
		}
	}
	return uri.File(path)
}

// pages are the pages on codes that were written to the user's cache directory, or found
// there, during one piece of work. It is for one goroutine; without it each is looked for
// whenever it is named.
type pages map[codes.Code]uri.URI

// of is the address of the page on a code; not ok where there is none.
func (p pages) of(code codes.Code) (uri.URI, bool) {
	if known, ok := p[code]; ok {
		return known, true
	}
	page, ok := explain.Page(string(code))
	if !ok {
		return "", false
	}
	address := cachedFile(string(code)+".md", page)
	if p != nil {
		p[code] = address
	}
	return address, true
}

// writeOnce writes a read-only file, whatever is in its place: it appears there when it is
// whole. Others may write the same one meanwhile.
func writeOnce(dir, path, content string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := disk.WriteOwn(path, []byte(content)); err != nil {
		return err
	}
	return os.Chmod(path, 0o444)
}
