package main

import (
	"errors"
	"fmt"

	"github.com/fraccheck/fraccheck/disk"
	"github.com/fraccheck/fraccheck/workspace"
)

// saves is how often a changed text is worked out for a file that somebody saves
// meanwhile.
const saves = 5

// save replaces the text of a file by another one, unless somebody saved the file since
// it was read.
func (env *environment) save(source *workspace.Source, text string) error {
	err := env.interrupts.whole(func() error {
		return disk.Replace(source.Path, []byte(source.Encoded(source.Text)), []byte(source.Encoded(text)))
	})
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", source.Name, disk.Cause(err))
	}
	return nil
}

// writeFile writes a file that is no program, whatever was there.
func (env *environment) writeFile(path string, content []byte) error {
	return env.interrupts.whole(func() error { return disk.Write(path, content) })
}

// saving does something with a file that ends in saving it. Where somebody saved it in
// between, it is done again with what they saved, and what was printed is taken back.
func (env *environment) saving(s *workspace.Snapshot, path string, do func(*workspace.Snapshot) error) error {
	printed := env.stdout.Len()
	for left := saves; ; left-- {
		err := do(s)
		if left == 0 || !errors.Is(err, disk.ErrChanged) {
			return err
		}
		env.stdout.Truncate(printed)
		s = s.Reload(path)
	}
}
