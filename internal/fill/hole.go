package fill

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A Hole is a place of a file that is to be filled: an expression `?` or `?name`.
type Hole struct {
	Name      string      // without its `?`; "" for none
	Span      syntax.Span // in the file
	Line      int         // from 1 on
	attribute bool        // the value of an attribute
	part      bool        // of such a value
}

// String is a hole as it is written.
func (h Hole) String() string { return "?" + h.Name }

// Holes finds the holes of a file, in the order of its text.
func Holes(file *syntax.File) []Hole {
	var holes []Hole
	lines := file.Lines()
	for i, item := range file.All() {
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			if item.Kind(n) != syntax.Hole {
				continue
			}
			span := item.Span(n)
			h := Hole{Name: strings.TrimPrefix(item.SourceText(n), "?"), Span: syntax.Span{Start: file.Start(i) + span.Start, End: file.Start(i) + span.End}}
			h.Line = lines.Position(h.Span.Start).Line
			h.attribute = isAttribute(item, n)
			h.part = !h.attribute && partOfAttribute(item, n)
			holes = append(holes, h)
		}
	}
	sort.Slice(holes, func(i, j int) bool { return holes[i].Span.Start < holes[j].Span.Start })
	return holes
}

// DecidedHoles are the holes of a program with evaluation comments. Without one that gives a value, nothing
// decides what they are.
func DecidedHoles(source *workspace.Source) []Hole {
	gives := func(c evaluate.Comment) bool { return c.Kind == evaluate.GivesValue }
	if holes := Holes(source.File); len(holes) > 0 && slices.ContainsFunc(evaluate.Comments(source), gives) {
		return holes
	}
	return nil
}

// isAttribute reports whether a node is the value of a named argument.
func isAttribute(item *syntax.Item, n syntax.NodeID) bool {
	for p := syntax.NodeID(1); int(p) < item.Len(); p++ {
		if item.Kind(p) == syntax.NamedArg && item.NamedArg(p).Value == n {
			return true
		}
	}
	return false
}

// partOfAttribute reports whether a node is in the list or tuple of numbers that is the value of an
// attribute. Operands may be given by name too, and are no numbers.
func partOfAttribute(item *syntax.Item, n syntax.NodeID) bool {
	for p := syntax.NodeID(1); int(p) < item.Len(); p++ {
		switch item.Kind(p) {
		case syntax.List, syntax.Tuple, syntax.Paren:
			if kids := item.Kids(p); slices.Contains(kids, n) {
				if slices.ContainsFunc(kids, func(k syntax.NodeID) bool { return k != n && item.Kind(k) != syntax.Int && item.Kind(k) != syntax.Hole }) {
					return false
				}
				return isAttribute(item, p) || partOfAttribute(item, p)
			}
		}
	}
	return false
}

// Substitute is a text with a text for each hole.
func Substitute(text string, holes []Hole, fills []string) string {
	var b strings.Builder
	at := int32(0)
	for i, h := range holes {
		b.WriteString(text[at:h.Span.Start])
		b.WriteString(fills[i])
		at = h.Span.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// variables are the names of the variables that are in scope at a node, nearest first. Of several with
// one name the nearest is taken, since the others are hidden.
func variables(item *syntax.Item, n syntax.NodeID) []variable {
	parent := make([]syntax.NodeID, item.Len())
	for p := syntax.NodeID(1); int(p) < item.Len(); p++ {
		for _, kid := range item.Kids(p) {
			if kid != syntax.NoNode {
				parent[kid] = p
			}
		}
	}
	s := scope{item: item, seen: map[string]bool{}}
	for child, p := n, parent[n]; p != syntax.NoNode; child, p = p, parent[p] {
		s.around(p, child)
	}
	return s.found
}

// A variable is one that is in scope at a hole.
type variable struct {
	name    string
	matched bool // bound by a pattern of a clause: a part of what was matched
}

// A scope collects the variables around a hole.
type scope struct {
	item  *syntax.Item
	found []variable
	seen  map[string]bool
}

// around adds what a node binds for one of its children: the `let`s before it in a block, the
// pattern of a clause for its body, parameters for the body of a function.
func (s *scope) around(n, child syntax.NodeID) {
	item := s.item
	switch item.Kind(n) {
	case syntax.Block:
		kids := item.Kids(n)
		at := 0
		for at < len(kids) && kids[at] != child {
			at++
		}
		for i := at - 1; i >= 0; i-- {
			if item.Kind(kids[i]) == syntax.Let {
				s.pattern(item.Let(kids[i]).Pattern, false)
			}
		}
	case syntax.Clause:
		if c := item.Clause(n); child == c.Body {
			s.pattern(c.Pattern, true)
		}
	case syntax.Fn:
		if f := item.Fn(n); child == f.Body {
			s.params(f.Params)
		}
	case syntax.ItemDef:
		if d := item.Def(n); child == d.Body {
			s.params(d.Params)
		}
	}
}

func (s *scope) params(list syntax.NodeID) {
	if list == syntax.NoNode {
		return
	}
	for _, p := range s.item.Kids(list) {
		if s.item.Kind(p) == syntax.Param {
			s.pattern(s.item.Param(p).Pattern, false)
		}
	}
}

// pattern adds the variables of a pattern; matched reports whether it is a clause's.
func (s *scope) pattern(p syntax.NodeID, matched bool) {
	s.item.Walk(p, func(n syntax.NodeID) bool {
		name := s.item.SourceText(n)
		if s.item.Kind(n) == syntax.PatVar && !s.seen[name] && len(name) > 1 {
			s.seen[name] = true
			s.found = append(s.found, variable{name, matched})
		}
		return true
	})
}

// probeName is the name of the operator that the probe calls in the place of hole i.
func probeName(i int) string { return fmt.Sprintf("fill.hole_%d", i) }
