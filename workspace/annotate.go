package workspace

import "github.com/fraccheck/fraccheck/typecheck"

// Annotate gives the text of a file with the inferred types as `/* ty=T */`
// comments, as TVM prints them.
func (s *Snapshot) Annotate(path string) (string, error) {
	e, err := s.linked(path)
	if err != nil {
		return "", err
	}
	var edits []Edit
	for i := range e.source.File.Items {
		for _, edit := range typecheck.Annotations(e.module.Check(i)) {
			edits = append(edits, Edit{Place{e.source, e.source.Absolute(i, edit.Span)}, edit.NewText})
		}
	}
	return ApplyEdits(e.source.Text, edits), nil
}
