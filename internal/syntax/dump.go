package syntax

import (
	"fmt"
	"strings"
)

var kindNames = [kindCount]string{
	"BadNode",
	"ItemEmpty", "ItemDef", "ItemData", "ItemOpaque", "ItemAlias", "ItemDecl", "ItemImport",
	"ItemExpr", "ItemAssert", "ItemVersion", "ItemMetadata", "ItemBad",
	"Attribute", "Constructor", "TypeParams", "TypeParam", "Params", "Param", "Where", "Constraint",
	"Let", "Graph", "FreeVar", "Assign",
	"Block", "Local", "Segment", "Global", "Name", "Int", "Float", "Bool", "String", "Meta",
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
	Bool: true, String: true, Meta: true, Operator: true, Attribute: true,
	TypeParam: true, PatVar: true, PatName: true, TypeName: true, TypeMeta: true,
	ItemVersion: true,
}

var flagNames = [...]string{"negative", "partial", "case", "paren", "not", "trailing", "extern", "data"}

// Dump prints an item's tree as an S-expression: kinds, flags behind `!`,
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
