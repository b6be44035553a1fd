package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Theorem (signs and constants in forms). Let P be a path with a call f(v). If v is an
// integer, P is the union of P ⊕ (v ≥ 0) and P ⊕ (v ≤ -1); on the first v is a size, and on
// the second -1 - v is. If v is a truth value or a constructor without fields, and P decides
// which, the body of f may be walked for that value.
//
// So a body is looked at apart for arguments below 0 and for each constant: control-flow
// refinement by partial evaluation (J. Doménech, J. Gallagher, S. Genaim, "Control-flow
// refinement by partial evaluation, and its application to termination and cost analysis",
// 2019), with signs and constants as the properties. What made it necessary: `@f(%n / 2 - 1)`
// after `%n > 0` passes -1, where f ends at once, and a loop that goes up, and down once a
// flag is set, is two loops in sequence.

// maxSigns is how many integers are distinguished by sign on a path.
const maxSigns = 4

func numberOf(t types.Type, size linear.Form) *number { return &number{of: t, size: size} }

// opposite is -1 - a: at least 0 where a is below it, and its own inverse.
func opposite(a linear.Form) linear.Form { return linear.Number(-1).Minus(a) }

// bySign are the paths on which the integers among the arguments of a call have signs. Where
// nothing is called, or there are too many, it is the path itself.
func (w *walk) bySign(p *path, f value, args []value) []*path {
	if !hasBody(f) {
		return []*path{p}
	}
	open := []*path{p}
	for _, n := range integersIn(args) {
		var next []*path
		for _, q := range open {
			next = append(next, w.signs(q, n.size)...)
		}
		open = next
	}
	var next []*path
	for _, q := range open {
		next = append(next, w.bySignOfDerived(q, f, args)...)
	}
	return next
}

// bySignOfDerived are the paths on which what decides about the derived sizes of a body has a
// sign where the body calls itself: of max(n - i - 1, 0) it is known that it is less than
// max(n - i, 0) where that is above 0.
func (w *walk) bySignOfDerived(p *path, f value, args []value) []*path {
	called, isDefinition := f.(*global)
	if !isDefinition || w.in == nil || called.object != w.in.object || len(w.in.Derived) == 0 {
		return []*path{p}
	}
	passed := map[int]linear.Form{}
	for i, own := range w.in.own.args {
		n, isNumber := own.(*number)
		if to, ok := args[i].(*number); ok && isNumber && !n.negative {
			passed[n.size.Last()] = to.size
		}
	}
	open := []*path{p}
	for _, d := range w.in.Derived {
		over, known := d.Form, d.Kind == solving.Excess
		for _, t := range d.Form.Terms {
			to, ok := passed[t.Of]
			if known = known && ok; known {
				over = over.Plus(-t.Coef, linear.Variable(t.Of)).Plus(t.Coef, to)
			}
		}
		if !known {
			continue
		}
		var next []*path
		for _, q := range open {
			if q.NeedsSign(over, d) {
				next = append(next, w.signs(q, over)...)
			} else {
				next = append(next, q)
			}
		}
		open = next
	}
	return open
}

func (w *walk) signs(p *path, size linear.Form) []*path {
	below := opposite(size)
	if p.Natural(size) || p.Natural(below) || p.signs == maxSigns {
		return []*path{p}
	}
	p.signs++
	var both []*path
	if q := p.fork(); q.AtLeast(size, linear.Form{}) {
		both = append(both, q)
	}
	if p.AtLeast(below, linear.Form{}) {
		both = append(both, p)
	}
	return both
}

// hasBody reports whether a function is a definition or a function literal.
func hasBody(f value) bool {
	switch f := f.(type) {
	case *global:
		return f.object.Kind == typecheck.DefObject
	case *closure, *frames:
		return true
	}
	return false
}

// integersIn are the integers of some arguments, also in tuples.
func integersIn(args []value) (all []*number) {
	for _, v := range args {
		switch v := v.(type) {
		case *number:
			if measure.Countable(v.of) {
				all = append(all, v)
			}
		case *tuple:
			all = append(all, integersIn(v.parts)...)
		}
	}
	return all
}

// letter is a truth value in a form: which one it is, where that is known.
func (c *condition) letter() byte {
	switch c.relation {
	case always:
		return 'T'
	case never:
		return 'F'
	}
	return 'b'
}

// enumerates reports whether a constructor is one of a type in which none has fields.
func enumerates(k *types.Constructor) bool {
	return k != nil && !slices.ContainsFunc(k.Of.Constructors, func(o *types.Constructor) bool { return len(o.Fields) > 0 })
}

// loosened is an argument without the constant that it is, for bodies of which there are many
// forms.
func loosened(v value) value {
	switch v := v.(type) {
	case *condition:
		return &condition{}
	case *data:
		if v.by != nil || v.fields != nil {
			d := *v
			d.by, d.fields = nil, v.mapped(loosened)
			return &d
		}
	case *tuple:
		t := &tuple{}
		for _, part := range v.parts {
			t.parts = append(t.parts, loosened(part))
		}
		return t
	case *closure:
		c := &closure{v.graph, v.at, map[graph.Value]value{}, v.of, v.extents}
		for at, seen := range v.seen {
			c.seen[at] = loosened(seen)
		}
		return c
	}
	return v
}
