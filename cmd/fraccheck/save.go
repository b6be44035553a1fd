package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// saves is how often a changed text is worked out for a file that somebody saves
// meanwhile.
const saves = 5

// save replaces the text of a file by another one, unless somebody saved the file since
// it was read.
func (env *environment) save(source *workspace.Source, text string) error {
	if err := env.leadsOut(source.Path); err != nil {
		return fmt.Errorf("cannot write %s: %w", source.Name, err)
	}
	err := env.interrupts.whole(func() error {
		return disk.Replace(source.Path, []byte(source.Encoded(source.Text)), []byte(source.Encoded(text)))
	})
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", source.Name, disk.Cause(err))
	}
	return nil
}

// leadsOut refuses a link that leads out of the project: who clones one and has its programs
// fixed names no file elsewhere.
func (env *environment) leadsOut(path string) error {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return nil
	}
	real, err := filepath.EvalSymlinks(path)
	root, wrong := filepath.EvalSymlinks(env.root())
	if err != nil || wrong != nil {
		return nil // what is missing is reported where it is opened
	}
	if rel, err := filepath.Rel(root, real); err == nil && filepath.IsLocal(rel) {
		return nil
	}
	return fmt.Errorf("it is a link that leads out of the project, to %s; name that file to have it written", filepath.ToSlash(real))
}

// writeFile writes a file that is no program, whatever was there.
func (env *environment) writeFile(path string, content []byte) error {
	return env.interrupts.whole(func() error { return disk.Write(path, content) })
}

// saving does something with a file that ends in saving it. Where somebody saved it in
// between, it is done again with what they saved, and what was printed is taken back.
func (env *environment) saving(s *workspace.Snapshot, path string, do func(*workspace.Snapshot) error) error {
	printed := env.Stdout.Len()
	for left := saves; ; left-- {
		err := do(s)
		if left == 0 || !errors.Is(err, disk.ErrChanged) {
			return err
		}
		env.Stdout.Truncate(printed)
		s = s.Reload(path)
	}
}
