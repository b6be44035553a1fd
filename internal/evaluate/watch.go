package evaluate

import (
	"context"
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/interp/code"
)

// A Watchpoint is an expression that a run evaluates once: an expression of an item outside of function
// literals, in one call of the item.
type Watchpoint struct {
	Item  *syntax.Item
	Node  syntax.NodeID
	Calls string // those that lead to the call, as WithCall writes them; "" for the entry
	Part  int    // of a tuple, or WholeValue
}

// WholeValue is the part of a watchpoint that is the value itself.
const WholeValue = -1

// WithCall is a list of calls with one more, which an expression of an item makes.
func WithCall(calls string, item *syntax.Item, n syntax.NodeID) string {
	return calls + fmt.Sprintf("%p:%d ", item, n)
}

// Watch runs an entry and visits the values of watchpoints when they are computed: a number, a tensor or
// a sequence, or the parts of a tuple of those. What is visited may be looked at only so long.
// Nothing is fused or computed at once in such a run.
func (p *Program) Watch(ctx context.Context, e interp.Entry, args []value.Value, watchpoints []Watchpoint, o interp.Options, visit func(i int, parts []value.Value)) error {
	for from := 0; from < len(watchpoints); from += math.MaxUint16 { // so many points has a function
		part := watchpoints[from:min(len(watchpoints), from+math.MaxUint16)]
		w := &watcher{watchpoints: map[Watchpoint][]int{}, visit: func(i int, parts []value.Value) { visit(from+i, parts) }}
		places := map[*syntax.Item]map[syntax.NodeID]bool{}
		for i, s := range part {
			if places[s.Item] == nil {
				places[s.Item] = map[syntax.NodeID]bool{}
			}
			places[s.Item][s.Node] = true
			s.Part = 0
			w.watchpoints[s] = append(w.watchpoints[s], i)
		}
		w.list = part
		watched := o
		watched.Debugger = w
		r := run(ctx, extendedModule{p, p.module, interp.Watch(p.module, p.typed, places), nil}, e, args, watched)
		if r.Err != nil {
			return r.Err
		}
	}
	return nil
}

// A watcher visits the values of watchpoints.
type watcher struct {
	watchpoints map[Watchpoint][]int // without their parts
	list        []Watchpoint
	visit       func(i int, parts []value.Value)
}

func (w *watcher) Failed(*interp.Stop, *interp.Fault) {}

func (w *watcher) Reached(s *interp.Stop) {
	if s.Point.Kind != code.AfterPoint {
		return
	}
	frames := s.Frames(0, s.Depth()+1)
	at := Watchpoint{Item: frames[0].Function().Item, Node: s.Point.Node}
	for i := len(frames) - 1; i > 0; i-- {
		at.Calls = WithCall(at.Calls, frames[i].Function().Item, frames[i].Call().Node)
	}
	found := w.watchpoints[at]
	delete(w.watchpoints, at)
	for _, i := range found {
		view := s.Value()
		if part := w.list[i].Part; part != WholeValue {
			view = view.Part(part)
		}
		if parts := leavesOf(view, nil); parts != nil {
			w.visit(i, parts)
		}
	}
}

// leavesOf appends the numbers, tensors and sequences of a value; nil where it has others.
func leavesOf(v interp.View, list []value.Value) []value.Value {
	if v.Kind() != code.TupleKind {
		if leaf := v.Leaf(); leaf != nil {
			return append(list, leaf)
		}
		return nil
	}
	for i := range v.Len() {
		if list = leavesOf(v.Part(i), list); list == nil {
			return nil
		}
	}
	return list
}
