package complexity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/graph"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// An instance is a body for one form of its arguments: their types, and which
// functions are passed. Its parameters are the sizes of the arguments.
type instance struct {
	home    *Analysis
	key     string
	object  *typecheck.Object // nil for a function literal
	literal *closure
	arity   int
	effects bool    // whether it reads or writes references
	extents int     // how many sizes, the first ones, are extents of tensors
	most    []int64 // by size: the greatest integer that it stands for; 0 where it counts something else
	args    []value
	// differences are the last sizes of all.
	differences []difference
	result      types.Type

	// While it is looked at: its number in depth-first order and the least that
	// it reaches (R. Tarjan, "Depth-first search and linear graph algorithms", 1972).
	number, low int
	done        bool
	paths       []outcome
	failed      []*path // those that end where no clause fits: they cost, and give nothing

	// What was found: by measure of the result, and by metric; nil without a bound.
	sizes  []amount
	bounds [metrics]*cost
	loss   *Loss
	why    [metrics]contributions
}

// lose notes why there is no bound on any path.
func (in *instance) lose(l Loss) {
	if in.loss == nil {
		in.loss = &l
	}
}

// An amount is a bound of a sum of sizes of the result.
type amount struct {
	parts []int // of the result's sizes
	bound *cost
}

// maxForm bounds the text of a form: functions that capture functions that
// capture functions grow without end.
const maxForm = 1 << 15

// form writes the form of a value and lists its sizes.
func (w *walk) form(p *path, v value, b *strings.Builder, sizes *[]affine) {
	if b.Len() > maxForm {
		return
	}
	switch v := v.(type) {
	case *number:
		if !p.natural(v.size) {
			b.WriteString("?")
			return
		}
		b.WriteString("i")
		*sizes = append(*sizes, v.size)
	case *data:
		list, _ := w.measures(typeOf(v))
		if v.empty {
			b.WriteByte('0')
		}
		fmt.Fprintf(b, "%s{%d}", w.text(typeOf(v)), len(list))
		for _, m := range list {
			a, ok := v.sizes[m]
			if !ok && !v.empty {
				a = p.symbol()
			}
			*sizes = append(*sizes, a)
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
		b.WriteByte('b')
	case *global:
		fmt.Fprintf(b, "%s %p", v.object.Name, v.object)
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
		fmt.Fprintf(b, "q%s", w.text(v.of))
		*sizes = append(*sizes, v.sizes()...)
	default:
		b.WriteByte('_')
		if t := v.typ(); t != nil {
			b.WriteString(w.text(t))
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
	switch v := v.(type) {
	case *number:
		_, high := extremes(v.of)
		*most = append(*most, high)
		return &number{v.of, p.symbol()}
	case *data:
		list, _ := w.measures(typeOf(v))
		d := &data{of: v.of, sizes: make(map[string]affine, len(list)), empty: v.empty, loose: v.loose}
		for _, m := range list {
			*most = append(*most, 0)
			d.sizes[m] = p.symbol()
		}
		return d
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
	case *callback:
		*most = append(*most, 0)
		return &callback{v.of, p.symbol()}
	case *sequence:
		s := w.unknownSequence(p, v.of)
		for range s.sizes() {
			*most = append(*most, 0)
		}
		return s
	case *condition:
		return &opaque{v.typ()}
	}
	return v
}

// plain makes numbers that may be negative unknown, as the form has them.
func (w *walk) plain(p *path, v value) value {
	switch v := v.(type) {
	case *number:
		if !p.natural(v.size) {
			return &opaque{v.of}
		}
	case *data:
		if v.of == nil {
			return &data{sizes: map[string]affine{}, empty: true}
		}
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
