package workspace

// Afresh is the same moment with nothing read: what is checked in it is
// forgotten with it, so that many files can be looked at without keeping their
// trees. It checks on one thread, behind whoever else checks.
func (s *Snapshot) Afresh() *Snapshot {
	return &Snapshot{
		files: s.files, root: s.root, jobs: 1, names: s.names, execute: s.execute, language: s.language,
		configs: s.configs, before: map[string]*Source{}, entries: map[string]*entry{},
	}
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
