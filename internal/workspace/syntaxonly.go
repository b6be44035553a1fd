package workspace

// CheckSyntax gives the findings of the parser alone: what can be said of a
// file that is too large for the other checks.
func (s *Snapshot) CheckSyntax(path string) (*Report, error) {
	config, err := s.Config(path)
	if err != nil {
		return nil, err
	}
	e := s.entry(path)
	if err := e.read(); err != nil {
		return nil, err
	}
	var found []Finding
	for i, item := range e.source.File.Items {
		for _, d := range item.Mistakes() {
			found = append(found, s.place(e, i, d))
		}
	}
	return &Report{Files: 1, Findings: sorted(config.apply(found))}, nil
}
