package workspace

import "github.com/fraccheck/fraccheck/internal/syntax"

// An Import is one `import "lib.frac"` of a file.
type Import struct {
	Place         // the string, with its quotes
	Item   int    // of the file
	Path   string // that it leads to, links followed as far as there are files
	Target *Source
}

// Imports lists the imports of a file in its order. One that leads to no file
// that can be read has no target.
func (s *Snapshot) Imports(path string) ([]Import, error) {
	e := s.entry(path)
	if err := e.read(); err != nil {
		return nil, err
	}
	found := make([]Import, len(e.imports))
	for i, of := range e.imports {
		found[i] = Import{Place: Place{e.source, e.source.Absolute(of.item, of.name)}, Item: of.item, Path: of.path}
		if of.target != nil && of.target.read() == nil {
			found[i].Target = of.target.source
		}
	}
	return found, nil
}

// Reachable lists a file and all that it sees through imports, however many
// lie between, each once.
func (s *Snapshot) Reachable(path string) ([]*Source, error) {
	e := s.entry(path)
	if err := e.read(); err != nil {
		return nil, err
	}
	var found []*Source
	for _, other := range s.reachable(e) {
		found = append(found, other.source)
	}
	return found, nil
}

// RealPath is a path with symbolic links followed; the path itself where it
// leads to no file.
func (s *Snapshot) RealPath(path string) string { return s.realPath(path) }

// locate finds what a diagnostic of item i speaks of: in the file itself or in
// one that it sees; the zero Place where it is in neither, such as the prelude, or the
// text is not here, but a signature.
func (s *Snapshot) locate(e *entry, i int, p syntax.Place) Place {
	if p.Item == nil {
		return Place{e.source, e.source.Absolute(i, p.Span)}
	}
	for _, other := range s.reachable(e) {
		if j, ok := other.source.Index(p.Item); ok && other.signed == nil {
			return Place{other.source, other.source.Absolute(j, p.Span)}
		}
	}
	return Place{}
}

// unplaced is what messages call where a place is that locate does not find.
func (s *Snapshot) unplaced(e *entry, p syntax.Place) string {
	for _, other := range s.reachable(e) {
		if _, ok := other.source.Index(p.Item); ok {
			return other.source.Name
		}
	}
	return "the prelude"
}
