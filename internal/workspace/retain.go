package workspace

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
