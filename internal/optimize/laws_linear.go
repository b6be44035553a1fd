package optimize

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// linear reports whether a sum or a mean distributes over sums and over factors that do not vary along
// its axes. The mean of integers does not: it is rounded towards zero, and mean([1, 2]) + mean([1, 2])
// is 2, where mean([2, 4]) is 3.
func (t *terms) linear(r reduction) bool {
	return r.op.Canonical() == "sum" || t.tensor(r.x).Dtype.IsFloat()
}

// sumOfSums: Σ(x + y) → Σ(x) + Σ(y), and Σ(x - y) → Σ(x) - Σ(y), each operand by its own shape. It saves
// work where one of them is broadcast.
func sumOfSums(a *application, e egraph.Entry) {
	r, ok := a.reductionOf(e)
	if !ok || !a.linear(r) {
		return
	}
	for _, name := range []string{op.Add, op.Subtract} {
		for _, f := range a.operations(r.x, name) {
			if len(f.Kids) != 2 {
				continue
			}
			x, ok := a.reduceBroadcast(r, f.Kids[0], a.typeOf(e.ID))
			if !ok {
				continue
			}
			if y, ok := a.reduceBroadcast(r, f.Kids[1], a.typeOf(e.ID)); ok {
				a.equal(a.apply(name, []id{x, y}))
			}
		}
	}
}

// sumOfNegative: Σ(-x) → -Σ(x).
func sumOfNegative(a *application, e egraph.Entry) {
	r, ok := a.reductionOf(e)
	if !ok || !a.linear(r) {
		return
	}
	for _, f := range a.operations(r.x, op.Negative) {
		if c, ok := a.reduced(r.op, f.Kids[0], r.axes, r.keep); ok {
			a.equal(a.apply(op.Negative, []id{c}))
		}
	}
}

// sumsAdded: Σ(x) + Σ(y) → Σ(x + y), and Σ(x) - Σ(y) → Σ(x - y), for x and y of one type.
func sumsAdded(a *application, e egraph.Entry) {
	for _, name := range []string{"sum", "mean"} {
		for _, f := range a.operations(e.Kids[0], name) {
			for _, g := range a.operations(e.Kids[1], name) {
				if f.Head != g.Head || !a.sameType(f.Kids[0], g.Kids[0]) || name == "mean" && !a.tensor(e.ID).Dtype.IsFloat() {
					continue
				}
				if c, ok := a.apply(a.head(e.Node).op.Name, []id{f.Kids[0], g.Kids[0]}); ok {
					h := a.head(f.Node)
					a.equal(a.applyTo(h.op, h.attrs, 0, []id{c}))
				}
			}
		}
	}
}

// factorOfSum takes out of the sum of a product what does not vary along an axis:
//
//	Σ(x * y, A) → Σ(Σ(x, Aₓ) * Σ(y, A_y), Aₛ)
//
// where Aₓ are the axes of A along which only x varies (y is broadcast), A_y those of y, and Aₛ those of
// both. For quotients only the dividend is summed, Σ(x / y) → Σ(x) / y, and only of floats: the quotient
// of integers is rounded.
func factorOfSum(a *application, e egraph.Entry) {
	r, ok := a.reductionOf(e)
	if !ok || !a.linear(r) {
		return
	}
	rank := len(r.shape)
	for _, name := range []string{op.Multiply, op.Divide} {
		for _, f := range a.operations(r.x, name) {
			if len(f.Kids) != 2 {
				continue
			}
			xs, ok := a.shape(f.Kids[0])
			ys, both := a.shape(f.Kids[1])
			if !ok || !both || name == op.Divide && !a.tensor(e.ID).Dtype.IsFloat() {
				continue
			}
			onlyX, onlyY, shared := r.varying(xs, ys)
			if name == op.Divide {
				onlyY, shared = nil, append(shared, onlyY...)
				slices.Sort(shared)
			}
			if len(onlyX)+len(onlyY) == 0 {
				continue
			}
			// Each operand is reduced along its own axes, which stay with extent 1, so that the
			// product is broadcast as before; then the product along the shared ones.
			own := func(axes []int64, rankOf int) []int64 {
				all := slices.Clone(axes)
				for i := range all {
					all[i] -= int64(rank - rankOf)
				}
				return all
			}
			p, ok := a.reduced(r.op, f.Kids[0], own(onlyX, len(xs)), true)
			if !ok {
				continue
			}
			q, ok := a.reduced(r.op, f.Kids[1], own(onlyY, len(ys)), true)
			if !ok {
				continue
			}
			c, ok := a.apply(name, []id{p, q})
			if !ok {
				continue
			}
			if got, _ := a.shape(c); len(got) != rank {
				continue
			}
			if c, ok = a.reduced(r.op, c, shared, true); !ok {
				continue
			}
			if !r.keep {
				c, ok = a.apply("squeeze", []id{c}, ints("axis", r.axes))
			}
			a.equal(c, ok)
			// A number, or a tensor without the axes, needs none of extent 1.
			if len(onlyY) == 0 && len(shared) == 0 && len(ys) == 0 {
				if c, ok := a.reduced(r.op, f.Kids[0], own(onlyX, len(xs)), r.keep); ok {
					a.equal(a.apply(name, []id{c, f.Kids[1]}))
				}
			}
			if len(onlyX) == 0 && len(shared) == 0 && len(xs) == 0 {
				if c, ok := a.reduced(r.op, f.Kids[1], own(onlyY, len(ys)), r.keep); ok {
					a.equal(a.apply(name, []id{f.Kids[0], c}))
				}
			}
		}
	}
}

// varying parts the reduced axes by which of two operands varies along them; along axes that only one has,
// the other is broadcast. An axis of which that is not known counts for both.
func (r reduction) varying(xs, ys []types.Dim) (onlyX, onlyY, both []int64) {
	rank := len(r.shape)
	x, y := aligned(xs, rank), aligned(ys, rank)
	for _, axis := range r.axes {
		hasX := x[axis].Equal(r.shape[axis]) && int(axis) >= rank-len(xs)
		hasY := y[axis].Equal(r.shape[axis]) && int(axis) >= rank-len(ys)
		switch {
		case hasX && !hasY && y[axis].IsConst(1):
			onlyX = append(onlyX, axis)
		case hasY && !hasX && x[axis].IsConst(1):
			onlyY = append(onlyY, axis)
		default:
			both = append(both, axis)
		}
	}
	return onlyX, onlyY, both
}

// extremeOfShifted: max(x + y, A) → max(x, A) + y, where y does not vary along A, and of - as well;
// max(x * c, A) → max(x, A) * c for a number c > 0, and of / as well. Floats alone: x + y rounds
// monotonically, whereas integers wrap around, and max([100, 27] + 28) of int8 is 55.
func extremeOfShifted(a *application, e egraph.Entry) {
	r, ok := a.reductionOf(e)
	if !ok || !a.tensor(e.ID).Dtype.IsFloat() {
		return
	}
	for _, name := range []string{op.Add, op.Subtract, op.Multiply, op.Divide} {
		for _, f := range a.operations(r.x, name) {
			if len(f.Kids) != 2 {
				continue
			}
			ys, ok := a.shape(f.Kids[1])
			xs, both := a.shape(f.Kids[0])
			if !ok || !both || len(xs) != len(r.shape) || !slices.EqualFunc(xs, r.shape, types.Dim.Equal) {
				continue
			}
			y := f.Kids[1]
			if len(ys) > 0 {
				// It must not vary along the axes.
				constant := len(ys) == len(xs) && (name == op.Add || name == op.Subtract)
				for _, axis := range r.axes {
					constant = constant && ys[axis].IsConst(1)
				}
				if !constant {
					continue
				}
				if !r.keep {
					if y, ok = a.apply("squeeze", []id{y}, ints("axis", r.axes)); !ok {
						continue
					}
				}
			}
			if v := a.Data(f.Kids[1]).value; (name == op.Multiply || name == op.Divide) && (v == nil || v.number() <= 0) {
				continue
			}
			if c, ok := a.reduced(r.op, f.Kids[0], r.axes, r.keep); ok {
				a.equal(a.apply(name, []id{c, y}))
			}
		}
	}
}

// extremeOfNegative: max(-x) → -min(x), and min(-x) → -max(x). Floats alone: -(-128) is -128 in int8.
func extremeOfNegative(a *application, e egraph.Entry) {
	r, ok := a.reductionOf(e)
	if !ok || !a.tensor(e.ID).Dtype.IsFloat() {
		return
	}
	other := map[string]string{"max": "min", "min": "max"}[r.op.Canonical()]
	for _, f := range a.operations(r.x, op.Negative) {
		if c, ok := a.reduced(a.ops[other], f.Kids[0], r.axes, r.keep); ok {
			a.equal(a.apply(op.Negative, []id{c}))
		}
	}
}

// rising are functions that do not fall anywhere: x ≤ y implies f(x) ≤ f(y). clip is one for any
// bounds, min(max(x, a), b). NaN, which log and sqrt give below 0, is set aside.
var rising = []string{"exp", "sigmoid", "tanh", "nn.relu", "sqrt", "log", "clip", "atan", "floor", "ceil", "erf"}

// extremeOfRising: max(f(x)) → f(max(x)), and min(f(x)) → f(min(x)), for f that does not fall.
func extremeOfRising(a *application, e egraph.Entry) {
	r, ok := a.reductionOf(e)
	if !ok || !a.tensor(e.ID).Dtype.IsFloat() {
		return
	}
	for _, f := range a.unaryMaps(r.x) {
		h := a.head(f.Node)
		if !slices.Contains(rising, h.op.Canonical()) {
			continue
		}
		if c, ok := a.reduced(r.op, f.Kids[0], r.axes, r.keep); ok {
			a.equal(a.applyTo(h.op, h.attrs, 0, []id{c}))
		}
	}
}

// meanAsSum: mean(x) → Σ(x) * (1/n), for floats of at least 32 bits. Shorter ones are summed wide by the
// mean (op/reduction), and in their own dtype by the sum.
func meanAsSum(a *application, e egraph.Entry) {
	r, ok := a.reductionOf(e)
	t := a.tensor(e.ID)
	if !ok || !t.Dtype.IsFloat() || t.Dtype.Bits < 32 {
		return
	}
	n, known := r.product(r.axes)
	if !known || n == 0 {
		return
	}
	c, ok := a.reduced(a.ops["sum"], r.x, r.axes, r.keep)
	if !ok {
		return
	}
	if factor, ok := a.scalar(t.Dtype, 1/float64(n)); ok {
		a.equal(a.apply(op.Multiply, []id{c, factor}))
	}
}
