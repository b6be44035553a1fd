package complexity

import (
	"slices"
	"strconv"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// operation is an operator of the table, applied.
func (w *walk) operation(p *path, v graph.Value) []*path {
	app, ok := w.graph.Info.Application(w.graph.Node(v))
	if !ok {
		p.Lose(w.loss(solving.NotFollowed, w.graph.Node(v)))
		return []*path{p}
	}
	for _, o := range w.graph.Operands(v) {
		if o.Block != w.graph.Block(v) && o.Value != graph.None {
			return w.shortCircuit(p, v, app.Op)
		}
	}
	args := w.operands(p, v)
	if next, ok := w.unrolled(p, v, app.Op, args); ok {
		return next
	}
	var open []*path
	for _, q := range w.cut(p, app.Op, args) {
		for _, way := range q.apart(app.Op, args) {
			open = append(open, way.ordered(app.Op, args)...)
		}
	}
	for _, q := range open {
		q.values[v] = w.operate(q, v, &app.OperatorCall, args)
	}
	return open
}

// operate is the result of an operator of the table; what it costs is noted.
func (w *walk) operate(p *path, v graph.Value, c *typecheck.OperatorCall, args []value) value {
	if result := w.compiled(p, v, c.Op, args); result != nil {
		return result
	}
	t := w.typeOf(v)
	switch {
	case w.onSequences(c.Op, t, args):
		return w.sequenceOperation(p, v, c.Op, c.Attrs, args)
	case !w.scalars(t, args):
		return w.onTensors(p, v, c.Op, c.Attrs, args)
	}
	w.spend(p, v)
	return w.computed(p, t, c.Op, args)
}

// compiled is the result of an operator that calls a function of the compiler, its first
// operand, with the parts of its second: it costs what the call does. It is nil of other
// operators, and where the function or the parts are not known.
func (w *walk) compiled(p *path, v graph.Value, o *op.Op, args []value) value {
	if !o.Compiled || len(args) < 2 {
		return nil
	}
	operands, ok := args[1].(*tuple)
	if !ok {
		return nil
	}
	switch args[0].(type) {
	case *closure, *global:
	default:
		if at := w.graph.Node(w.graph.Operands(v)[0].Value); w.item.Kind(at) == syntax.Global {
			p.Lose(w.loss(solving.UnknownFunction, at))
		}
		return nil
	}
	f, ok := args[0].typ().(*types.Func)
	if !ok || len(f.In) != len(operands.parts) {
		return nil
	}
	result := w.apply(p, v, args[0], operands.parts, f.Out)
	if out, ok := types.Head(w.typeOf(v)).(*types.Tuple); ok && len(out.Elems) == 0 {
		return w.unknown(p, out, false) // it is written into an operand
	}
	return result
}

// defaults are the attributes of an operator that is passed as a function.
func defaults(o *op.Op) op.Attrs {
	attrs, _ := op.Bind(o, nil)
	return attrs
}

// computed is the result of an operator on single numbers.
func (w *walk) computed(p *path, t types.Type, o *op.Op, args []value) value {
	if f := arithmetic[o.Canonical()]; f != nil {
		result := f(p, args)
		if result == nil && o.Canonical() == op.Multiply && w.in != nil {
			result = w.multiplied(p, t, args)
		}
		if n, isNumber := result.(*number); result != nil && (!isNumber || isOperand(n, args) || w.fits(p, n)) {
			return result
		}
	}
	return p.once(o, args, w.unknown(p, t, false))
}

// isOperand reports whether a number is one of some operands.
func isOperand(n *number, args []value) bool {
	return slices.ContainsFunc(args, func(arg value) bool {
		a, ok := arg.(*number)
		return ok && a.size.Equal(n.size)
	})
}

// scalars reports whether an operator works on single numbers.
func (w *walk) scalars(t types.Type, args []value) bool {
	if !measure.IsScalar(t) {
		return false
	}
	for _, a := range args {
		switch a := a.(type) {
		case *number, *condition, *square:
		case *opaque:
			if !measure.IsScalar(a.of) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// arithmetic is what operators on integers and truth values mean for sizes; nil
// results are of unknown size.
var arithmetic = map[string]func(p *path, args []value) value{
	op.Add:          func(_ *path, args []value) value { return linearly(args, 1) },
	op.Subtract:     func(_ *path, args []value) value { return linearly(args, -1) },
	op.Multiply:     multiple,
	op.Divide:       quotient,
	op.FloorDivide:  quotient,
	op.TruncDivide:  quotient,
	op.Mod:          remainder,
	op.TruncMod:     remainder,
	op.FloorMod:     remainder,
	op.Negative:     negated,
	op.Minimum:      smaller,
	op.Maximum:      larger,
	op.LeftShift:    shiftedLeft,
	op.RightShift:   shiftedRight,
	op.Abs:          magnitude,
	op.Equal:        func(_ *path, args []value) value { return compared(equal, args, false) },
	op.NotEqual:     func(_ *path, args []value) value { return compared(different, args, false) },
	op.Less:         func(_ *path, args []value) value { return compared(less, args, false) },
	op.LessEqual:    func(_ *path, args []value) value { return compared(atMost, args, false) },
	op.Greater:      func(_ *path, args []value) value { return compared(less, args, true) },
	op.GreaterEqual: func(_ *path, args []value) value { return compared(atMost, args, true) },
	op.LogicalNot:   func(_ *path, args []value) value { return &condition{relation: inverse, a: args[0]} },
	op.LogicalAnd:   func(_ *path, args []value) value { return &condition{relation: both, a: args[0], b: args[1]} },
	op.LogicalOr:    func(_ *path, args []value) value { return &condition{relation: either, a: args[0], b: args[1]} },
}

// multiple is a number times a constant.
func multiple(p *path, args []value) value {
	a, b := numbers(args)
	if a == nil || b == nil {
		return nil
	}
	if a.size.IsNumber() {
		a, b = b, a
	}
	if !b.size.IsNumber() || b.size.Const > linear.MaxFactor || b.size.Const < -linear.MaxFactor || a.size.Large() {
		return nil
	}
	product := linear.Form{}.Plus(b.size.Const, a.size)
	if product.Large() {
		return nil
	}
	return numberOf(a.of, product)
}

// mostOf is a number that an integer is at most.
func mostOf(p *path, a *number) int64 {
	_, high := measure.IntegerRange(a.of)
	if most := p.Raised(p.Now(a.size), high); most.IsNumber() {
		return min(most.Const, high)
	}
	return high
}

func numbers(args []value) (a, b *number) {
	if len(args) != 2 {
		return nil, nil
	}
	a, _ = args[0].(*number)
	b, _ = args[1].(*number)
	return a, b
}

func linearly(args []value, sign int64) value {
	a, b := numbers(args)
	if a == nil || b == nil {
		return nil
	}
	sum := a.size.Plus(sign, b.size)
	if sum.Large() {
		return nil
	}
	return numberOf(a.of, sum)
}

// shortCircuit is `&&` and `||` on truth values: the right operand is evaluated
// where the left one does not decide.
func (w *walk) shortCircuit(p *path, v graph.Value, o *op.Op) []*path {
	p.Costs[solving.Work]++
	operands := w.graph.Operands(v)
	left := w.at(p, operands[0].Value)
	w.tries = 0
	decides := o.Canonical() == op.LogicalOr
	next := w.assume(p.fork(), left, decides)
	for _, q := range next {
		q.values[v] = truth(decides)
		q.ready[v] = w.ready(q, operands[0].Value)
	}
	for _, q := range w.assume(p, left, !decides) {
		q.ready[v] = q.Then(solving.Moment{}, w.ready(q, operands[0].Value)) // when the right operand begins
		next = append(next, w.into(q, v, operands[1].Block)...)
	}
	for _, q := range next {
		q.ready[v] = q.Then(solving.Moment{Cost: 1}, q.ready[v])
	}
	return next
}

// integer is the value of a small integer literal.
func (w *walk) integer(n syntax.NodeID) (int64, bool) { return writtenInteger(w.item, n) }

// writtenInteger is the value of an integer literal, if that is no large one.
func writtenInteger(item *syntax.Item, n syntax.NodeID) (int64, bool) {
	if item.Kind(n) != syntax.Int {
		return 0, false
	}
	text := item.NumberText(n)
	for i := range text {
		if c := text[i]; (c < '0' || c > '9') && c != '-' {
			text = text[:i]
			break
		}
	}
	k, err := strconv.ParseInt(text, 10, 32)
	return k, err == nil && k <= linear.MaxFactor && k >= -linear.MaxFactor
}
