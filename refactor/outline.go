package refactor

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An outline writes what a tree means as text: without comments, parentheses
// and braces that hold one expression. Two texts with one outline are one
// program.
type outline struct {
	info  *typecheck.Info
	swap  map[syntax.NodeID]string // what stands for a node
	skip  map[syntax.NodeID]bool   // nodes that are left out
	front map[syntax.NodeID]string // statements in front of a node
	parts []string                 // what the text must hold, in the item or in front of it
	out   strings.Builder
	depth int
}

// maxNesting bounds the recursion; deeper trees are not changed.
const maxNesting = 2000

// write gives the outline of a tree; false for one that is too deep.
func (o *outline) write(n syntax.NodeID) (string, bool) {
	o.node(n)
	return o.out.String(), o.depth == 0
}

func outlineOf(info *typecheck.Info, n syntax.NodeID) (string, bool) {
	o := outline{info: info}
	return o.write(n)
}

func (o *outline) node(n syntax.NodeID) {
	if o.depth < 0 || o.depth > maxNesting {
		o.depth = -1 // for good
		return
	}
	o.depth++
	defer func() {
		if o.depth > 0 {
			o.depth--
		}
	}()
	item := o.info.Item
	if front, ok := o.front[n]; ok {
		o.out.WriteString("(Block " + front + " ")
		defer o.out.WriteString(")")
	}
	switch swap, ok := o.swap[n]; {
	case ok && item.Kind(n) != syntax.Local:
		o.out.WriteString(swap)
	case n == syntax.NoNode || o.skip[n]:
		o.out.WriteString("-")
	case item.Kind(n) == syntax.Paren || item.Kind(n) == syntax.PatParen:
		o.node(item.Kid(n, 0))
	case item.Kind(n) == syntax.Local:
		o.local(n)
	case item.Kind(n) == syntax.Block:
		o.block(n)
	default:
		o.plain(n)
	}
}

func (o *outline) plain(n syntax.NodeID) {
	item := o.info.Item
	node := item.Node(n)
	o.out.WriteByte('(')
	o.out.WriteString(strconv.Itoa(int(node.Kind)))
	if node.Kind != syntax.Operator && node.Data != 0 {
		o.out.WriteString(":" + strconv.Itoa(int(node.Data)))
	}
	if flags := node.Flags &^ (syntax.FlagTrailing | syntax.FlagCase); flags != 0 {
		o.out.WriteString("!" + strconv.Itoa(int(flags)))
	}
	if kids := item.Kids(n); len(kids) > 0 {
		o.kids(kids)
	} else if !composite[node.Kind] {
		o.out.WriteString(" " + item.SourceText(n))
	}
	o.out.WriteByte(')')
}

// composite are kinds whose text says nothing where they have no children.
var composite = map[syntax.Kind]bool{syntax.Params: true, syntax.Tuple: true, syntax.List: true, syntax.TypeParams: true, syntax.TypeTuple: true, syntax.PatTuple: true}

func (o *outline) kids(kids []syntax.NodeID) {
	for _, kid := range kids {
		o.out.WriteByte(' ')
		o.node(kid)
	}
}

// local writes a variable and the projections behind it as such.
func (o *outline) local(n syntax.NodeID) {
	item := o.info.Item
	segments := item.Kids(n)
	used := o.info.Split[n]
	rest := segments[min(used, len(segments)):]
	for i := len(rest) - 1; i >= 0; i-- {
		text := item.SourceText(rest[i])
		if index, err := strconv.Atoi(text[1:]); err == nil && text[0] == '.' {
			o.out.WriteString("(" + strconv.Itoa(int(syntax.Project)))
			if index != 0 {
				o.out.WriteString(":" + strconv.Itoa(index))
			}
			o.out.WriteByte(' ')
		} else {
			o.out.WriteString("(tail " + text + " ")
		}
	}
	if swap, ok := o.swap[n]; ok {
		o.out.WriteString(swap)
	} else {
		name := item.SourceText(n)
		if len(rest) > 0 {
			name = name[:item.Span(rest[0]).Start-item.Span(n).Start]
		}
		o.out.WriteString(variable(name))
	}
	o.out.WriteString(strings.Repeat(")", len(rest)))
}

// variable is the outline of a variable.
func variable(name string) string { return "(local " + name + ")" }

// block writes a block's statements; one of a single expression is that
// expression.
func (o *outline) block(n syntax.NodeID) {
	item := o.info.Item
	var kids []syntax.NodeID
	for _, kid := range item.Kids(n) {
		if !o.skip[kid] {
			kids = append(kids, kid)
		}
	}
	if len(kids) == 1 && !statements[item.Kind(kids[0])] {
		o.node(kids[0])
		return
	}
	o.out.WriteString("(Block")
	for _, kid := range kids {
		o.out.WriteByte(' ')
		front := o.front[kid]
		if front != "" {
			o.out.WriteString(front + " ")
			delete(o.front, kid)
		}
		o.node(kid)
	}
	o.out.WriteByte(')')
}

// binding is the outline of `let name = value`.
func binding(name, value string) string {
	return "(" + strconv.Itoa(int(syntax.Let)) + " (" + strconv.Itoa(int(syntax.PatVar)) + " " + name + ") - " + value + ")"
}
