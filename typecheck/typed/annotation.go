package typed

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Annotations gives the edits that write a `/* ty=T */` after what TVM prints
// one after: calls, tuples, projections, constants and parameters. A comment
// that is there already is brought up to date.
func Annotations(r *Result) []syntax.Edit {
	a := annotator{Result: r, item: r.Item, inner: map[syntax.NodeID]bool{}, have: map[syntax.NodeID]syntax.TypeComment{}, names: map[string]bool{}}
	if a.item.Kind(a.item.Root) == syntax.ItemDef {
		for _, p := range a.item.Kids(a.item.TypeParams()) {
			a.names[TypeParamName(a.item, p)] = true
		}
	}
	for _, comment := range a.item.TypeComments {
		a.have[comment.Of] = comment
	}
	a.exclude()
	for n := syntax.NodeID(1); int(n) < a.item.Len(); n++ {
		a.node(n)
	}
	return a.edits
}

type annotator struct {
	*Result
	item  *syntax.Item
	inner map[syntax.NodeID]bool // nodes that a comment cannot follow, or need not
	have  map[syntax.NodeID]syntax.TypeComment
	names map[string]bool // the type parameters that a comment may speak of
	edits []syntax.Edit
}

// annotated are the kinds that get a comment.
var annotated = [1 << 8]bool{
	syntax.Call: true, syntax.Project: true, syntax.Index: true, syntax.Tuple: true, syntax.List: true,
	syntax.Int: true, syntax.Float: true, syntax.Bool: true, syntax.Meta: true, syntax.Param: true,
}

// exclude marks the heads of chains (`f(x)` in `f(x).0`), what stands in
// attributes, and literals in patterns.
func (a *annotator) exclude() {
	for n := syntax.NodeID(1); int(n) < a.item.Len(); n++ {
		switch a.item.Kind(n) {
		case syntax.Call, syntax.Project, syntax.Index:
			a.inner[a.item.Base(n)] = true
		case syntax.PatLit, syntax.Unary, syntax.NamedArg:
			for _, kid := range a.item.Kids(n) {
				a.inner[kid] = true
			}
		}
	}
}

func (a *annotator) node(n syntax.NodeID) {
	t := a.Types[n]
	if !annotated[a.item.Kind(n)] || t == nil || a.inner[n] || !a.writable(t) {
		return
	}
	if strings.Contains(types.String(t), "…") {
		return // it is too large to be written
	}
	text := "/* ty=" + types.String(t) + " */"
	if comment, ok := a.have[n]; ok {
		if a.Claim(n) != nil {
			return // it says more than what is inferred
		}
		if comment.Type != syntax.NoNode && a.item.SourceText(comment.Type) != types.String(t) {
			a.edits = append(a.edits, syntax.Edit{Span: a.item.Span(comment.Type), NewText: types.String(t)})
		}
		return
	}
	end := a.item.Span(n).End
	a.edits = append(a.edits, syntax.Edit{Span: syntax.Span{Start: end, End: end}, NewText: " " + text})
}

// writable reports whether a type can be written out: it is known, and speaks of
// the definition's own parameters alone.
func (a *annotator) writable(t types.Type) bool {
	ok := true
	types.Walk(t, func(t types.Type) bool {
		switch t := t.(type) {
		case *types.Bad:
			ok = false
		case *types.Var:
			ok = ok && a.names[t.Name]
		case *types.Tensor:
			for _, d := range t.Shape {
				ok = ok && !d.IsUnknown() && a.named(d)
			}
		}
		return ok
	})
	return ok
}

// named reports whether an extent speaks of the definition's own parameters.
func (a *annotator) named(d types.Dim) bool {
	e, ok := d.Symbolic()
	if !ok {
		return true
	}
	all := true
	e.Symbols(func(s *symbolic.Symbol) { all = all && a.names[s.Name] })
	return all
}

// TypeParamName is the name without the kind that may follow a colon.
func TypeParamName(item *syntax.Item, n syntax.NodeID) string {
	text := item.SourceText(n)
	for i := 0; i < len(text); i++ {
		if c := text[i]; c == ' ' || c == ':' || c == '\t' {
			return text[:i]
		}
	}
	return text
}
