package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// baselines are those that the configurations of files name, or the one that the command
// line does.
type baselines struct {
	env      *environment
	snapshot *workspace.Snapshot
	paths    []string               // that were checked
	checked  map[string]bool        // the same
	only     *sieve                 // nil where the configurations tell
	sieves   map[string]*sieve      // by the path of the baseline
	sparse   func() map[string]bool // what a sparse checkout leaves out, from the repository's root
}

// A sieve is a baseline and what it has met.
type sieve struct {
	*workspace.Baseline
	*workspace.Sieve
}

func newBaselines(env *environment, s *workspace.Snapshot, paths []string) *baselines {
	b := &baselines{env: env, snapshot: s, paths: paths, checked: map[string]bool{}, sieves: map[string]*sieve{}}
	for _, path := range paths {
		b.checked[path] = true
	}
	return b
}

// of is the baseline of a file; nil for none.
func (b *baselines) of(path string) (*sieve, error) {
	if b.only != nil {
		return b.only, nil
	}
	config, err := b.snapshot.Config(path)
	if err != nil || config.Baseline == "" {
		return nil, err
	}
	if there, ok := b.sieves[config.Baseline]; ok {
		return there, nil
	}
	name := b.snapshot.Name(config.Baseline)
	read, err := readBaseline(config.Baseline, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, config.BaselineFault(noBaseline(name))
	}
	if err != nil {
		return nil, err
	}
	b.sieves[config.Baseline] = &sieve{read, read.Sieve()}
	return b.sieves[config.Baseline], nil
}

// inUse are the baselines that were asked for, in the order of their paths.
func (b *baselines) inUse() []*sieve {
	if b.only != nil {
		return []*sieve{b.only}
	}
	var all []*sieve
	for _, path := range slices.Sorted(maps.Keys(b.sieves)) {
		all = append(all, b.sieves[path])
	}
	return all
}

// use takes one baseline for all files.
func (b *baselines) use(name string) error {
	read, err := readBaseline(b.env.path(name), name)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New(noBaseline(name))
	}
	if err != nil {
		return err
	}
	b.only = &sieve{read, read.Sieve()}
	return nil
}

func readBaseline(path, name string) (*workspace.Baseline, error) {
	text, err := disk.Read(path, disk.Baselines)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, disk.Cause(err))
	}
	return workspace.ParseBaseline(path, name, text)
}

func noBaseline(name string) string {
	return fmt.Sprintf("there is no baseline %s; `fraccheck --write-baseline %s PATH…` makes it", name, name)
}

// write makes a baseline of findings and takes it for all files. What an earlier one
// lists of files that are there and were not checked now stays.
func (b *baselines) write(name string, findings []workspace.Finding) error {
	next := workspace.NewBaseline(b.env.path(name), filepath.ToSlash(name))
	next.Add(findings)
	fresh := next.Len()
	if err := b.keep(next); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Dir(next.Path)); err != nil {
		return fmt.Errorf("cannot write %s: its folder: %w", name, disk.Cause(err))
	}
	if err := b.env.writeFile(next.Path, next.Text()); err != nil {
		return fmt.Errorf("cannot write %s: %w", name, disk.Cause(err))
	}
	kept := ""
	if n := next.Len() - fresh; n > 0 {
		kept = fmt.Sprintf(", and %d that it had of files that were not checked now", n)
	}
	fmt.Fprintf(b.env.stderr, "fraccheck: wrote %s with %s%s\n", printable(next.Name), count(fresh, "finding", "findings"), kept)
	b.only = &sieve{next, next.Sieve()}
	return nil
}

// keep adds what the file of a baseline lists of files on which nothing was decided now.
func (b *baselines) keep(next *workspace.Baseline) error {
	earlier, err := readBaseline(next.Path, next.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w; it was left as it is", err)
	}
	next.AddKnown(slices.DeleteFunc(earlier.Known, func(k workspace.KnownFinding) bool { return b.decided(earlier.PathOf(k)) }))
	return nil
}

// decided tells of a file that was checked, or is not there any more and not for a sparse
// checkout: what a baseline lists of it and nothing found is of no use.
func (b *baselines) decided(path string) bool {
	if b.checked[path] {
		return true
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	key, err := keyFrom(b.snapshot.Root(), path)
	return err != nil || !b.sparse()[key]
}
