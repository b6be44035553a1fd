package grammar

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Tree is a node of an item's tree, of the same kinds and with the same
// children as the trees of package syntax. A nil Tree is an absent child.
type Tree struct {
	Kind  syntax.Kind
	Flags syntax.Flags
	Text  string // of leaves: the source; of a Project, its index
	Kids  []*Tree

	attributes []string // of an item: the `#[…]` in front
}

func node(kind syntax.Kind, kids ...*Tree) *Tree { return &Tree{Kind: kind, Kids: kids} }

func leaf(kind syntax.Kind, text string) *Tree { return &Tree{Kind: kind, Text: text} }

// with sets a flag if a condition holds.
func (t *Tree) with(flag syntax.Flags, on bool) *Tree {
	if on {
		t.Flags |= flag
	}
	return t
}

// isBad reports whether a part of the tree is refused.
func (t *Tree) isBad() bool {
	if t == nil {
		return false
	}
	if t.Kind == syntax.BadNode {
		return true
	}
	for _, k := range t.Kids {
		if k.isBad() {
			return true
		}
	}
	return false
}

// String prints the tree as syntax.Dump does, without the notes.
func (t *Tree) String() string {
	var out strings.Builder
	for _, a := range t.attributes {
		fmt.Fprintf(&out, "%v `%s`\n", syntax.Attribute, a)
	}
	t.print(&out)
	return out.String()
}

func (t *Tree) print(out *strings.Builder) {
	switch {
	case t == nil:
		out.WriteByte('-')
	case len(t.Kids) == 0:
		t.head(out)
	default:
		out.WriteByte('(')
		t.head(out)
		for _, k := range t.Kids {
			out.WriteByte(' ')
			k.print(out)
		}
		out.WriteByte(')')
	}
}

// flagNames are in the order of their bits.
var flagNames = [...]string{"negative", "partial", "case", "paren", "not", "trailing", "extern", "data"}

func (t *Tree) head(out *strings.Builder) {
	out.WriteString(t.Kind.String())
	for i, name := range flagNames {
		if t.Flags&(1<<i) != 0 {
			out.WriteString("!" + name)
		}
	}
	switch {
	case t.Kind == syntax.Project:
		out.WriteString("." + t.Text)
	case t.Text != "":
		fmt.Fprintf(out, " `%s`", t.Text)
	}
}

// A branch is a production that gives one tree.
type branch interface{ tree() *Tree }

// optional is the tree of a part that may be missing. It takes interfaces, of
// which a missing part is the nil one.
func optional(part branch) *Tree {
	if part == nil {
		return nil
	}
	return part.tree()
}

// all gives the trees of a row of parts.
func all[T branch](parts []T) []*Tree {
	var trees []*Tree
	for _, p := range parts {
		trees = append(trees, p.tree())
	}
	return trees
}

// chain is the Binary of operands of one precedence, or the only operand.
func chain[T branch](first T, operators []string, rest []T) *Tree {
	if len(rest) == 0 {
		return first.tree()
	}
	t := node(syntax.Binary, first.tree())
	for i, r := range rest {
		t.Kids = append(t.Kids, operator(operators[i]), r.tree())
	}
	return t
}

// operator is an Operator; a sign brings blanks with it.
func operator(text string) *Tree {
	if text[0] == '-' {
		text = "-"
	}
	return leaf(syntax.Operator, text)
}

// prefix is the Unary of an operand after operators, or the operand.
func prefix(operators []string, operand *Tree) *Tree {
	if len(operators) == 0 {
		return operand
	}
	t := node(syntax.Unary)
	for _, o := range operators {
		t.Kids = append(t.Kids, operator(o))
	}
	t.Kids = append(t.Kids, operand)
	return t
}
