package workspace

import (
	"context"
	"io/fs"
)

// Fresh is the same moment with nothing read: what is checked in it is forgotten with
// it, so that many files can be looked at without keeping their trees.
func (s *Snapshot) Fresh() *Snapshot {
	return &Snapshot{asker: s.asker, state: &state{
		files: s.files, signed: s.signed, root: s.root, jobs: s.jobs, names: s.names, checked: s.checked, execute: s.execute, progress: s.progress, looking: s.looking, forceIgnore: s.forceIgnore, language: s.language,
		configs: s.configs, rules: s.rules, circles: &circles{}, importers: &importers{}, importedByHeld: s.importedByHeld, beside: s.beside,
		before: map[string]previousText{}, entries: map[string]*entry{}, called: map[string]*entry{}, reals: s.reals,
	}}
}

// FreshWith is Fresh, but that of some files, by real path, those are not read again that
// were read with all that they see.
func (s *Snapshot) FreshWith(needed map[string]bool) *Snapshot {
	fresh := s.Fresh()
	fresh.circles, fresh.importers = s.circles, s.importers
	loaded, _ := s.readEntries()
	for path, e := range loaded {
		if needed[path] {
			fresh.entries[path] = e
		}
	}
	fresh.dropUnfounded()
	return fresh
}

// Compact drops what files take that are not looked at again, but for what importers see: the
// trees of their items, which are parsed again if somebody looks into them, and what was found.
// due are the real paths of the others. Nobody may use the files meanwhile.
func (s *Snapshot) Compact(due map[string]bool) {
	for path, e := range s.loadedEntries() {
		if !due[path] && e.linked.Load() && !e.compact {
			e.compact = true
			e.drop()
		}
	}
}

func (e *entry) drop() {
	for i, item := range e.source.File.Items {
		item.DropTree()
		e.cache.checks[i].Store(nil)
	}
	e.cache.mu.Lock()
	defer e.cache.mu.Unlock()
	e.cache.recent, e.cache.next = nil, 0
}

// dropUnfounded drops entries that see others than those of the snapshot: what two entries
// of one file declare would be two types.
func (s *Snapshot) dropUnfounded() {
	importers := map[*entry][]*entry{}
	var dropped []*entry
	for _, e := range s.entries {
		for _, i := range e.imports {
			if i.target != nil {
				importers[i.target] = append(importers[i.target], e)
			}
		}
	}
	for target := range importers {
		if s.entries[target.path] != target {
			dropped = append(dropped, target)
		}
	}
	for ; len(dropped) > 0; dropped = dropped[1:] {
		for _, e := range importers[dropped[0]] {
			if s.entries[e.path] == e {
				delete(s.entries, e.path)
				dropped = append(dropped, e)
			}
		}
	}
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
