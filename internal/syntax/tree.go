package syntax

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// A NodeID names a node of one Item.
type NodeID int32

// NoNode is the absent child.
const NoNode NodeID = 0

// A Node is one piece of an item's tree. Its children lie side by side in the
// item's child list.
type Node struct {
	Kind  Kind
	Flags Flags
	Span  Span  // bytes, relative to the item's start
	Data  int32 // see the kind
	kid   int32 // first child
	kids  int32 // number of children
}

// An Item is one piece of a file with its tree. Items are immutable and are
// shared by all versions of a file that hold the same text.
//
// Children are stored before their parents, so a walk over nodes by number
// sees every child before the node it belongs to.
type Item struct {
	Text string // the source, with the blanks and comments before it
	Root NodeID // one of the Item kinds
	*Extra
	nodes  []Node // nodes[0] is unused; nil while the tree is dropped
	kids   []NodeID
	parsed *reparsed // of an item whose tree is dropped
	order  int64     // grows from item to item of each file that the item is in; see File.Index
}

// An Extra is what few items have; those that have none of it share one.
type Extra struct {
	Attributes   []NodeID      // `#[…]` lines in front
	TypeComments []TypeComment // `/* ty=T */`, in order of position
	Errors       []Diagnostic  // what the parser found; see Mistakes
}

// noExtra is that of most items.
var noExtra = &Extra{}

// mostErrors is how many errors the items of a file keep: more than anybody is reported.
const mostErrors = 2000

// dropped stands in the Errors of an item for what another parse of it would find.
var dropped = []Diagnostic{{Code: codes.SyntaxError, Message: "this cannot be read"}}

// justDropped is that of most items whose errors are not kept.
var justDropped = &Extra{Errors: dropped}

// forget keeps no errors but the fact that there are some.
func (t *Item) forget() {
	switch {
	case len(t.Errors) == 0:
	case len(t.Attributes)+len(t.TypeComments) == 0:
		t.Extra = justDropped
	default:
		t.Errors = dropped
	}
}

// Broken reports whether a syntax error begins in a node or after it, with nothing but
// blanks in between: a part of the node may be missing.
func (t *Item) Broken(n NodeID) bool {
	span := t.Span(n)
	for int(span.End) < len(t.Text) && strings.IndexByte(" \t\r\n", t.Text[span.End]) >= 0 {
		span.End++
	}
	return slices.ContainsFunc(t.Mistakes(), func(d Diagnostic) bool {
		return span.Start <= d.Span.Start && d.Span.Start <= span.End
	})
}

// Mistakes are the errors of an item. In a file of very many the items do not keep them;
// then Errors has one that stands for them, and the item is parsed again.
func (t *Item) Mistakes() []Diagnostic {
	if len(t.Errors) == 0 || &t.Errors[0] != &dropped[0] {
		return t.Errors
	}
	return ParseItem(t.Text).Errors
}

// A TypeComment is a `/* ty=T */` after an expression, parameter or literal.
type TypeComment struct {
	Of   NodeID // the expression (or Param pattern) that it speaks of
	Type NodeID // NoNode where the comment's type does not parse
	Span Span   // the comment
}

// Len is the number of node ids: every NodeID is below it.
func (t *Item) Len() int { return len(t.whole().nodes) }

// Node gives a node; NoNode gives a BadNode of no extent.
func (t *Item) Node(n NodeID) *Node { return &t.whole().nodes[n] }

// Kind is the kind of a node.
func (t *Item) Kind(n NodeID) Kind { return t.whole().nodes[n].Kind }

// Span is where a node stands.
func (t *Item) Span(n NodeID) Span { return t.whole().nodes[n].Span }

// Flag reports whether a node has a flag.
func (t *Item) Flag(n NodeID, f Flags) bool { return t.whole().nodes[n].Flags&f != 0 }

// SourceText is the source under a node.
func (t *Item) SourceText(n NodeID) string {
	s := t.whole().nodes[n].Span
	return t.Text[s.Start:s.End]
}

// NumberText is the text of a number without what may follow its sign, blanks and
// comments, and with the dtype that may precede it as its suffix: `-3i64` for
// `- /* c */ 3i64` and for `int64(-3)`.
func (t *Item) NumberText(n NodeID) string {
	text := t.SourceText(n)
	if dtype, digits, old := strings.Cut(text, "("); old && IsDtypeName(dtype) {
		bits := strings.TrimLeft(dtype, "abcdefghijklmnopqrstuvwxyz")
		return strings.TrimSuffix(digits, ")") + dtype[:1] + bits
	}
	if !strings.HasPrefix(text, "-") {
		return text
	}
	return "-" + strings.TrimPrefix(text[strings.LastIndexAny(text, " \t\r\n/")+1:], "-")
}

// Kids are the children of a node, absent ones as NoNode. The slice belongs
// to the tree.
func (t *Item) Kids(n NodeID) []NodeID {
	t = t.whole()
	node := &t.nodes[n]
	return t.kids[node.kid : node.kid+node.kids]
}

// Kid is the i-th child, NoNode where there are fewer.
func (t *Item) Kid(n NodeID, i int) NodeID {
	t = t.whole()
	node := &t.nodes[n]
	if i >= int(node.kids) {
		return NoNode
	}
	return t.kids[int(node.kid)+i]
}
