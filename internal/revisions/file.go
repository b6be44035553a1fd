package revisions

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/fraccheck/fraccheck/internal/disk"
)

// A fileNow is what the disk has under a path.
type fileNow struct {
	path    string
	missing bool
	link    bool
	content []byte // where a link leads, as git writes it; nil where it cannot be read
	known   bool
}

func readNow(path string) *fileNow {
	now := &fileNow{path: path}
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		now.missing = true
	case info.Mode()&fs.ModeSymlink != 0:
		now.link = true
		to, err := os.Readlink(path)
		now.content, now.known = []byte(filepath.ToSlash(to)), err == nil
	case info.Mode().IsRegular():
		now.content, err = disk.Read(path, disk.Programs)
		now.known = err == nil
	}
	return now
}

// has reports whether a file has the content of an object.
func (n *fileNow) has(object string) bool { return n.known && blobName(n.content, object) == object }

// sameButLineEnds reports whether a file has the content of an object when each `\r\n` in it
// is `\n`. Of a file with other `\r` git may say that it is no text.
func (n *fileNow) sameButLineEnds(object string) bool {
	if !n.known || !bytes.Contains(n.content, []byte("\r\n")) {
		return false
	}
	text := bytes.ReplaceAll(n.content, []byte("\r\n"), []byte("\n"))
	return bytes.IndexByte(text, '\r') < 0 && bytes.IndexByte(text, 0) < 0 && blobName(text, object) == object
}

// blobName is the name that git gives to a content, by the hash that a name has the length of.
func blobName(content []byte, like string) string {
	head := fmt.Appendf(nil, "blob %d\x00", len(content))
	if len(like) == 2*sha256.Size {
		sum := sha256.New()
		sum.Write(head)
		sum.Write(content)
		return hex.EncodeToString(sum.Sum(nil))
	}
	sum := sha1.New()
	sum.Write(head)
	sum.Write(content)
	return hex.EncodeToString(sum.Sum(nil))
}

// mostLinks is how many symbolic links are followed on the way to a file.
const mostLinks = 40

// A linkWalk goes along the names of a path, and along the symbolic links among them.
type linkWalk struct {
	// begin is where the first name of a path is looked for that may be a link, and the names
	// from there on.
	begin func(path string) (at, rest string, err error)
	// target is where a path leads whose last name is a link, as the link is written; empty
	// where it is none.
	target func(path string) (string, error)
}

const separator = string(filepath.Separator)

// follow gives the path that is reached. More than mostLinks are ELOOP.
func (w linkWalk) follow(path string) (string, error) {
	at, rest, err := w.begin(path)
	for links := 0; err == nil && rest != ""; {
		name, behind, _ := strings.Cut(rest, separator)
		next := filepath.Join(at, name)
		to, wrong := w.target(next)
		switch {
		case wrong != nil:
			return "", wrong
		case to == "":
			at, rest = next, behind
			continue
		case links == mostLinks:
			return "", syscall.ELOOP
		case !filepath.IsAbs(to):
			to = filepath.Join(at, to)
		}
		links++
		at, rest, err = w.begin(filepath.Join(to, behind))
	}
	return at, err
}

// fromTop begins at the top of the file system.
func fromTop(path string) (at, rest string, err error) {
	volume := filepath.VolumeName(path)
	return volume + separator, strings.TrimPrefix(path[len(volume):], separator), nil
}
