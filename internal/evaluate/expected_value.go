package evaluate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// expectedName is what an expected value is bound to, so that it is read at the type
// of its expression.
const expectedName = "let %expected"

// AtType is the text of an item that gives the value which a text stands for
// at a type. Where nothing tells the type, the text represents itself.
func AtType(text string, t types.Type) string {
	text = withConstants(text, t)
	if t == nil || !writable(t) {
		return text
	}
	return fmt.Sprintf("%s : %s = %s;\n%%expected", expectedName, types.String(t), text)
}

// writable reports whether a type can be written out whole.
func writable(t types.Type) bool {
	open := false
	types.Walk(t, func(t types.Type) bool {
		_, variable := types.Head(t).(*types.Var)
		open = open || variable || types.IsBad(t)
		return !open
	})
	return !open && !strings.Contains(types.String(t), "…")
}

// withConstants writes `Constant(…)` around the brackets of a text that represent a dense tensor, as
// they are printed outside of other values. A tensor and a list are printed alike, `[1, 2]`, and
// only the type tells them apart:
//
//	[1, 2] at Tensor[(2), int32]             is  Constant([1, 2], int32)
//	[1, 2] at List[int32]                    stays
//	[[1], [2]] at FractalTensor[Tensor[…]]   is  [Constant([1], …), Constant([2], …)]
func withConstants(text string, t types.Type) string {
	item := syntax.ParseItem(text)
	if t == nil || item.Kind(item.Root) != syntax.ItemExpr || len(item.Errors) > 0 {
		return text
	}
	w := constantWriter{item: item}
	w.wrap(item.TopLevel(item.Root), t)
	slices.SortStableFunc(w.insertions, func(a, b insertion) int { return cmp.Compare(a.at, b.at) })
	return inserted(text, w.insertions)
}

// inserted is a text with insertions, which are in order.
func inserted(text string, insertions []insertion) string {
	var out strings.Builder
	done := int32(0)
	for _, m := range insertions {
		out.WriteString(text[done:m.at])
		out.WriteString(m.text)
		done = m.at
	}
	out.WriteString(text[done:])
	return out.String()
}

// A constantWriter walks over an expression and its type side by side, and notes where
// `Constant(` and `)` are missing.
type constantWriter struct {
	item       *syntax.Item
	insertions []insertion
}

type insertion struct {
	at   int32
	text string
}

// wrap notes what is missing in a node that is to have a type.
func (w *constantWriter) wrap(n syntax.NodeID, t types.Type) {
	if n == syntax.NoNode {
		return
	}
	kids := w.item.Kids(n)
	switch w.item.Kind(n) {
	case syntax.Block, syntax.Paren:
		w.wrap(kids[len(kids)-1], t)
	case syntax.Tuple:
		if tuple, ok := types.Head(t).(*types.Tuple); ok {
			w.each(kids, tuple.Elems)
		}
	case syntax.List:
		w.brackets(n, t)
	case syntax.Call:
		w.call(kids, t)
	}
}

// each is wrap for nodes and types side by side.
func (w *constantWriter) each(kids []syntax.NodeID, ts []types.Type) {
	for i := range min(len(kids), len(ts)) {
		w.wrap(kids[i], ts[i])
	}
}

// brackets notes what is missing around or in brackets.
func (w *constantWriter) brackets(n syntax.NodeID, t types.Type) {
	switch t := types.Head(t).(type) {
	case *types.Fractal:
		for _, kid := range w.item.Kids(n) {
			w.wrap(kid, t.Elem)
		}
	case *types.Tensor:
		span := w.item.Span(n)
		w.insertions = append(w.insertions,
			insertion{span.Start, "Constant("},
			insertion{span.End, w.shape(n) + ", " + t.Dtype.String() + ")"})
	}
}

// shape writes the shape of an empty tensor, which its brackets do not tell.
func (w *constantWriter) shape(n syntax.NodeID) string {
	var shape []int
	for w.item.Kind(n) == syntax.List {
		kids := w.item.Kids(n)
		shape = append(shape, len(kids))
		if len(kids) == 0 {
			return ", " + value.ShapeText(shape)
		}
		n = kids[0]
	}
	return ""
}

// call goes into the fields of a constructor, and into what a reference holds.
func (w *constantWriter) call(kids []syntax.NodeID, t types.Type) {
	switch t := types.Head(t).(type) {
	case *types.Ref:
		w.each(kids[1:], []types.Type{t.Elem})
	case *types.ADT:
		name := w.item.SourceText(kids[0])
		i := slices.IndexFunc(t.Decl.Constructors, func(k *types.Constructor) bool { return k.Name == name })
		if i >= 0 {
			w.each(kids[1:], t.Fields(t.Decl.Constructors[i]))
		}
	}
}

// Expected reads an expression as the value that is expected of an item: in its scope, and at
// the type that its own value has.
func (p *Program) Expected(text string, item int, t types.Type) (*Application, error) {
	if read := syntax.ParseItem(text); read.Kind(read.Root) != syntax.ItemExpr || len(read.Errors) > 0 {
		return nil, fmt.Errorf("`%s` is no expression", text)
	}
	var both pairedText
	if t != nil && writable(t) {
		both.writeAs(fmt.Sprintf("%s : %s = ", expectedName, types.String(t)), "")
		both.writeAs(withConstants(text, t), text)
		both.writeAs("\n;\n%expected", "") // the text may end in a comment
	} else {
		both.writeAs(withConstants(text, t), text)
	}
	a := &Application{}
	return a, a.check(p, "<expected>", &both, p.blockOf(item))
}
