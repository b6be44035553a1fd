package workspace

import (
	"context"
	"io/fs"
)

// Fresh is the same moment with nothing read: what is checked in it is forgotten with
// it, so that many files can be looked at without keeping their trees.
func (s *Snapshot) Fresh() *Snapshot {
	return &Snapshot{asker: s.asker, state: &state{
		files: s.files, signed: s.signed, root: s.root, jobs: s.jobs, names: s.names, checked: s.checked, execute: s.execute, progress: s.progress, looking: s.looking, language: s.language,
		configs: s.configs, rules: s.rules, circles: &circles{}, importers: &importers{}, importedByHeld: s.importedByHeld, beside: s.beside,
		before: map[string]previousText{}, entries: map[string]*entry{}, called: map[string]*entry{}, reals: s.reals,
	}}
}

// Throwaway is Fresh for work that goes on behind whoever else checks: on one thread,
// and nobody's.
func (s *Snapshot) Throwaway() *Snapshot {
	fresh := s.Fresh()
	fresh.jobs, fresh.progress, fresh.asker = 1, nil, nil
	return fresh
}

// Dependencies are the paths that the findings in a file depend on: its own,
// and those of all imports that it can see, whether or not there are such
// files.
func (s *Snapshot) Dependencies(path string) ([]string, error) {
	e := s.entry(path)
	if err := e.read(); err != nil {
		return nil, err
	}
	found := []string{path, e.path}
	for _, other := range s.reachable(e) {
		for _, i := range other.imports {
			found = append(found, i.path)
		}
	}
	return found, nil
}

// Programs are the paths of the programs below a directory that Match finds. It
// leaves out what it may not read, and files whose configuration has a mistake,
// which complain hears of. It fails where the context ends.
func (s *Snapshot) Programs(ctx context.Context, dir string, complain func(error)) ([]string, error) {
	fresh := s.Throwaway()
	fresh.files = readable{s.files, ctx}
	w := &walker{snapshot: fresh, seen: map[string]bool{}, complain: complain}
	return w.match(dir, []string{"."})
}

// readable are the directories that may be read, until a context ends.
type readable struct {
	Files
	ctx context.Context
}

func (r readable) ReadDir(path string) ([]fs.DirEntry, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	entries, err := r.Files.ReadDir(path)
	if err != nil {
		return nil, nil
	}
	return entries, nil
}
