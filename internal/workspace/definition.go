package workspace

import "github.com/fraccheck/fraccheck/internal/types"

// A Definition is a `def`, a declaration, a free variable, or an expression that is the
// program (printed), with the type that it has.
type Definition struct {
	Place // its name, `fn`, or the expression
	Name  string
	Type  types.Type
}

// Definitions lists the definitions of a file in its order.
func (s *Snapshot) Definitions(path string) ([]Definition, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	var found []Definition
	for i, item := range e.source.File.Items {
		if name, t, ok := e.module.Signature(i); ok {
			span := e.source.Absolute(i, item.Span(item.Declared()))
			found = append(found, Definition{Place{e.source, span}, name, t})
		} else {
			found = append(found, e.printedDefinitions(i)...)
		}
	}
	return found, nil
}
