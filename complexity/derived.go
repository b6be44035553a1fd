package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// The derived sizes of a body (solving.Derived) are found in its text: what its comparisons
// compare, where that is linear in its parameters. With e > 0 for `less` and e ≥ 0 for
// `atMost`, of each comparison e and its complement are Excess sizes. What made them
// necessary: a loop from %i up to %n takes n - i steps, where neither i nor n bounds it.
// d = max(n - i, 0) is a natural, and i' = i + 1 gives d' = d - 1 on the path where i < n.

// maxDerived is how many derived sizes a body has by its comparisons, and maxLengths how many
// data there may be with one integer.
const (
	maxDerived = 6
	maxLengths = 2
)

// A deriver looks for the derived sizes of a body.
type deriver struct {
	*walk
	p     *path // on which the parameters are bound
	found []solving.Derived
}

// derive gives an instance its derived sizes, which are the path's next symbols.
func (w *walk) derive(p *path, patterns []syntax.NodeID) {
	in := w.in
	d := &deriver{walk: w, p: p.fork()}
	lengths := w.lengths(in.own.args)
	if w.givesParts() && len(lengths) <= maxLengths {
		for _, of := range lengths {
			d.add(solving.Derived{Form: linear.Variable(of).Minus(linear.Number(1))})
		}
		in.Aside = len(d.found)
	}
	integers := d.integers()
	if len(integers) > 0 && w.calls() && w.bindAll(d.p, patterns, in.own.args) {
		d.roots()
		for v := range graph.Value(w.graph.Len()) {
			d.comparison(v)
		}
		d.quotients(integers)
	}
	if len(integers) == 1 && len(lengths) <= maxLengths && w.comparesLiteral() {
		for _, of := range lengths {
			d.add(solving.Derived{Form: linear.Variable(of).Minus(linear.Variable(integers[0]))})
		}
	}
	for _, one := range d.found {
		in.Derived = append(in.Derived, one)
		in.Most = append(in.Most, 0)
		p.Symbol()
	}
}

// integers are the sizes, by number, that are integers of the arguments, from 0.
func (d *deriver) integers() (all []int) {
	for i, most := range d.in.Most {
		if most > 0 && !slices.Contains(d.in.below, i) {
			all = append(all, i)
		}
	}
	return all
}

// givesParts reports whether a definition that calls itself gives a tuple with data: one that
// takes something out of %l gives what is left, which is at most |l| - 1, and 0 where that is
// below it. With these sizes among those of its arguments, such a bound is linear.
func (w *walk) givesParts() bool {
	f := declared(w.in.object)
	if f == nil || measure.Wide(f.Out) {
		return false
	}
	whole, ok := types.Head(f.Out).(*types.Tuple)
	if !ok || !measure.HasMeasures(whole) {
		return false
	}
	for v := range graph.Value(w.graph.Len()) {
		if w.graph.Kind(v) == graph.Call && w.graph.Info.Object(w.callee(w.graph.Node(v))) == w.in.object {
			return true
		}
	}
	return false
}

// calls reports whether anything is called in a body.
func (w *walk) calls() bool {
	for v := range graph.Value(w.graph.Len()) {
		if w.graph.Kind(v) == graph.Call {
			return true
		}
	}
	return false
}

func (d *deriver) add(one solving.Derived) {
	known := slices.ContainsFunc(d.found, func(o solving.Derived) bool {
		return o.Kind == one.Kind && o.Of == one.Of && o.Form.Equal(one.Form)
	})
	if !known && len(d.found) < maxDerived {
		d.found = append(d.found, one)
	}
}

// comparison adds the derived sizes of a comparison.
func (d *deriver) comparison(v graph.Value) {
	relation, left, right, ok := d.compared(v)
	if !ok {
		return
	}
	a, b := d.linear(left), d.linear(right)
	for _, sides := range [][2]graph.Value{{left, right}, {right, left}} {
		if root, x, ok := d.rooted(sides[0], sides[1]); ok {
			d.excess(root.Minus(*x).Plus(1, linear.Number(1))) // x² < n has x ≤ ⌊√n⌋ as x² ≤ n has
			return
		}
	}
	if a == nil || b == nil {
		return
	}
	over := b.Minus(*a) // a < b or a ≤ b
	switch relation {
	case less:
		d.excess(over)
		d.excess(linear.Number(1).Minus(over))
	case atMost:
		d.excess(over.Plus(1, linear.Number(1)))
		d.excess(linear.Form{}.Minus(over))
	default:
		d.excess(over)
		d.excess(linear.Form{}.Minus(over))
	}
}

// compared are the sides of a comparison, turned so that it is less, atMost or equal.
func (d *deriver) compared(v graph.Value) (r relation, left, right graph.Value, ok bool) {
	if d.graph.Kind(v) != graph.Operation {
		return 0, 0, 0, false
	}
	app, ok := d.graph.Info.Application(d.graph.Node(v))
	operands := d.graph.Operands(v)
	if !ok || len(operands) != 2 {
		return 0, 0, 0, false
	}
	left, right = operands[0].Value, operands[1].Value
	switch app.Op.Canonical() {
	case op.Less:
		return less, left, right, true
	case op.LessEqual:
		return atMost, left, right, true
	case op.Greater:
		return less, right, left, true
	case op.GreaterEqual:
		return atMost, right, left, true
	case op.Equal, op.NotEqual:
		return equal, left, right, true
	}
	return 0, 0, 0, false
}

// excess adds max(over, 0), unless it is a size or a number, or the opposite of one.
func (d *deriver) excess(over linear.Form) {
	if added, taken, _ := over.Sides(); len(taken) == 0 || len(added) == 0 && (over.Const <= 0 || !d.rises()) || over.Large() || d.lessRoot(over) {
		return
	}
	d.add(solving.Derived{Form: over})
}

// rises reports whether a body makes an integer larger: without that none comes up to a number.
func (d *deriver) rises() bool {
	for v := range graph.Value(d.graph.Len()) {
		if d.graph.Kind(v) != graph.Operation {
			continue
		}
		if f := d.linear(v); f != nil && len(f.Terms) > 0 && f.Rises() && (f.Const > 0 || len(f.Terms) > 1 || f.Terms[0].Coef > 1) {
			return true
		}
	}
	return false
}

// lessRoot reports whether a root is taken away in a sum: of a root only a bound is passed.
func (d *deriver) lessRoot(over linear.Form) bool {
	first := len(d.in.Most)
	for i, one := range d.found {
		if one.Kind == solving.Root && over.Of(first+i) < 0 {
			return true
		}
	}
	return false
}

// linear is an integer of a body in its parameters; nil for others.
func (d *deriver) linear(v graph.Value) *linear.Form {
	return d.linearTo(v, 8)
}

func (d *deriver) linearTo(v graph.Value, depth int) *linear.Form {
	if v == graph.None || depth == 0 {
		return nil
	}
	if n, ok := d.p.values[v].(*number); ok {
		if n.size.Last() >= len(d.in.Most) {
			return nil
		}
		return &n.size
	}
	switch d.graph.Kind(v) {
	case graph.Literal:
		if k, ok := d.integer(d.graph.Node(v)); ok {
			f := linear.Number(k)
			return &f
		}
	case graph.Operation:
		return d.operationTo(v, depth)
	}
	return nil
}

func (d *deriver) operationTo(v graph.Value, depth int) *linear.Form {
	app, ok := d.graph.Info.Application(d.graph.Node(v))
	operands := d.graph.Operands(v)
	if !ok || len(operands) != 2 || !measure.IsInteger(d.graph.Type(v)) {
		return nil
	}
	a, b := d.linearTo(operands[0].Value, depth-1), d.linearTo(operands[1].Value, depth-1)
	if a == nil || b == nil {
		return nil
	}
	var sum linear.Form
	switch app.Op.Canonical() {
	case op.Add:
		sum = a.Plus(1, *b)
	case op.Subtract:
		sum = a.Minus(*b)
	case op.Multiply:
		if a.IsNumber() {
			a, b = b, a
		}
		if !b.IsNumber() || b.Large() {
			return nil
		}
		sum = linear.Form{}.Plus(b.Const, *a)
	default:
		return nil
	}
	if sum.Large() {
		return nil
	}
	return &sum
}

// roots adds the roots of the integers that a square is compared with.
func (d *deriver) roots() {
	for v := range graph.Value(d.graph.Len()) {
		if _, left, right, ok := d.compared(v); ok {
			for _, sides := range [][2]graph.Value{{left, right}, {right, left}} {
				if of, ok := d.parameter(sides[1]); ok && d.square(sides[0]) != nil {
					d.add(solving.Derived{Kind: solving.Root, Of: of})
				}
			}
		}
	}
}

// square is what a value is the square of; nil for others.
func (d *deriver) square(v graph.Value) *linear.Form {
	if v == graph.None || d.graph.Kind(v) != graph.Operation {
		return nil
	}
	app, ok := d.graph.Info.Application(d.graph.Node(v))
	operands := d.graph.Operands(v)
	if !ok || app.Op.Canonical() != op.Multiply || len(operands) != 2 {
		return nil
	}
	a, b := d.linear(operands[0].Value), d.linear(operands[1].Value)
	if a == nil || b == nil || !a.Equal(*b) || a.IsNumber() {
		return nil
	}
	return a
}

// parameter is the size that an integer of the body is by itself.
func (d *deriver) parameter(v graph.Value) (int, bool) {
	f := d.linear(v)
	if f == nil || len(f.Terms) != 1 || f.Terms[0].Coef != 1 || f.Const != 0 {
		return 0, false
	}
	return f.Terms[0].Of, true
}

// rooted are the root of one side of a comparison and what the other one is the square of.
func (d *deriver) rooted(side, other graph.Value) (root, x *linear.Form, ok bool) {
	x = d.square(side)
	of, isParameter := d.parameter(other)
	if x == nil || !isParameter {
		return nil, nil, false
	}
	for i, one := range d.found {
		if one.Kind == solving.Root && one.Of == of {
			f := linear.Variable(len(d.in.Most) + i)
			return &f, x, true
		}
	}
	return nil, nil, false
}

// quotients adds ⌊n/k⌋ for integers n and k, where the body takes one integer away from
// another, or multiplies one.
func (d *deriver) quotients(integers []int) {
	if len(integers) < 2 || len(integers) > 3 {
		return
	}
	for v := range graph.Value(d.graph.Len()) {
		for _, per := range d.steps(v) {
			for _, of := range integers {
				if !per.Has(of) {
					d.add(solving.Derived{Kind: solving.Quotient, Of: of, Form: per})
				}
			}
		}
	}
}

// steps are the parameters by which an operation takes something away or multiplies.
func (d *deriver) steps(v graph.Value) []linear.Form {
	if d.graph.Kind(v) != graph.Operation || !measure.IsInteger(d.graph.Type(v)) {
		return nil
	}
	app, ok := d.graph.Info.Application(d.graph.Node(v))
	operands := d.graph.Operands(v)
	if !ok || len(operands) != 2 {
		return nil
	}
	a, b := d.counter(operands[0].Value), d.counter(operands[1].Value)
	switch app.Op.Canonical() {
	case op.Subtract:
		if a != nil && b != nil && !a.Equal(*b) {
			return []linear.Form{*b}
		}
	case op.Add:
		if a != nil && b != nil && a.Equal(*b) {
			return []linear.Form{*a}
		}
	case op.Multiply, op.LeftShift:
		switch {
		case a != nil && b == nil:
			return []linear.Form{*a}
		case b != nil && a == nil:
			return []linear.Form{*b}
		}
	}
	return nil
}

// counter is an integer of the body's arguments, which may be known to be above 0; nil for
// others.
func (d *deriver) counter(v graph.Value) *linear.Form {
	f := d.linear(v)
	if f == nil || len(f.Terms) != 1 || f.Terms[0].Coef != 1 || f.Const != 0 && f.Const != 1 {
		return nil
	}
	return f
}

// comparesLiteral reports whether a body compares a value with a literal.
func (w *walk) comparesLiteral() bool {
	for v := range graph.Value(w.graph.Len()) {
		if w.graph.Kind(v) != graph.Operation {
			continue
		}
		app, ok := w.graph.Info.Application(w.graph.Node(v))
		if !ok || !comparisons[app.Op.Canonical()] {
			continue
		}
		literals := 0
		for _, o := range w.graph.Operands(v) {
			if o.Value == graph.None || w.graph.Kind(o.Value) == graph.Literal {
				literals++
			}
		}
		if literals == 1 {
			return true
		}
	}
	return false
}

// comparisons are the operators that tell which of two integers is larger.
var comparisons = map[string]bool{op.Less: true, op.LessEqual: true, op.Greater: true, op.GreaterEqual: true, op.Equal: true, op.NotEqual: true}

// lengths are the sizes, by number, of data among an instance's own arguments that are how
// many constructors of its own type it has.
func (w *walk) lengths(args []value) []int {
	var all []int
	for _, v := range args {
		d, ok := v.(*data)
		if !ok {
			continue
		}
		list, _ := w.Measures(typeOf(d))
		if len(list) > 0 && list[0] == w.Key(typeOf(d)) {
			all = append(all, d.sizes[list[0]].Last())
		}
	}
	return all
}

// relate notes on a path what the derived sizes are, as far as it knows the signs of what
// they are made of.
func (in *instance) relate(p *path) {
	first := in.Arity - len(in.Derived)
	for i, d := range in.Derived {
		own := linear.Variable(first + i)
		switch d.Kind {
		case solving.Excess:
			over := p.Now(d.Form)
			switch {
			case p.Natural(over):
				p.Equate(own, over)
			case p.Natural(linear.Form{}.Minus(over)):
				p.Equate(own, linear.Form{})
			}
		case solving.Quotient:
			n, k := linear.Variable(d.Of), d.Form
			switch one := linear.Number(1); {
			case !p.Natural(k.Minus(one)):
			case p.Natural(n.Minus(k)):
				p.AtLeast(own, one)
			case p.Natural(k.Minus(n).Minus(one)):
				p.Equate(own, linear.Form{})
			}
		}
	}
}

// A square is the square of an integer that is at least 0; see solving.Root.
type square struct {
	of types.Type
	x  linear.Form
}

func (v *square) typ() types.Type { return v.of }

// hasRoot reports whether a body has a root among its sizes.
func (w *walk) hasRoot() bool {
	return slices.ContainsFunc(w.in.Derived, func(d solving.Derived) bool { return d.Kind == solving.Root })
}

// rootOf is the size that is the root of an integer of the path's body.
func (w *walk) rootOf(p *path, n linear.Form) (linear.Form, bool) {
	first := w.in.Arity - len(w.in.Derived)
	for i, d := range w.in.Derived {
		if d.Kind == solving.Root && p.Now(linear.Variable(d.Of)).Equal(p.Now(n)) {
			return linear.Variable(first + i), true
		}
	}
	return linear.Form{}, false
}
