package git

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/fraccheck/fraccheck/internal/disk"
)

// errNone says that there is no repository.
var errNone = errors.New("not a git repository: there is no .git here or above")

// find is the directory that holds the `.git` of the repository which a directory is in. Only
// where there is none, it is the bare repository that the directory is in: a bare one below a
// `.git` is a folder that the outer repository keeps, whatever it contains.
func find(dir string) (top string, bare bool) {
	for _, d := range upward(dir) {
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			return d, false
		}
	}
	for _, d := range upward(dir) {
		if looksBare(d) {
			return d, true
		}
	}
	return "", false
}

// upward lists a directory and those above it, nearest first.
func upward(dir string) []string {
	dirs := []string{dir}
	for parent := filepath.Dir(dir); parent != dir; parent = filepath.Dir(dir) {
		dir = parent
		dirs = append(dirs, dir)
	}
	return dirs
}

// looksBare reports whether git could take a directory for a bare repository.
func looksBare(dir string) bool {
	for _, name := range []string{"HEAD", "objects", "refs"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// readFirst are the files of a repository that git reads whatever it is asked.
var readFirst = []string{"HEAD", "config", "config.worktree", "commondir", "index", "packed-refs", "shallow"}

// readable refuses a repository in which git would wait for somebody who writes into a pipe,
// or read a device: an unpacked archive can hold those.
func readable(ctx context.Context, own string) error {
	info, err := os.Stat(own)
	switch {
	case err != nil:
		return nil // git says what is wrong
	case info.IsDir():
	case !info.Mode().IsRegular():
		return notRegular(own, info)
	default:
		if own = named(own, "gitdir: "); own == "" {
			return nil
		}
	}
	if err := readableDirectory(ctx, own); err != nil {
		return err
	}
	if common := named(filepath.Join(own, "commondir"), ""); common != "" {
		return readableDirectory(ctx, common) // of a working tree that is one of several
	}
	return nil
}

// named is the path that a file of one line holds after a prefix, from the folder of the file
// on; empty where there is none.
func named(file, prefix string) string {
	text, err := disk.Read(file, disk.Limit{Bytes: 64 << 10})
	path, ok := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), prefix)
	if err != nil || !ok || path == "" {
		return ""
	}
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}

func readableDirectory(ctx context.Context, own string) error {
	for _, name := range readFirst {
		path := filepath.Join(own, name)
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			return notRegular(path, info)
		}
	}
	if err := readableNamed(ctx, filepath.Join(own, "config"), filepath.Join(own, "config.worktree")); err != nil {
		return err
	}
	return readableBelow(own)
}

// readInside are the folders of a repository whose files git reads by their names: references,
// lists, packs, and objects that are in none.
var readInside = []string{"refs", "info", "objects/info", "objects/pack", "objects"}

// mostLooked is how many names are looked at: more are read at the risk of waiting.
const mostLooked = 100_000

func readableBelow(own string) error {
	looked := 0
	for _, dir := range readInside {
		err := filepath.WalkDir(filepath.Join(own, filepath.FromSlash(dir)), func(path string, entry fs.DirEntry, err error) error {
			looked++
			switch {
			case looked > mostLooked:
				return fs.SkipAll
			case err != nil || entry.IsDir() || entry.Type().IsRegular():
				return nil // git says what it cannot read
			}
			info, err := os.Stat(path) // what a link leads to
			if err != nil || info.IsDir() || info.Mode().IsRegular() {
				return nil
			}
			return notRegular(path, info)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func notRegular(path string, info fs.FileInfo) error {
	return fmt.Errorf("the repository is not read: %s is no regular file (%s)", path, info.Mode().Type())
}

// ReadableAttributes refuses files among whose lists of attributes, in their folders and above
// up to the top, there is a pipe or a device that git would wait at.
func ReadableAttributes(top string, paths []string) error {
	seen := map[string]bool{}
	for _, path := range paths {
		for dir := filepath.Dir(path); !seen[dir] && (dir == top || strings.HasPrefix(dir, top+string(filepath.Separator))); dir = filepath.Dir(dir) {
			seen[dir] = true
			list := filepath.Join(dir, ".gitattributes")
			if info, err := os.Lstat(list); err == nil && !info.IsDir() && info.Mode()&fs.ModeSymlink == 0 && !info.Mode().IsRegular() {
				return notRegular(list, info)
			}
		}
	}
	return nil
}
