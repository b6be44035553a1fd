package convert

import (
	"context"
	"errors"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
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
func Annotate(ctx context.Context, s *workspace.Snapshot, path string) (string, error) {
	file, err := s.File(path)
	if err != nil {
		return "", err
	}
	var edits []workspace.Edit
	left := longestAnnotations
	for i := range file.Source.File.Len() {
		checked, err := file.Module.CheckContext(ctx, i)
		if err != nil {
			return "", err
		}
		for _, edit := range typecheck.Annotations(checked) {
			edits = append(edits, workspace.Edit{Place: workspace.Place{Source: file.Source, Span: file.Source.Absolute(i, edit.Span)}, NewText: edit.NewText})
			left -= len(edit.NewText)
		}
		if left < 0 {
			return "", errLongTypes
		}
	}
	return sourcefile.ApplyEdits(file.Source.Text(), edits), nil
}
