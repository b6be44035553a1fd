package syntax

import (
	"fmt"
	"strings"
)

// Walk visits the nodes under root, parents first, in the order of the text.
// Where visit gives false, the node's children are left out.
func (t *Item) Walk(root NodeID, visit func(NodeID) bool) {
	stack := []NodeID{root}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if id == NoNode || !visit(id) {
			continue
		}
		kids := t.Kids(id)
		for i := len(kids) - 1; i >= 0; i-- {
			stack = append(stack, kids[i])
		}
	}
}

// NodeAt is the path from the root to the innermost node at a byte offset of
// the item. An offset between two nodes belongs to the one that begins there,
// else to the one that ends there. Attributes and type comments are searched
// too.
func (t *Item) NodeAt(offset int32) []NodeID {
	id := t.treeAt(offset)
	var path []NodeID
	for id != NoNode {
		path = append(path, id)
		id = t.childAt(t.Kids(id), offset)
	}
	return path
}

// treeAt is the root of the tree that holds an offset.
func (t *Item) treeAt(offset int32) NodeID {
	for _, c := range t.TypeComments {
		if c.Span.Contains(offset) && c.Type != NoNode && t.Span(c.Type).Contains(offset) {
			return c.Type
		}
	}
	if id := t.childAt(t.Attributes, offset); id != NoNode {
		return id
	}
	return t.Root
}

func (t *Item) childAt(kids []NodeID, offset int32) NodeID {
	found := NoNode
	for _, k := range kids {
		if k == NoNode {
			continue
		}
		if t.Span(k).Contains(offset) && (found == NoNode || t.Span(k).Start > t.Span(found).Start) {
			found = k
		}
	}
	return found
}

// Doc is the item's documentation: the comment lines directly above it,
// without their markers.
func (t *Item) Doc() string {
	first := t.Span(t.Root).Start
	for _, a := range t.Attributes {
		first = min(first, t.Span(a).Start)
	}
	lines := strings.Split(t.Text[:first], "\n")
	end := len(lines) - 1 // the last one is the item's own, up to its start
	start := end
	for start > 0 {
		if _, ok := commentText(lines[start-1]); !ok {
			break
		}
		start--
	}
	var doc []string
	for _, line := range lines[start:end] {
		text, _ := commentText(line)
		doc = append(doc, text)
	}
	return strings.Join(doc, "\n")
}

// commentText strips the markers off a line that is a comment.
func commentText(line string) (string, bool) {
	line = strings.TrimSpace(strings.TrimPrefix(line, byteOrderMark))
	switch {
	case strings.HasPrefix(line, "//"):
		line = strings.TrimLeft(line, "/")
	case strings.HasPrefix(line, "#"):
		line = strings.TrimLeft(line, "#")
	case strings.HasPrefix(line, "/*") && strings.HasSuffix(line, "*/"):
		line = strings.Trim(line, "/*")
	default:
		return "", false
	}
	return strings.TrimSuffix(strings.TrimPrefix(line, " "), " "), true
}

var kindNames = [kindCount]string{
	"BadNode",
	"ItemEmpty", "ItemDef", "ItemData", "ItemOpaque", "ItemAlias", "ItemDecl", "ItemImport",
	"ItemExpr", "ItemAssert", "ItemVersion", "ItemMetadata", "ItemBad",
	"Attribute", "Constructor", "TypeParams", "TypeParam", "Params", "Param", "Where", "Constraint",
	"Let", "Graph", "FreeVar", "Assign",
	"Block", "Local", "Segment", "Global", "Name", "Int", "Float", "Bool", "String", "Meta", "Hole",
	"Call", "NamedArg", "Project", "Index", "Paren", "Tuple", "List", "Fn", "If", "Match", "Clause",
	"Unary", "Binary", "Operator",
	"PatWild", "PatVar", "PatName", "PatCons", "PatTuple", "PatParen", "PatLit", "PatTyped",
	"TypeName", "TypeCall", "TypeFn", "TypeTuple", "TypeList", "TypeParen", "TypeHole", "TypeAny", "TypeMeta",
}

// String is the kind's name in kind.go.
func (k Kind) String() string { return kindNames[k] }

// textKinds are the leaves whose text a dump shows.
var textKinds = [kindCount]bool{
	Local: true, Segment: true, Global: true, Name: true, Int: true, Float: true,
	Bool: true, String: true, Meta: true, Hole: true, Operator: true, Attribute: true,
	TypeParam: true, PatVar: true, PatName: true, TypeName: true, TypeMeta: true,
	ItemVersion: true,
}

var flagNames = [...]string{"negative", "partial", "case", "paren", "not", "trailing", "extern", "data"}

// Dump prints an item's tree as an S-expression: kinds, flags after `!`,
// the text of leaves, `-` for an absent child. Spans are left out.
func Dump(t *Item) string {
	d := dumper{item: t}
	for _, a := range t.Attributes {
		d.tree(a)
		d.out.WriteByte('\n')
	}
	d.tree(t.Root)
	for _, c := range t.TypeComments {
		fmt.Fprintf(&d.out, "\n(Note %s ", t.Kind(c.Of))
		d.tree(c.Type)
		d.out.WriteByte(')')
	}
	return d.out.String()
}

type dumper struct {
	item *Item
	out  strings.Builder
}

// tree prints a subtree; a stack in place of recursion bears any depth.
func (d *dumper) tree(root NodeID) {
	type step struct {
		id    NodeID
		close bool
	}
	stack := []step{{id: root}}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.close {
			d.out.WriteByte(')')
			continue
		}
		if s.id != root {
			d.out.WriteByte(' ')
		}
		kids := d.head(s.id)
		if len(kids) == 0 {
			continue
		}
		stack = append(stack, step{close: true})
		for i := len(kids) - 1; i >= 0; i-- {
			stack = append(stack, step{id: kids[i]})
		}
	}
}

// head prints a node up to its children and gives those; it prints all of a
// node that has none.
func (d *dumper) head(id NodeID) []NodeID {
	if id == NoNode {
		d.out.WriteByte('-')
		return nil
	}
	kids := d.item.Kids(id)
	if len(kids) > 0 {
		d.out.WriteByte('(')
	}
	n := d.item.Node(id)
	d.out.WriteString(n.Kind.String())
	for i, name := range flagNames {
		if n.Flags&(1<<i) != 0 {
			d.out.WriteString("!" + name)
		}
	}
	switch {
	case n.Kind == Project:
		fmt.Fprintf(&d.out, ".%d", n.Data)
	case n.Kind == Operator:
		fmt.Fprintf(&d.out, " `%s`", TokenKind(n.Data))
	case n.Kind == Local && len(kids) > 0:
		first := d.item.Span(kids[0])
		fmt.Fprintf(&d.out, " `%s`", d.item.Text[n.Span.Start:first.Start])
	case textKinds[n.Kind]:
		fmt.Fprintf(&d.out, " `%s`", d.item.SourceText(id))
	}
	return kids
}
