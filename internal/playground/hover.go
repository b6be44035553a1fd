package playground

import (
	"context"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/definition"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Description is what is at a place: its text, its type, and a sentence about it.
type Description struct {
	Span
	Name string `json:"name"`
	Type string `json:"type"`
	Doc  string `json:"doc,omitempty"`
}

// hover describes the innermost expression or name at an offset that has a type; nil where none
// has.
func hover(_ context.Context, s *session, source *workspace.Source, r *Request) (any, error) {
	finder := &reference.Finder{
		Snapshot: s.snapshot,
		Check: func(source *workspace.Source, i int) (*typecheck.Result, error) {
			file, err := s.snapshot.File(source.Path)
			if err != nil {
				return nil, err
			}
			return file.Result(i), nil
		},
	}
	at, err := finder.At(source, int32(byteAt(source.Text(), r.Offset)))
	if at == nil || err != nil {
		return nil, err
	}
	for step := 0; ; step++ {
		n := at.Parent(step)
		if step == 0 {
			n = at.Node()
		}
		if n == syntax.NoNode {
			return nil, nil
		}
		t := at.Info.Type(n)
		o := at.Object()
		if step == 0 && o != nil && t == nil {
			t = o.Type
		}
		if t == nil || types.IsBad(t) {
			continue
		}
		span := at.Place(at.Item.Span(n)).Span
		d := &Description{Name: at.Item.SourceText(n), Type: types.String(t)}
		if step == 0 && o != nil {
			span = at.Place(reference.NameSpan(at.Info, n)).Span
			d.Name, d.Doc = o.Name, documentation(s.snapshot, source, o)
		}
		d.Name, _, _ = strings.Cut(d.Name, "\n")
		d.Span = offsetsIn(source.Text(), []int32{span.Start, span.End}).span(span)
		return d, nil
	}
}

// documentation is what the table of operators says about an object, or the comment above its
// declaration.
func documentation(s *workspace.Snapshot, source *workspace.Source, o *typecheck.Object) string {
	if o.Op != "" {
		if found := s.Operators(source.Path)[o.Op]; found != nil {
			return found.Doc
		}
	} else if o.Kind == typecheck.DefObject && o.Item != nil {
		return o.Item.Doc()
	}
	return ""
}

// signatures are the types of the program's definitions, a line each, as `fraccheck types` prints
// them.
func signatures(_ context.Context, s *session, _ *workspace.Source, r *Request) (any, error) {
	found, err := definition.All(s.snapshot, r.Path)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	for _, d := range found {
		b.WriteString(d.Name + " : " + types.String(d.Type) + "\n")
	}
	return b.String(), nil
}
