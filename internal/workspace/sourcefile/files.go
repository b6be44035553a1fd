package sourcefile

import (
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/rope"
)

// FindRoot is the nearest directory at or above dir that holds a repository;
// dir itself where there is none.
func FindRoot(files Files, dir string) string {
	for _, d := range Upward(dir) {
		if _, err := files.Stat(filepath.Join(d, ".git")); err == nil {
			return d
		}
	}
	return dir
}

// Upward lists dir and the directories above it, nearest first.
func Upward(dir string) []string {
	dirs := []string{dir}
	for parent := filepath.Dir(dir); parent != dir; parent = filepath.Dir(dir) {
		dir = parent
		dirs = append(dirs, dir)
	}
	return dirs
}

// Below reports whether path is dir or lies in it.
func Below(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// DisplayName is how reports write a path: relative to the root, with `/`.
func DisplayName(root, path string) string {
	rel, err := filepath.Rel(root, path)
	if err != nil {
		rel = path
	}
	return filepath.ToSlash(rel)
}

// ProgramEndings, documents and rules are the endings of the files that are read.
var (
	ProgramEndings = []string{".frac", ".relay", ".rly", ".raf"}
	documents      = []string{".md", ".rst", ".txt"}
	RuleEndings    = []string{".fracrule"}
)

// IsProgram reports whether a path names a program, or a model that is read as one.
func IsProgram(path string) bool {
	return HasEnding(path, ProgramEndings) || IsModel(path) || IsTranslated(path)
}

// IsDocument reports whether a path names text that may hold programs in blocks.
func IsDocument(path string) bool { return HasEnding(path, documents) }

func HasEnding(path string, endings []string) bool {
	return slices.Contains(endings, strings.ToLower(filepath.Ext(path)))
}

// VersionControl are directories that no walk enters.
var VersionControl = []string{".git", ".hg", ".jj", ".svn"}

// IsRules reports whether a path names a file of rules.
func IsRules(path string) bool { return HasEnding(path, RuleEndings) }

// ConfigurationName is the name of the files that configure directories.
const ConfigurationName = "fraccheck.toml"

// IsConfiguration reports whether a path names a configuration.
func IsConfiguration(path string) bool { return filepath.Base(path) == ConfigurationName }

// Absolute joins a path to a directory unless it represents itself.
func Absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// Files is where texts come from: the disk, or an editor's buffers above it.
// Paths are absolute.
type Files interface {
	// ReadFile gives bytes that do not change any more.
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

// An Overlay puts texts before other Files: what came in on standard input, or what
// an editor holds unsaved. It is not to be changed once in use.
type Overlay struct {
	Files
	Texts map[string]string
	Held  map[string]*rope.Text // of an editor; before Texts
}

// Has reports whether a text is before a file.
func (o Overlay) Has(path string) bool {
	_, given := o.Texts[path]
	return given || o.Held[path] != nil
}

// Paths are those of the texts.
func (o Overlay) Paths() iter.Seq[string] {
	all := map[string]bool{}
	for path := range o.Texts {
		all[path] = true
	}
	for path := range o.Held {
		all[path] = true
	}
	return maps.Keys(all)
}

func (o Overlay) ReadFile(path string, limit disk.Limit) ([]byte, error) {
	if held := o.Held[path]; held != nil {
		return []byte(held.String()), limit.Check(path, int64(held.Len()))
	}
	if text, ok := o.Texts[path]; ok {
		return []byte(text), limit.Check(path, int64(len(text)))
	}
	return o.Files.ReadFile(path, limit)
}

func (o Overlay) Stat(path string) (fs.FileInfo, error) {
	if held := o.Held[path]; held != nil {
		return TextInfo(path, held.Len()), nil
	}
	if text, ok := o.Texts[path]; ok {
		return TextInfo(path, len(text)), nil
	}
	return o.Files.Stat(path)
}

func (o Overlay) RealPath(path string) (string, error) {
	real, err := o.Files.RealPath(path)
	if err != nil && o.Has(path) {
		return path, nil
	}
	return real, err
}

// TextInfo describes a text of some bytes that is in place of the file at a path.
func TextInfo(path string, size int) fs.FileInfo { return buffer{filepath.Base(path), int64(size)} }

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
