package complexity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An instance is a body for one form of its arguments: their types, and which
// functions are passed. Its parameters are the sizes of the arguments.
type instance struct {
	*solving.Body
	home    *Analysis
	key     string
	object  *typecheck.Object // nil for a function literal
	literal *closure
	family  *family        // of which functions are called; see frames.go
	joint   []solving.Call // those that are looked at together
	effects bool           // whether it reads or writes references
	passed  bool           // whether it may call functions of which only the cost is known
	extents int            // how many sizes, the first ones, are extents of tensors
	args    []value
	chosen  []types.Type // see chosenBy
	own     passed       // the arguments over its own sizes
	result  types.Type

	// While it is looked at: its number in depth-first order and the least that
	// it reaches (R. Tarjan, "Depth-first search and linear graph algorithms", 1972).
	number, low int
	fails       bool               // a match in it, or in what it calls, may fit nothing
	ways        int                // paths through it
	framed      bool               // functions that it gives are data
	gives       value              // what it gives, where there are functions in it and one way through it
	unfolded    int                // how many bodies have been gone through in it
	unordered   bool               // see mayFollow
	reaches     map[*instance]bool // what it calls of those that are passed functions
	unfit       bool               // some sum in it may leave its range; see range.go
	conditional bool               // its bound may have the condition on ranges
	ranged      bool               // its bounds hold if no integer leaves its range
	below       []int              // its sizes that stand for integers below 0
	assumed     bool               // some call took its integers for sizes before it was done
	outcomes    []outcome
	ended       []*path // those that end where no clause fits: they cost, and give nothing
	doubles     []*path // see doubled

	bodies [maxUnfoldDepth]int // see countBodies
}

// maxForm bounds the text of a form: functions that capture functions that
// capture functions grow without end.
const maxForm = 1 << 15

// form writes the form of a value and lists its sizes.
func (w *walk) form(p *path, v value, b *strings.Builder, sizes *[]linear.Form) {
	if b.Len() > maxForm {
		return
	}
	if w.shared != nil {
		if at, before := w.shared.number(v); before {
			fmt.Fprintf(b, "=%d", at)
			return
		}
	}
	switch v := v.(type) {
	case *number:
		switch {
		case v.negative:
			b.WriteString("n")
			*sizes = append(*sizes, opposite(v.size))
		case p.Natural(v.size):
			b.WriteString("i")
			*sizes = append(*sizes, v.size)
		default:
			b.WriteString("?")
		}
	case *data:
		if v.fields != nil {
			b.WriteString("r" + w.Text(v.of))
			w.form(p, &tuple{v.fields}, b, sizes)
			return
		}
		list, _ := w.Measures(typeOf(v))
		if v.empty {
			b.WriteByte('0')
		}
		if enumerates(v.by) {
			b.WriteString(v.by.Name)
		}
		fmt.Fprintf(b, "%s{%d}", w.Text(typeOf(v)), len(list))
		for _, m := range list {
			a, ok := v.sizes[m]
			if !ok && !v.empty {
				a = p.Symbol()
			}
			*sizes = append(*sizes, a)
		}
		if v.mixed && w.Functional(v.of) {
			b.WriteByte('m')
		}
		for _, f := range v.holds {
			b.WriteByte('+')
			w.form(p, f, b, sizes)
		}
	case *choice:
		b.WriteByte('|')
		for _, f := range v.all {
			w.form(p, f, b, sizes)
			b.WriteByte('|')
		}
	case *tuple:
		b.WriteByte('(')
		for _, part := range v.parts {
			w.form(p, part, b, sizes)
			b.WriteByte(',')
		}
		b.WriteByte(')')
	case *callback:
		b.WriteString("W")
		*sizes = append(*sizes, v.work)
	case *condition:
		b.WriteByte(v.letter())
	case *global:
		fmt.Fprintf(b, "%s %p", v.object.Name, v.object)
	case *frames:
		b.WriteByte('k')
		w.form(p, v.data, b, sizes)
	case *operator:
		b.WriteString(v.op.Name)
	case *builtin:
		b.WriteString(v.name)
	case *closure:
		fmt.Fprintf(b, "fn%p.%d[", v.graph, v.at)
		for _, at := range sortedKeys(v.seen) {
			fmt.Fprintf(b, "%d=", at)
			w.form(p, v.seen[at], b, sizes)
		}
		for _, e := range v.extents {
			b.WriteByte(',')
			b.WriteString(e.dim.String())
		}
		b.WriteByte(']')
	case *sequence:
		fmt.Fprintf(b, "q%s", w.Text(v.of))
		*sizes = append(*sizes, v.sizes()...)
	default:
		b.WriteByte('_')
		if t := v.typ(); t != nil {
			b.WriteString(w.Text(t))
		}
	}
}

func sortedKeys(m map[graph.Value]value) []graph.Value {
	keys := make([]graph.Value, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// renewed is a value of the same form whose sizes are the next of an instance's
// own symbols.
func (w *walk) renewed(p *path, v value, most *[]int64) value {
	if w.shared == nil {
		return w.renewedOne(p, v, most)
	}
	at, before := w.shared.number(v)
	if before {
		return w.shared.made[at]
	}
	made := w.renewedOne(p, v, most)
	if at >= 0 {
		w.shared.made[at] = made
	}
	return made
}

func (w *walk) renewedOne(p *path, v value, most *[]int64) value {
	switch v := v.(type) {
	case *number:
		_, high := measure.IntegerRange(v.of)
		*most = append(*most, high)
		if v.negative {
			w.in.below = append(w.in.below, p.Symbols())
			return numberOf(v.of, opposite(p.Symbol()))
		}
		return numberOf(v.of, p.Symbol())
	case *data:
		if v.fields != nil {
			d := &data{of: v.of, sizes: map[string]linear.Form{}, loose: true, mixed: v.mixed}
			return w.record(d, v.mapped(func(f value) value { return w.renewed(p, f, most) }))
		}
		list, _ := w.Measures(typeOf(v))
		d := &data{of: v.of, sizes: make(map[string]linear.Form, len(list)), empty: v.empty, loose: v.loose, mixed: v.mixed}
		if enumerates(v.by) {
			d.by = v.by
		}
		for _, m := range list {
			*most = append(*most, 0)
			d.sizes[m] = p.Symbol()
			p.Count(d.sizes[m])
		}
		for _, f := range v.holds {
			d.holds = append(d.holds, w.renewed(p, f, most))
		}
		return d
	case *choice:
		c := &choice{of: v.of}
		for _, f := range v.all {
			c.all = append(c.all, w.renewed(p, f, most))
		}
		return c
	case *tuple:
		t := &tuple{}
		for _, part := range v.parts {
			t.parts = append(t.parts, w.renewed(p, part, most))
		}
		return t
	case *closure:
		c := &closure{v.graph, v.at, map[graph.Value]value{}, v.of, v.extents}
		for _, at := range sortedKeys(v.seen) {
			c.seen[at] = w.renewed(p, v.seen[at], most)
		}
		return c
	case *frames:
		return &frames{v.of, v.family, w.renewed(p, v.data, most).(*data)}
	case *callback:
		*most = append(*most, 0)
		return &callback{v.of, p.Symbol()}
	case *sequence:
		s := w.unknownSequence(p, v.of)
		for range s.sizes() {
			*most = append(*most, 0)
		}
		return s
	case *condition:
		if v.relation == always || v.relation == never {
			return v
		}
		return &opaque{of: v.typ()}
	case *opaque: // of each instance another one: two that were the same may differ
		return &opaque{of: v.typ()}
	}
	return v
}

// plain makes numbers that may be negative unknown, as the form has them.
func (w *walk) plain(p *path, v value) value {
	switch v := v.(type) {
	case *number:
		switch {
		case p.Natural(v.size):
			return numberOf(v.of, v.size)
		case p.Natural(opposite(v.size)):
			return &number{of: v.of, size: v.size, negative: true}
		default:
			return &opaque{of: v.of}
		}
	case *square:
		return &opaque{of: v.of}
	case *data:
		if v.of == nil {
			return &data{sizes: map[string]linear.Form{}, empty: true}
		}
		if v.fields != nil {
			d := *v
			d.fields = v.mapped(func(f value) value { return w.plain(p, f) })
			return &d
		}
		if len(v.holds) > 0 {
			d := *v
			d.holds = nil
			for _, f := range v.holds {
				d.holds = append(d.holds, w.plain(p, f))
			}
			return &d
		}
	case *choice:
		c := &choice{of: v.of}
		for _, f := range v.all {
			c.all = append(c.all, w.plain(p, f))
		}
		return c
	case *tuple:
		t := &tuple{}
		for _, part := range v.parts {
			t.parts = append(t.parts, w.plain(p, part))
		}
		return t
	case *closure:
		c := &closure{v.graph, v.at, map[graph.Value]value{}, v.of, v.extents}
		for at, seen := range v.seen {
			c.seen[at] = w.plain(p, seen)
		}
		return c
	}
	return v
}

// captured are the values that a function literal sees of those around it.
func (w *walk) captured(p *path, v graph.Value) map[graph.Value]value {
	seen := map[graph.Value]value{}
	inside := map[graph.Block]bool{}
	for _, o := range w.graph.Operands(v) {
		inside[o.Block] = true
	}
	for b, info := range w.graph.Blocks() {
		if inside[info.Around] && info.Around != graph.Block(b) {
			inside[graph.Block(b)] = true
		}
	}
	note := func(u graph.Value) {
		if u == graph.None || inside[w.graph.Block(u)] {
			return
		}
		if known, ok := p.values[u]; ok {
			seen[u] = known
		}
	}
	for b := range inside {
		note(w.graph.At(w.graph.Blocks()[b].Node))
		for _, u := range w.graph.Written(b) {
			for _, o := range w.graph.Operands(u) {
				note(o.Value)
			}
		}
	}
	w.item.Walk(w.graph.Node(v), func(n syntax.NodeID) bool {
		if kind := w.item.Kind(n); kind == syntax.Local || kind == syntax.Name {
			note(w.graph.At(n)) // of a variable that is named and not used
		}
		return true
	})
	delete(seen, v)
	return seen
}

// named counts the values around a function literal that its text names, also where
// nothing comes of it.
func (w *walk) named(v graph.Value, seen map[graph.Value]value) int {
	around := w.graph.Block(v)
	found := map[graph.Value]bool{}
	for u := range seen {
		found[u] = true
	}
	w.item.Walk(w.graph.Node(v), func(n syntax.NodeID) bool {
		if kind := w.item.Kind(n); kind == syntax.Local || kind == syntax.Name {
			if u := w.graph.At(n); u != graph.None && u != v && w.graph.Kind(u) != graph.Self && w.outside(w.graph.Block(u), around) {
				found[u] = true
			}
		}
		return true
	})
	return len(found)
}

// outside reports whether a block is another or around it.
func (w *walk) outside(b, inner graph.Block) bool {
	for ; inner != b; inner = w.graph.Blocks()[inner].Around {
		if inner == graph.Body {
			return false
		}
	}
	return true
}

// newInstance is an instance of what is called with some arguments.
func (a *Analysis) newInstance(form instance) *instance {
	in := form
	in.home, in.Body = a, a.NewBody(&in, in.object)
	return &in
}

// scratch is an instance for a body that is gone through in another one, whose first sizes
// are at most as large as that one's.
func (a *Analysis) scratch(most []int64) *instance {
	in := a.newInstance(instance{})
	in.Most = most
	return in
}

// ownerOf is the instance that a body is of; nil for none.
func ownerOf(b *solving.Body) *instance {
	if b == nil {
		return nil
	}
	return b.Owner.(*instance)
}

// unfoldable is what a call is of, for those that look into its body; nil for a family's.
func (in *instance) unfoldable() any {
	if in.family != nil {
		return nil
	}
	return in
}

// asked is what a call is of, with the arguments as the path has them; nil where bodies
// are called together.
func asked(c solving.Call) *instance {
	in, _ := c.As.(*instance)
	return in
}
