package workspace

import (
	"iter"
	"maps"
	"slices"
	"sync"
)

// Who imports a file is known of the files that an editor holds, of those that were looked
// at to choose among them (Affected), and of those that are asked for together with it, and of what these import in turn. What else was
// read before does not count: the same question has the same answer whatever was
// asked first.

// Imported reports whether a file is imported by one that the editor holds, or by
// what such a file sees.
func (s *Snapshot) Imported(path string) bool {
	imported := s.importedByHeld()
	return len(s.importedElsewhere) > 0 && s.importedElsewhere[s.realPath(path)] || len(imported) > 0 && imported[s.entry(path).path]
}

// findImported gives what the files that the editor holds import, and what they see;
// it is worked out once.
func (s *Snapshot) findImported() func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		overlay, _ := s.files.(Overlay)
		return s.importedBy(overlay.Paths())
	})
}

// importedBy are the paths that files import, and what they see imports, as far as
// they can be read.
func (s *Snapshot) importedBy(paths iter.Seq[string]) map[string]bool {
	imported, seen := map[string]bool{}, map[*entry]bool{}
	var queue []*entry
	for path := range paths {
		queue = append(queue, s.entry(path))
	}
	for len(queue) > 0 {
		e := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if seen[e] || e.read() != nil {
			continue
		}
		seen[e] = true
		for _, i := range e.imports {
			imported[i.path] = true
			if i.target != nil {
				queue = append(queue, i.target)
			}
		}
	}
	return imported
}

// importsItself reports whether a file sees itself: some import of it leads into its own cycle.
// importedBy gives the same answer after a look at all that the file sees.
func (s *Snapshot) importsItself(e *entry) bool {
	if e.read() != nil {
		return false
	}
	return slices.ContainsFunc(e.imports, func(i importOf) bool {
		return i.path == e.path || i.target != nil && i.target.read() == nil && s.cycles.cycleOf(i.target) == s.cycles.cycleOf(e)
	})
}

// noteImported records in checks which of their files are imported: a definition that nothing
// uses may be used by an importing file, and is reported only where there is none.
func (s *Snapshot) noteImported(checks []*fileCheck) {
	var paths []string
	for _, c := range checks {
		if c.entry != nil {
			paths = append(paths, c.entry.path)
		}
	}
	imported := map[string]bool{}
	if len(paths) == 1 {
		imported[paths[0]] = s.importsItself(s.entry(paths[0]))
	} else {
		imported = s.importedBy(slices.Values(paths))
	}
	for _, c := range checks {
		c.imported = c.entry != nil && (imported[c.entry.path] || s.importedByHeld()[c.entry.path] || s.importedElsewhere[c.entry.path])
	}
}

// importers are the files that import a file, or did in an earlier text: an index that
// all snapshots share, so that an edit does not look through all files for those that
// see it. What it reports is looked up in the snapshot's own text.
type importers struct {
	mu sync.Mutex
	by map[string]map[string]bool // real paths, by what they import
}

// note adds what a file imports.
func (m *importers) note(e *entry) {
	seen := e.sees()
	if len(seen) == 0 {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.by == nil {
		m.by = map[string]map[string]bool{}
	}
	for _, path := range seen {
		if m.by[path] == nil {
			m.by[path] = map[string]bool{}
		}
		m.by[path][e.path] = true
	}
}

func (m *importers) of(path string) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Collect(maps.Keys(m.by[path]))
}

// sees are the paths of what a file imports, and of the modules that a text in another language
// was read with.
func (e *entry) sees() (paths []string) {
	if e.source.Translation != nil {
		paths = slices.Clone(e.source.Translation.Reads)
	}
	for _, i := range e.imports {
		paths = append(paths, i.path)
	}
	return paths
}
