package revisions

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/git"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// treeFiles are the files of a git tree, and of the trees of its submodules that are there.
// Paths are absolute: a tree lies where its repository has its files. What is wrong with a
// path is an error of the system, as it is for files on the disk.
type Tree struct {
	root  string
	outer workspace.Files // what lies outside
	files map[string]*treeFile
	dirs  map[string]map[string]bool // names by directory
	links map[string]string          // where symbolic links lead to, as they are written

	Absent map[string]*AbsentModule // by path
}

// A treeFile is read when it is first asked for: a repository may hold gigabytes that no check reads.
type treeFile struct {
	text func() (string, error)
}

func newTreeFiles(root string) *Tree {
	return &Tree{root: root, outer: workspace.Disk{}, files: map[string]*treeFile{}, dirs: map[string]map[string]bool{root: {}}, links: map[string]string{}, Absent: map[string]*AbsentModule{}}
}

// load takes in a tree of a repository, for a directory. Programs, and what says how they
// are checked, are read at once.
func (t *Tree) load(ctx context.Context, r *git.Repository, dir, tree string) error {
	listed, err := r.Run(ctx, "", "ls-tree", "-r", "-z", "--full-tree", tree)
	if err != nil {
		return err
	}
	var ahead []treeEntry
	for _, e := range treeEntries(listed) {
		path := filepath.Join(dir, filepath.FromSlash(e.name))
		t.name(path)
		switch {
		case e.kind == gitModule:
			t.module(ctx, path, e.object)
		case e.kind == gitLink || t.wanted(path):
			ahead = append(ahead, e)
		default:
			t.files[path] = &treeFile{sync.OnceValues(func() (string, error) { return r.Run(ctx, "", "cat-file", "blob", e.object) })}
		}
	}
	return t.read(ctx, r, dir, ahead)
}

// wanted reports whether a file is likely to be read.
func (t *Tree) wanted(path string) bool {
	name := filepath.Base(path)
	return sourcefile.IsProgram(path) || sourcefile.IsRules(path) || name == config.FileName || name == ".gitignore"
}

// read takes in the contents of files and links.
func (t *Tree) read(ctx context.Context, r *git.Repository, dir string, entries []treeEntry) error {
	var objects strings.Builder
	for _, e := range entries {
		objects.WriteString(e.object + "\n")
	}
	contents, err := r.Run(ctx, objects.String(), "cat-file", "--batch")
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, rest, err := nextObject(contents)
		if err != nil {
			return noContents(e.name, err)
		}
		path := filepath.Join(dir, filepath.FromSlash(e.name))
		if contents = rest; e.kind == gitLink {
			t.links[path] = filepath.FromSlash(text)
			continue
		}
		t.files[path] = &treeFile{func() (string, error) { return text, nil }}
	}
	return nil
}

// name enters a path into its directory.
func (t *Tree) name(path string) {
	for path != t.root && filepath.Dir(path) != path {
		dir := filepath.Dir(path)
		if t.dirs[dir] == nil {
			t.dirs[dir] = map[string]bool{}
		}
		t.dirs[dir][filepath.Base(path)] = true
		path = dir
	}
}

func (t *Tree) ReadFile(path string, limit disk.Limit) ([]byte, error) {
	real, err := t.RealPath(path)
	if err != nil {
		return nil, err
	}
	if t.outside(real) {
		return t.outer.ReadFile(real, limit)
	}
	file := t.files[real]
	if file == nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: syscall.EISDIR}
	}
	text, err := file.text()
	if err == nil {
		err = limit.Check(path, int64(len(text)))
	}
	return []byte(text), err
}

func (t *Tree) ReadDir(path string) ([]fs.DirEntry, error) {
	real, err := t.RealPath(path)
	if err != nil {
		return nil, err
	}
	if t.outside(real) {
		return t.outer.ReadDir(real)
	}
	var entries []fs.DirEntry
	for _, name := range slices.Sorted(maps.Keys(t.dirs[real])) {
		entries = append(entries, fs.FileInfoToDirEntry(t.info(filepath.Join(real, name))))
	}
	return entries, nil
}

func (t *Tree) Stat(path string) (fs.FileInfo, error) {
	real, err := t.RealPath(path)
	if err != nil {
		return nil, err
	}
	if t.outside(real) {
		return t.outer.Stat(real)
	}
	info := t.info(real)
	info.name = filepath.Base(path)
	return info, nil
}

// info describes what has a path, links as links.
func (t *Tree) info(path string) treeInfo {
	info := treeInfo{name: filepath.Base(path), mode: 0o444}
	if _, link := t.links[path]; link {
		info.mode |= fs.ModeSymlink
	} else if t.dirs[path] != nil {
		info.mode = fs.ModeDir | 0o555
	}
	return info
}

func (t *Tree) RealPath(path string) (string, error) {
	real, err := linkWalk{t.begin, t.target}.follow(path)
	if no := syscall.Errno(0); errors.As(err, &no) {
		err = &fs.PathError{Op: "read", Path: path, Err: no}
	}
	return real, err
}

// begin is the top of the tree. What lies outside is followed there.
func (t *Tree) begin(path string) (at, rest string, err error) {
	if t.outside(path) {
		at, err = t.outer.RealPath(path)
		return at, "", err
	}
	return t.root, strings.TrimPrefix(strings.TrimPrefix(path, t.root), separator), nil
}

// target is where a link of the tree leads. What the system would say of a path that is not
// there is the error.
func (t *Tree) target(path string) (string, error) {
	dir := filepath.Dir(path)
	switch {
	case t.files[dir] != nil:
		return "", syscall.ENOTDIR
	case !t.dirs[dir][filepath.Base(path)]:
		t.missed(path)
		return "", syscall.ENOENT
	}
	return t.links[path], nil
}

// outside reports whether a path is no part of the tree.
func (t *Tree) outside(path string) bool {
	rel, err := filepath.Rel(t.root, path)
	return err != nil || !filepath.IsLocal(rel) || rel == ".git" || strings.HasPrefix(rel, ".git"+string(filepath.Separator))
}

// An AbsentModule is a submodule of which the files in a revision are not known: it was not
// fetched, or only newer commits were, as in a clone of depth 1.
type AbsentModule struct {
	Commit string
	Missed atomic.Bool // somebody asked for a file of it
}

// module takes in a commit of a submodule, which is empty where it is absent.
func (t *Tree) module(ctx context.Context, path, commit string) {
	t.dirs[path] = map[string]bool{}
	if r, err := git.Submodule(ctx, path); err != nil || t.load(ctx, r, path, commit) != nil {
		t.forget(path)
		t.Absent[path] = &AbsentModule{Commit: commit}
	}
}

// forget empties a directory of which only a part could be read.
func (t *Tree) forget(dir string) {
	below := func(path string) bool { return strings.HasPrefix(path, dir+separator) }
	maps.DeleteFunc(t.files, func(path string, _ *treeFile) bool { return below(path) })
	maps.DeleteFunc(t.dirs, func(path string, _ map[string]bool) bool { return below(path) })
	maps.DeleteFunc(t.links, func(path, _ string) bool { return below(path) })
	maps.DeleteFunc(t.Absent, func(path string, _ *AbsentModule) bool { return below(path) })
	t.dirs[dir] = map[string]bool{}
}

// missed notes that a path is not there. A walk looks for lists and configurations
// everywhere, which says nothing.
func (t *Tree) missed(path string) {
	module := t.Absent[filepath.Dir(path)]
	if name := filepath.Base(path); module != nil && name != config.FileName && name != ".gitignore" {
		module.Missed.Store(true)
	}
}

// treeInfo describes a file or a directory of treeFiles.
type treeInfo struct {
	name string
	size int64
	mode fs.FileMode
}

func (i treeInfo) Name() string      { return i.name }
func (i treeInfo) Size() int64       { return i.size }
func (i treeInfo) Mode() fs.FileMode { return i.mode }
func (treeInfo) ModTime() time.Time  { return time.Time{} }
func (i treeInfo) IsDir() bool       { return i.mode.IsDir() }
func (treeInfo) Sys() any            { return nil }
