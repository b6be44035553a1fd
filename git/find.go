package git

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
func readable(own string) error {
	if info, err := os.Stat(own); err != nil || !info.IsDir() {
		if err == nil && !info.Mode().IsRegular() {
			return notRegular(own, info)
		}
		return nil // a file that names the repository, which git reads; or git says what is wrong
	}
	for _, name := range readFirst {
		path := filepath.Join(own, name)
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			return notRegular(path, info)
		}
	}
	return nil
}

func notRegular(path string, info fs.FileInfo) error {
	return fmt.Errorf("the repository is not read: %s is no regular file (%s)", path, info.Mode().Type())
}
