package workspace

import "github.com/fraccheck/fraccheck/internal/cells"

// Fresh is the same moment with nothing read: what is checked in it is forgotten with
// it, so that many files can be looked at without keeping their trees.
func (s *Snapshot) Fresh() *Snapshot {
	return &Snapshot{asker: s.asker, state: &state{
		files: s.files, signed: s.signed, root: s.root, jobs: s.jobs, names: s.names, checked: s.checked, execute: s.execute, hints: s.hints, prompt: s.prompt, progress: s.progress, observe: s.observe, forceIgnore: s.forceIgnore, language: s.language, formats: s.formats,
		settings: s.settings, configs: s.configs, rules: s.rules, cycles: &importCycles{}, importers: &importers{}, importedByHeld: s.importedByHeld, importedElsewhere: s.importedElsewhere,
		before: map[string]previousText{}, entries: map[string]*entry{}, called: map[string]*entry{}, reals: s.reals,
	}}
}

// FreshWith is Fresh, but that of some files, by real path, those are not read again that
// were read with all that they see.
func (s *Snapshot) FreshWith(needed map[string]bool) *Snapshot {
	fresh := s.Fresh()
	fresh.cycles, fresh.importers = s.cycles, s.importers
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
	for _, item := range e.source.File.All() {
		item.DropTree()
	}
	e.cache.checks = cells.Table[itemCheck, checkTraits, checkMeasure]{}
	e.cache.checks.Make(e.source.File.Len())
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

// Throwaway is Fresh for work that goes on after whoever else checks: on one thread,
// and nobody's.
func (s *Snapshot) Throwaway() *Snapshot {
	fresh := s.Fresh()
	fresh.jobs, fresh.progress, fresh.asker = 1, nil, nil
	return fresh
}

// Retain is the snapshot with the files at some paths and what they import, and
// nothing else in memory. It answers as s does; a file that was dropped is read
// again when it is asked for.
func (s *Snapshot) Retain(paths ...string) *Snapshot {
	next := s.next(s.files, nil)
	seen := map[string]bool{}
	var queue []string
	for _, path := range paths {
		queue = append(queue, s.realPath(path))
	}
	for len(queue) > 0 {
		path := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if seen[path] {
			continue
		}
		seen[path] = true
		for _, i := range next.known(path).importsOf() {
			queue = append(queue, i.path)
		}
	}
	for path := range next.entries {
		if !seen[path] {
			delete(next.entries, path)
		}
	}
	for path := range next.before {
		if !seen[path] {
			delete(next.before, path)
		}
	}
	return next
}

// known is a file as it was read last; nil where it was not.
func (s *Snapshot) known(path string) *entry {
	if e := s.entries[path]; e != nil {
		return e
	}
	return s.before[path].from
}

func (e *entry) importsOf() []importOf {
	if e == nil {
		return nil
	}
	return e.imports
}
