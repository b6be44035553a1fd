package rewriting

import (
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A subject is a Target with what planning asks for.
type subject struct {
	Target
	tree
	nav     *rewrite.Tree
	graph   *graph.Graph
	effects *effect.Info
	seen    *matcher.Subject // as the matcher knows it
	names   *namer
	most    int32                         // bytes that are written for it; 0 for any number
	styles  map[syntax.NodeID]syntax.Kind // by block: how it binds
	binders map[string][]syntax.NodeID    // by name, in the order of the text
	notes   []syntax.Span                 // comments, in order
	rebinds bool                          // an operator gives a variable another value
	passed  []*matcher.Match              // that are not replaced, for an effect or the scope of a variable
}

func newSubject(t Target, seen *matcher.Subject) *subject {
	info := t.Result.Info
	nav := rewrite.NewTree(info)
	s := &subject{
		Target: t, nav: nav, graph: graph.Of(info), seen: seen, effects: seen.Effects,
		tree:   newTree(info),
		names:  newNamer(info.Item),
		styles: map[syntax.NodeID]syntax.Kind{},
		notes:  syntax.Comments(info.Item.Text),
	}
	for v := range graph.Value(s.graph.Len()) {
		s.rebinds = s.rebinds || s.graph.Kind(v) == graph.Read
	}
	return s
}

// whole is the outermost node that is nothing but what is at a node.
func (s *subject) whole(n syntax.NodeID) syntax.NodeID {
	for {
		parent := s.parent(n)
		kids := s.item.Kids(parent)
		kind := s.item.Kind(n)
		switch {
		case kind == syntax.Segment && kids[len(kids)-1] == n && s.late(parent) == n && s.info.Applied(s.parent(parent)) == n:
			n = s.parent(parent)
		case kind == syntax.Segment && kids[len(kids)-1] == n && s.late(parent) == syntax.NoNode,
			kind == syntax.Operator && s.info.Applied(parent) == n:
			n = parent
		default:
			return n
		}
	}
}

// commented reports whether the parentheses around a node hold a comment.
func (s *subject) commented(outer, inner syntax.NodeID) bool {
	a, b := s.item.Span(outer), s.info.Extent(inner)
	return s.hasNotes(a.Start, b.Start) || s.hasNotes(b.End, a.End)
}

// climbed is the outermost pair of parentheses around a node that hold nothing else.
func (s *subject) climbed(n syntax.NodeID) syntax.NodeID {
	n = s.whole(n)
	for s.mayGo(s.parent(n)) && !s.commented(s.parent(n), n) {
		n = s.parent(n)
	}
	return n
}

// mayGo reports whether parentheses only group; those of an
// `if` and a match stay.
func (s *subject) mayGo(n syntax.NodeID) bool {
	around := s.item.Kind(s.parent(n))
	return s.item.Kind(n) == syntax.Paren && around != syntax.If && around != syntax.Match
}

// written is the outermost expression that is the value at a node and nothing else:
// parentheses and braces around it included. A body in braces it is where that has
// statements.
func (s *subject) written(n syntax.NodeID) syntax.NodeID {
	n = s.whole(n)
	for {
		parent := s.parent(n)
		switch s.item.Kind(parent) {
		case syntax.Paren:
			if !s.mayGo(parent) {
				return n
			}
		case syntax.Block:
			kids := s.item.Kids(parent)
			if parent == s.item.Body() || kids[len(kids)-1] != n || s.isBody(parent) && len(kids) == 1 {
				return n
			}
		default:
			return n
		}
		n = parent
	}
}

// isBody reports whether braces are required where they are.
func (s *subject) isBody(block syntax.NodeID) bool {
	if s.item.Kind(block) != syntax.Block {
		return false
	}
	switch s.item.Kind(s.parent(block)) {
	case syntax.Fn, syntax.If, syntax.Clause, syntax.ItemDef, syntax.ItemExpr:
		return true
	}
	return false
}

// core takes parentheses off, and braces around one expression, where no comment
// is in them.
func (s *subject) core(n syntax.NodeID) syntax.NodeID {
	for {
		inner := s.peeled(n)
		if inner == n {
			return n
		}
		n = inner
	}
}

// peeled takes one pair of parentheses or braces off; it is the node itself where
// there are none.
func (s *subject) peeled(n syntax.NodeID) syntax.NodeID {
	kind, kids := s.item.Kind(n), s.item.Kids(n)
	if kind != syntax.Paren && kind != syntax.Block || len(kids) != 1 || kids[0] == syntax.NoNode || isStatement[s.item.Kind(kids[0])] || s.commented(n, kids[0]) {
		return n
	}
	return kids[0]
}

var isStatement = map[syntax.Kind]bool{syntax.Let: true, syntax.Graph: true, syntax.FreeVar: true, syntax.Assign: true}

// statement is the statement, or the result of a block, that a node is in.
func (s *subject) statement(n syntax.NodeID) syntax.NodeID {
	for {
		parent := s.parent(n)
		if parent == syntax.NoNode || s.item.Kind(parent) == syntax.Block {
			return n
		}
		n = parent
	}
}

// behavior is what evaluating what is at a node may do.
func (s *subject) behavior(n syntax.NodeID) effect.Summary {
	return s.effects.Of(s.info.Row(n))
}

// style is how the block of a statement binds what it shares: by Graph or Let.
func (s *subject) style(statement syntax.NodeID) syntax.Kind {
	if kind := s.item.Kind(statement); kind == syntax.Graph || kind == syntax.Let {
		return kind
	}
	block := s.parent(statement)
	if kind, known := s.styles[block]; known {
		return kind
	}
	kind := s.blockStyle(block)
	s.styles[block] = kind
	return kind
}

func (s *subject) blockStyle(block syntax.NodeID) syntax.Kind {
	for _, kid := range s.item.Kids(block) {
		if kind := s.item.Kind(kid); kind == syntax.Graph || kind == syntax.Let {
			return kind
		}
	}
	if parent := s.parent(block); parent != syntax.NoNode && block != s.item.Body() {
		return s.style(s.statement(parent))
	}
	return syntax.Let
}

// hasNotes reports whether a comment is in a stretch of the text.
func (s *subject) hasNotes(from, to int32) bool {
	i := s.firstNote(from)
	return i < len(s.notes) && s.notes[i].End <= to
}

// firstNote is the first comment after an offset.
func (s *subject) firstNote(from int32) int {
	low, high := 0, len(s.notes)
	for low < high {
		if middle := (low + high) / 2; s.notes[middle].Start < from {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// indent is what precedes an offset on its line, if those are blanks alone.
func (s *subject) indent(at int32) (string, bool) { return s.nav.Indent(at) }
