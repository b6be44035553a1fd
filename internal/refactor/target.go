package refactor

import (
	"context"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Target is an item, and what the user points at in it: a cursor where the
// span is empty, else a selection. Spans are the item's.
type Target struct {
	Module *typecheck.Module
	Index  int
	Result *typecheck.Result
	Span   syntax.Span
	Only   func(Kind) bool // the kinds that are asked for; nil for all

	Facts   analysis.Reader // of what the module sees; nil: they are worked out anew
	Context context.Context // ends when the actions are no longer wanted; nil for none

	actions []Action
	path    []syntax.NodeID // from the root to the innermost node that holds the span
	tree    *rewrite.Tree
	rebinds bool         // some operator gives a variable a new value
	effects *effect.Info // what expressions of the item do, once asked for
}

func (t *Target) item() *syntax.Item    { return t.Result.Item }
func (t *Target) info() *typecheck.Info { return t.Result.Info }

// prepare finds what all offers look at.
func (t *Target) prepare() {
	item := t.item()
	t.trim()
	t.tree = rewrite.NewTree(t.info())
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if call := t.call(n); call != nil && call.Op.Rebinding != nil {
			t.rebinds = true
		}
	}
	t.path = t.enclosing()
	if t.Context == nil {
		t.Context = context.Background()
	}
	if t.Facts == nil {
		t.Facts = facts.Of(t.Module)
	}
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

// selected distinguishes a selection from a cursor.
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

// pointsInto reports whether the span lies in a stretch of the text.
func (t *Target) pointsInto(from, to int32) bool { return from <= t.Span.Start && t.Span.End <= to }

// call is a call of an operator; nil for all else.
func (t *Target) call(n syntax.NodeID) *typecheck.OperatorCall {
	if t.item().Kind(n) != syntax.Call || len(t.info().Objects) == 0 {
		return nil
	}
	return t.info().OperatorCall(n)
}
