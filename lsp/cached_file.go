package lsp

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"

	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/disk"
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
	if _, err := os.Stat(path); err != nil {
		if err := writeOnce(dir, path, content); err != nil {
			return ""
		}
	}
	return uri.File(path)
}

// writeOnce writes a read-only file. Others may write the same one meanwhile:
// it appears at its place when it is whole.
func writeOnce(dir, path, content string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	err := disk.Create(path, []byte(content))
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	return errors.Join(err, os.Chmod(path, 0o444))
}
