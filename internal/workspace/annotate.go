package workspace

import (
	"context"
	"errors"

	"github.com/fraccheck/fraccheck/typecheck"
)

// longestAnnotations is how many bytes of types a text is given at most: an editor cannot
// show more.
const longestAnnotations = 64 << 20

// errLongTypes says that a text's types cannot be shown.
var errLongTypes = errors.New("the types are too long to be written out: they take more than 64 MB")

// Annotate gives the text of a file with the inferred types as `/* ty=T */`
// comments, as TVM prints them. It fails where the context ends, and where the types are
// too long.
func (s *Snapshot) Annotate(ctx context.Context, path string) (string, error) {
	e, err := s.linked(path)
	if err != nil {
		return "", err
	}
	var edits []Edit
	left := longestAnnotations
	for i := range e.source.File.Items {
		checked, err := e.module.CheckContext(ctx, i)
		if err != nil {
			return "", err
		}
		for _, edit := range typecheck.Annotations(checked) {
			edits = append(edits, Edit{Place{e.source, e.source.Absolute(i, edit.Span)}, edit.NewText})
			left -= len(edit.NewText)
		}
		if left < 0 {
			return "", errLongTypes
		}
	}
	return ApplyEdits(e.source.Text, edits), nil
}
