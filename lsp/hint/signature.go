package hint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// signature is what writes out all that a definition leaves of its type to be
// inferred; nil where there is nothing, or where it would not read back.
//
// The result is read back as a whole before it is offered (readsHere), since constraints and extents of
// one parameter can depend on another.
func (t *typing) signature() []syntax.Edit {
	d := t.item.Def(t.item.Root)
	if d.Params == syntax.NoNode || !t.undeclared() || d.Where != syntax.NoNode || !t.readsHere(t.text(t.scheme.Out), t.scheme.Out) {
		return nil
	}
	edits, ok := t.parameterEdits(d.Params)
	if !ok {
		return nil
	}
	edits = append(edits, t.declaration(d.TypeParams))
	end := insertion(t.item.Span(d.Params).End, "")
	if d.Result == syntax.NoNode {
		end.NewText = " -> " + t.text(t.scheme.Out)
	} else {
		end = insertion(t.item.Span(d.Result).End, "")
	}
	if end.NewText += t.where(); end.NewText != "" {
		edits = append(edits, end)
	}
	return inOrder(edits)
}

func inOrder(edits []syntax.Edit) []syntax.Edit {
	slices.SortFunc(edits, func(a, b syntax.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return edits
}

func insertion(at int32, text string) syntax.Edit {
	return syntax.Edit{Span: syntax.Span{Start: at, End: at}, NewText: text}
}

// declaration declares the parameters that are missing.
func (t *typing) declaration(declared syntax.NodeID) syntax.Edit {
	if declared == syntax.NoNode {
		return insertion(t.item.Span(t.item.Declared()).End, "<"+strings.Join(t.names, ", ")+">")
	}
	have := map[string]bool{}
	for _, n := range t.item.Kids(declared) {
		have[typecheck.ParamName(t.item, n)] = true
	}
	missing := slices.DeleteFunc(slices.Clone(t.names), func(name string) bool { return have[name] })
	text := strings.Join(missing, ", ")
	if len(have) > 0 {
		text = ", " + text
	}
	return insertion(t.item.Span(declared).End-1, text)
}

// parameterEdits annotate the parameters; not those with patterns, whose parts
// would have to be annotated one by one.
func (t *typing) parameterEdits(params syntax.NodeID) (edits []syntax.Edit, ok bool) {
	i := 0
	for _, p := range t.item.Kids(params) {
		if t.item.Kind(p) != syntax.Param || i >= len(t.scheme.In) {
			continue
		}
		if param := t.item.Param(p); param.Type == syntax.NoNode {
			if kind := t.item.Kind(param.Pattern); kind != syntax.PatVar && kind != syntax.PatName || len(param.Attrs) > 0 {
				return nil, false
			}
			edits = append(edits, insertion(t.item.Span(param.Pattern).End, ": "+t.text(t.scheme.In[i])))
		}
		i++
	}
	return edits, true
}

// where is the text of the scheme's constraints.
func (t *typing) where() string {
	bare := types.String(&types.Func{Params: t.scheme.Params, In: t.scheme.In, Out: t.scheme.Out})
	return strings.TrimPrefix(types.String(t.scheme), bare)
}
