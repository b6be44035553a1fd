package workspace

import (
	"context"
	"io/fs"
)

// Throwaway is the same moment with nothing read: what is checked in it is
// forgotten with it, so that many files can be looked at without keeping their
// trees. It checks on one thread, behind whoever else checks.
func (s *Snapshot) Throwaway() *Snapshot {
	return &Snapshot{state: &state{
		files: s.files, root: s.root, jobs: 1, names: s.names, execute: s.execute, looking: s.looking, language: s.language, rules: s.rules,
		circles: s.circles, importers: &importers{}, configs: s.configs, importedByHeld: s.importedByHeld, before: map[string]previousText{}, entries: map[string]*entry{}, called: map[string]*entry{},
	}}
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
