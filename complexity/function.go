package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Functions are followed where they go: through arguments and variables (closure,
// global, operator), as results of calls of which there is one way, and through
// data, which remembers the functions that were put into it.

// maxHeld is how many functions data may hold for those in it to be told.
const maxHeld = 6

// A choice is a function that is one of some.
type choice struct {
	of  types.Type
	all []value
}

func (v *choice) typ() types.Type { return v.of }

// hold gives new data the functions in its parts.
func (w *walk) hold(d *data, parts []value) {
	if !w.Functional(d.of) {
		return
	}
	for _, part := range parts {
		w.holdPart(d, part)
	}
	if len(d.holds) > maxHeld {
		d.holds, d.mixed = nil, true
	}
}

func (w *walk) holdPart(d *data, v value) {
	switch v := v.(type) {
	case *number, *condition:
	case *callback:
		if !slices.ContainsFunc(d.holds, func(f value) bool {
			known, ok := f.(*callback)
			return ok && known.work.Equal(v.work)
		}) {
			d.holds = append(d.holds, v)
		}
	case *closure, *global, *operator, *builtin, *frames:
		if !slices.Contains(d.holds, v) {
			d.holds = append(d.holds, v)
		}
	case *choice:
		w.hold(d, v.all)
	case *tuple:
		w.hold(d, v.parts)
	case *data:
		if w.Functional(v.of) {
			d.mixed = d.mixed || v.mixed
			w.hold(d, v.holds)
		}
	default:
		d.mixed = d.mixed || w.Functional(v.typ())
	}
}

// held is a part of data: of functions, one of those that the data holds.
func (w *walk) held(d *data, part value) value {
	if len(d.holds) == 0 && !d.mixed {
		return part
	}
	switch v := part.(type) {
	case *opaque:
		f, ok := types.Head(v.of).(*types.Func)
		switch {
		case v.of == nil || !ok || d.mixed || len(d.holds) == 0:
			return v
		case len(d.holds) == 1:
			return typed(d.holds[0], f)
		}
		c := &choice{of: f}
		for _, one := range d.holds {
			c.all = append(c.all, typed(one, f))
		}
		return c
	case *tuple:
		t := &tuple{}
		for _, e := range v.parts {
			t.parts = append(t.parts, w.held(d, e))
		}
		return t
	case *data:
		v.holds, v.mixed = d.holds, d.mixed
	}
	return part
}

// typed is a function that was in data, with the type that it is taken out with: of those
// of which only the cost is known, one stands for all that the data holds.
func typed(f value, t types.Type) value {
	if c, ok := f.(*callback); ok {
		return &callback{t, c.work}
	}
	return f
}

// holdUnknown has data of which nothing is known hold a function that stands for all that
// are in it: a call of any of them costs no more. What type variables stand for may be
// functions as well, but nothing calls these where they are variables.
func (w *walk) holdUnknown(p *path, d *data) {
	if w.HoldsFunctions(d.of) {
		d.holds, d.mixed = []value{&callback{work: p.Symbol()}}, false
	}
}

// choose calls each of some functions, on a path of its own.
func (w *walk) choose(p *path, v graph.Value, f *choice, args []value) []*path {
	var next []*path
	for _, one := range f.all {
		q := p.fork()
		q.values[v] = w.apply(q, v, one, args, w.typeOf(v))
		next = append(next, q)
	}
	return next
}

// returned is a value that a call gives which has functions in it: what the only way
// through the body gives, in the sizes of the caller.
func (w *walk) returned(p *path, in, as *instance, args []linear.Form, t types.Type) value {
	if _, ok := types.Head(t).(*types.Func); t != nil && ok && (in.framed || !in.Done) && !w.unframed[in.source()] {
		in.framed = true
		return w.unknownFrames(p, t)
	}
	if in.gives == nil || t != nil && !w.Functional(t) {
		return w.given(p, in, t)
	}
	return w.moved(p, in, as, args, in.gives, t)
}

// moved is a value of another body in the sizes of this one. What is not known in
// them is new; t is its type here.
func (w *walk) moved(p *path, in, as *instance, args []linear.Form, v value, t types.Type) value {
	switch v := v.(type) {
	case *number:
		if s, ok := in.inserted(v.size, args); ok {
			return numberOf(v.of, s)
		}
	case *callback:
		if s, ok := in.inserted(v.work, args); ok {
			return &callback{v.of, s}
		}
	case *global, *operator, *builtin:
		return v
	case *data:
		return w.movedData(p, in, as, args, v)
	case *tuple:
		whole := &tuple{}
		for _, part := range v.parts {
			whole.parts = append(whole.parts, w.moved(p, in, as, args, part, nil))
		}
		return whole
	case *frames:
		return &frames{v.of, v.family, w.movedData(p, in, as, args, v.data)}
	case *closure:
		if len(v.extents) > 0 {
			return &opaque{of: t}
		}
		c := &closure{graph: v.graph, at: v.at, seen: map[graph.Value]value{}, of: v.of}
		for _, at := range sortedKeys(v.seen) {
			c.seen[at] = w.moved(p, in, as, args, v.seen[at], nil)
		}
		return c
	case *opaque:
		if known := in.passedFor(as, v); known != nil && measure.IsScalar(known.typ()) {
			return known
		}
	}
	return &opaque{of: scalarOnly(v.typ())}
}

// passedFor is the argument of a call that stands for one of an instance's own values of
// which only the type is known; nil for what is none of its own.
func (in *instance) passedFor(as *instance, own value) value {
	if in.own.literal != nil {
		if found := counterpart(in.own.literal, as.literal, own); found != nil {
			return found
		}
	}
	return counterpartIn(in.own.args, as.args, own)
}

// counterpart is what stands in one value where a part stands in another of the same form.
func counterpart(in, as, part value) value {
	if in == part {
		return as
	}
	switch in := in.(type) {
	case *tuple:
		if as, ok := as.(*tuple); ok {
			return counterpartIn(in.parts, as.parts, part)
		}
	case *closure:
		as, ok := as.(*closure)
		if !ok {
			return nil
		}
		for at, seen := range in.seen {
			if found := counterpart(seen, as.seen[at], part); found != nil {
				return found
			}
		}
	}
	return nil
}

func counterpartIn(in, as []value, part value) value {
	for i := range min(len(in), len(as)) {
		if found := counterpart(in[i], as[i], part); found != nil {
			return found
		}
	}
	return nil
}

// scalarOnly is the type of a single number, nil for others: their extents are those
// of another body.
func scalarOnly(t types.Type) types.Type {
	if measure.IsScalar(t) {
		return t
	}
	return nil
}

func (w *walk) movedData(p *path, in, as *instance, args []linear.Form, v *data) *data {
	d := &data{of: v.of, sizes: map[string]linear.Form{}, empty: v.empty, loose: v.loose, mixed: v.mixed, by: v.by}
	list, _ := w.Measures(typeOf(v))
	for _, m := range list {
		s, ok := in.inserted(v.sizes[m], args)
		if _, known := v.sizes[m]; !known || !ok {
			s = p.Symbol()
		}
		d.sizes[m] = s
	}
	for _, f := range v.holds {
		d.holds = append(d.holds, w.moved(p, in, as, args, f, nil))
	}
	return w.record(d, v.mapped(func(f value) value { return w.moved(p, in, as, args, f, nil) }))
}

// inserted is a sum of an instance's own sizes with arguments in their places; false
// where it has others in it.
func (in *instance) inserted(s linear.Form, args []linear.Form) (linear.Form, bool) {
	sum := linear.Form{Const: s.Const}
	for i, c := range s.All() {
		if c == 0 {
			continue
		}
		if i >= in.Arity || i >= len(args) {
			return sum, false
		}
		sum = sum.Plus(c, args[i])
	}
	return sum, !sum.Large()
}

// keep notes what the only way through a body gives, where there are functions in it.
func (in *instance) keep() {
	if len(in.outcomes) != 1 || in.Loss != nil {
		return
	}
	_, literal := in.outcomes[0].result.(*closure)
	if literal || in.result != nil && in.home.Functional(in.result) {
		in.gives = in.outcomes[0].result
	}
}
