package refactor

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// A Target is an item, and what the user points at in it: a cursor where the
// span is empty, else a selection. Spans are the item's.
type Target struct {
	Module *typecheck.Module
	Index  int
	Result *typecheck.Result
	Span   syntax.Span
	Only   func(Kind) bool // the kinds that are asked for; nil for all

	actions  []Action
	path     []syntax.NodeID // from the root to the innermost node that holds the span
	parents  []syntax.NodeID
	rebinds  bool // some operator gives a variable a new value
	behavior map[*typecheck.Object]behavior
	open     []*typecheck.Object // definitions that are being looked at
	budget   int
}

func (t *Target) item() *syntax.Item    { return t.Result.Item }
func (t *Target) info() *typecheck.Info { return t.Result.Info }

// prepare finds what all offers look at.
func (t *Target) prepare() {
	item := t.item()
	t.trim()
	t.parents = make([]syntax.NodeID, item.Len())
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		for _, kid := range item.Kids(n) {
			if kid != syntax.NoNode {
				t.parents[kid] = n
			}
		}
		if call := t.call(n); call != nil && rebinding(call.Op.Name) {
			t.rebinds = true
		}
	}
	t.path = t.enclosing()
	t.behavior = map[*typecheck.Object]behavior{}
	t.budget = maxLooked
}

// trim takes blanks off a selection.
func (t *Target) trim() {
	text := t.item().Text
	t.Span.Start = max(0, min(t.Span.Start, int32(len(text))))
	t.Span.End = max(t.Span.Start, min(t.Span.End, int32(len(text))))
	inside := text[t.Span.Start:t.Span.End]
	if strings.TrimSpace(inside) == "" {
		return
	}
	t.Span.Start += int32(len(inside) - len(strings.TrimLeft(inside, " \t\r\n")))
	t.Span.End -= int32(len(inside) - len(strings.TrimRight(inside, " \t\r\n")))
}

// enclosing is the path to the innermost node around the span.
func (t *Target) enclosing() []syntax.NodeID {
	path := t.item().NodeAt(t.Span.Start)
	if len(path) == 0 || path[0] != t.item().Root {
		return nil // in an attribute or a comment
	}
	last := slices.IndexFunc(path, func(n syntax.NodeID) bool {
		span := t.item().Span(n)
		return t.Span.Start < span.Start || span.End < t.Span.End
	})
	if last >= 0 {
		path = path[:last]
	}
	return path
}

// selected tells a selection from a cursor.
func (t *Target) selected() bool { return t.Span.Len() > 0 }

// nearest is the innermost node of some kinds around the cursor.
func (t *Target) nearest(kinds ...syntax.Kind) syntax.NodeID {
	for i := len(t.path) - 1; i >= 0; i-- {
		if slices.Contains(kinds, t.item().Kind(t.path[i])) {
			return t.path[i]
		}
	}
	return syntax.NoNode
}

// points tells whether the span lies in a stretch of the text.
func (t *Target) points(from, to int32) bool { return from <= t.Span.Start && t.Span.End <= to }

func (t *Target) typeOf(n syntax.NodeID) types.Type {
	if int(n) >= len(t.info().Types) {
		return nil
	}
	return t.info().Types[n]
}

func (t *Target) object(n syntax.NodeID) *typecheck.Object {
	if int(n) >= len(t.info().Objects) {
		return nil
	}
	return t.info().Objects[n]
}

// call is a call of an operator; nil for all else.
func (t *Target) call(n syntax.NodeID) *typecheck.OperatorCall {
	if t.item().Kind(n) != syntax.Call || len(t.info().Objects) == 0 {
		return nil
	}
	return t.info().OperatorCall(n)
}

// within tells whether a node is another one or stands in it.
func (t *Target) within(n, outer syntax.NodeID) bool {
	for ; n != syntax.NoNode; n = t.parents[n] {
		if n == outer {
			return true
		}
	}
	return false
}

// bare takes the parentheses off an expression.
func (t *Target) bare(n syntax.NodeID) syntax.NodeID {
	for t.item().Kind(n) == syntax.Paren {
		n = t.item().Kid(n, 0)
	}
	return n
}

// tidy takes the parentheses off an expression, if no comment stands in them.
func (t *Target) tidy(n syntax.NodeID) syntax.NodeID {
	inner := t.bare(n)
	outside, inside := t.item().Span(n), t.item().Span(inner)
	if t.commented(outside.Start, inside.Start) || t.commented(inside.End, outside.End) {
		return n
	}
	return inner
}

// unbraced takes the braces off a block of one expression too.
func (t *Target) unbraced(n syntax.NodeID) syntax.NodeID {
	for {
		kids := t.item().Kids(n)
		kind := t.item().Kind(n)
		if kind != syntax.Paren && kind != syntax.Block || len(kids) != 1 || kids[0] == syntax.NoNode || statements[t.item().Kind(kids[0])] {
			return n
		}
		n = kids[0]
	}
}

// statements are the children of blocks that are no expressions.
var statements = map[syntax.Kind]bool{syntax.Let: true, syntax.Graph: true, syntax.FreeVar: true, syntax.Assign: true}

// newline is how the item ends its lines.
func (t *Target) newline() string {
	if strings.Contains(t.item().Text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// indent is what stands in front of an offset on its line; ok if those are
// blanks alone.
func (t *Target) indent(at int32) (blanks string, ok bool) {
	text := t.item().Text[:at]
	line := text[strings.LastIndexByte(text, '\n')+1:]
	blanks = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return blanks, blanks == line
}

// shifted is the text of a node whose lines stand in from the margin as the line
// of another node does, for a line that stands in otherwise.
func (t *Target) shifted(n, from syntax.NodeID, blanks string) string {
	old, _ := t.indent(t.item().Span(from).Start)
	return strings.ReplaceAll(t.item().SourceText(n), "\n"+old, "\n"+blanks)
}

// commented tells whether a stretch of the text holds a comment.
func (t *Target) commented(from, to int32) bool {
	return from < to && len(syntax.Comments(t.item().Text[from:to])) > 0
}
