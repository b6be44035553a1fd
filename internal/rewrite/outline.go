package rewrite

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An Outline says how a tree is written as text that holds its meaning alone:
// without layout, comments, parentheses, and braces around one expression. Its
// fields are the changes that are meant: with them, the outline of a tree is
// that of the text after the edits. Their values are outlines themselves.
type Outline struct {
	Swap  map[syntax.NodeID]string // what is in a node's place
	Skip  map[syntax.NodeID]bool   // nodes that are left out
	Front map[syntax.NodeID]string // statements before a node
	// Numbered writes local variables as numbers, in the order in which they
	// come up, so that programs which differ in their names alone are one.
	Numbered bool
}

// MaxNesting bounds the depth of trees that have an outline, in nodes: it is
// written recursively.
const MaxNesting = 2000

// Of writes the outline of a tree of an item; false for one that is nested
// deeper than MaxNesting, and in an item with syntax errors, whose tree leaves out
// what could not be read.
func (o Outline) Of(info *typecheck.Info, n syntax.NodeID) (string, bool) {
	w := outlineWriter{Outline: o, info: info}
	w.node(n)
	return w.out.String(), !w.tooDeep && len(info.Item.Errors) == 0
}

// OutlineOf is the outline of a tree as it is.
func OutlineOf(info *typecheck.Info, n syntax.NodeID) (string, bool) {
	return Outline{}.Of(info, n)
}

// An outlineWriter writes one outline.
type outlineWriter struct {
	Outline
	info    *typecheck.Info
	out     strings.Builder
	depth   int
	tooDeep bool
	numbers map[*typecheck.Object]int
}

func (w *outlineWriter) node(n syntax.NodeID) {
	if w.tooDeep || w.depth > MaxNesting {
		w.tooDeep = true
		return
	}
	w.depth++
	front, ok := w.Front[n]
	if ok {
		w.out.WriteString("(Block " + front + " ")
	}
	w.swapped(n)
	if ok {
		w.out.WriteByte(')')
	}
	w.depth--
}

// swapped writes a node or what is swapped for it.
func (w *outlineWriter) swapped(n syntax.NodeID) {
	item := w.info.Item
	kind := item.Kind(n)
	swap, ok := w.Swap[n]
	switch {
	case ok && kind != syntax.Local:
		w.out.WriteString(swap)
	case n == syntax.NoNode || w.Skip[n]:
		w.out.WriteByte('-')
	case kind == syntax.Paren || kind == syntax.PatParen:
		w.node(item.Inner(n))
	case kind == syntax.Local:
		w.local(n)
	case kind == syntax.Block:
		w.block(n)
	default:
		w.plain(n)
	}
}

// unseen are flags of the way in which a node is written: a comma after the
// last element, `case` before a clause.
const unseen = syntax.FlagTrailing | syntax.FlagCase

func (w *outlineWriter) plain(n syntax.NodeID) {
	item := w.info.Item
	node := item.Node(n)
	w.out.WriteByte('(')
	w.out.WriteString(kindName(node.Kind))
	if node.Kind != syntax.Operator && node.Data != 0 {
		w.out.WriteString(":" + strconv.Itoa(int(node.Data)))
	}
	if flags := node.Flags &^ unseen; flags != 0 {
		w.out.WriteString("!" + strconv.Itoa(int(flags)))
	}
	if kids := item.Kids(n); len(kids) > 0 {
		for _, kid := range kids {
			w.out.WriteByte(' ')
			w.node(kid)
		}
	} else if !composite[node.Kind] {
		w.out.WriteString(" " + w.named(n, item.SourceText(n)))
	}
	w.out.WriteByte(')')
}

// kindName represents a kind of node in outlines: its number, which is short.
func kindName(k syntax.Kind) string { return strconv.Itoa(int(k)) }

// composite are kinds whose text says nothing where they have no children.
var composite = map[syntax.Kind]bool{
	syntax.Params: true, syntax.Tuple: true, syntax.List: true, syntax.TypeParams: true,
	syntax.TypeTuple: true, syntax.PatTuple: true,
}

// local writes a variable and the projections after it, which the parser keeps
// as segments of its name, as such.
func (w *outlineWriter) local(n syntax.NodeID) {
	item := w.info.Item
	segments := item.Kids(n)
	rest := segments[min(w.info.Split[n], len(segments)):]
	for i := len(rest) - 1; i >= 0; i-- {
		w.segment(item.SourceText(rest[i]))
	}
	if swap, ok := w.Swap[n]; ok {
		w.out.WriteString(swap)
	} else {
		name := item.SourceText(n)
		if len(rest) > 0 {
			name = name[:item.Span(rest[0]).Start-item.Span(n).Start]
		}
		w.out.WriteString(VariableOutline(w.named(n, name)))
	}
	w.out.WriteString(strings.Repeat(")", len(rest)))
}

// segment begins what is applied to a variable: a projection, or a tail that is
// none.
func (w *outlineWriter) segment(text string) {
	index, err := strconv.Atoi(text[1:])
	if err != nil || text[0] != '.' {
		w.out.WriteString("(tail " + text + " ")
		return
	}
	w.out.WriteString("(" + kindName(syntax.Project))
	if index != 0 {
		w.out.WriteString(":" + strconv.Itoa(index))
	}
	w.out.WriteByte(' ')
}

// named is what is written for a name: its text, or the number of the local
// variable that it stands for.
func (w *outlineWriter) named(n syntax.NodeID, text string) string {
	o := objectAt(w.info, n)
	if !w.Numbered || o == nil || o.Kind != typecheck.LocalObject || o.Item != w.info.Item {
		return text
	}
	if w.numbers == nil {
		w.numbers = map[*typecheck.Object]int{}
	}
	if _, ok := w.numbers[o]; !ok {
		w.numbers[o] = len(w.numbers)
	}
	return "%" + strconv.Itoa(w.numbers[o])
}

// statements are the children of blocks that are no expressions.
var statements = map[syntax.Kind]bool{syntax.Let: true, syntax.Graph: true, syntax.FreeVar: true, syntax.Assign: true}

// block writes a block's statements; one of a single expression is that
// expression.
func (w *outlineWriter) block(n syntax.NodeID) {
	item := w.info.Item
	var kids []syntax.NodeID
	for _, kid := range item.Kids(n) {
		if !w.Skip[kid] {
			kids = append(kids, kid)
		}
	}
	if len(kids) == 1 && !statements[item.Kind(kids[0])] {
		w.node(kids[0])
		return
	}
	w.out.WriteString("(Block")
	for _, kid := range kids {
		w.out.WriteByte(' ')
		if front := w.Front[kid]; front != "" {
			w.out.WriteString(front + " ")
			w.swapped(kid)
			continue
		}
		w.node(kid)
	}
	w.out.WriteByte(')')
}
