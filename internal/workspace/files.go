package workspace

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/fraccheck/fraccheck/internal/disk"
)

// Files is where texts come from: the disk, or an editor's buffers above it.
// Paths are absolute.
type Files interface {
	// ReadFile gives bytes that nobody changes any more.
	ReadFile(path string, limit disk.Limit) ([]byte, error)
	ReadDir(path string) ([]fs.DirEntry, error)
	Stat(path string) (fs.FileInfo, error)
	// RealPath follows symbolic links, so that a file with two names is one
	// module.
	RealPath(path string) (string, error)
}

// Disk is the file system of the machine.
type Disk struct{}

func (Disk) ReadFile(path string, limit disk.Limit) ([]byte, error) { return disk.Read(path, limit) }
func (Disk) ReadDir(path string) ([]fs.DirEntry, error)             { return os.ReadDir(path) }
func (Disk) Stat(path string) (fs.FileInfo, error)                  { return os.Stat(path) }
func (Disk) RealPath(path string) (string, error)                   { return filepath.EvalSymlinks(path) }

// An Overlay puts texts in front of other Files: what an editor holds unsaved,
// or what came in on standard input. It is not to be changed once in use.
type Overlay struct {
	Files
	Texts map[string]string
}

func (o Overlay) ReadFile(path string, limit disk.Limit) ([]byte, error) {
	if text, ok := o.Texts[path]; ok {
		return []byte(text), limit.Check(path, int64(len(text)))
	}
	return o.Files.ReadFile(path, limit)
}

func (o Overlay) Stat(path string) (fs.FileInfo, error) {
	if text, ok := o.Texts[path]; ok {
		return buffer{filepath.Base(path), int64(len(text))}, nil
	}
	return o.Files.Stat(path)
}

func (o Overlay) RealPath(path string) (string, error) {
	real, err := o.Files.RealPath(path)
	if _, ok := o.Texts[path]; ok && err != nil {
		return path, nil
	}
	return real, err
}

// buffer describes a text that is on no disk.
type buffer struct {
	name string
	size int64
}

func (b buffer) Name() string     { return b.name }
func (b buffer) Size() int64      { return b.size }
func (buffer) Mode() fs.FileMode  { return 0o444 }
func (buffer) ModTime() time.Time { return time.Time{} }
func (buffer) IsDir() bool        { return false }
func (buffer) Sys() any           { return nil }
