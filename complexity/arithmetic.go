package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Operators whose result is one of several linear sums: which one, the path is divided by.
//
//	P ⊢ minimum(a, b):   P ⊕ (a ≤ b) gives a, and P ⊕ (b ≤ a - 1) gives b
//	P ⊢ maximum(a, b):   likewise
//	P ⊢ abs(a):          P ⊕ (a ≥ 0) gives a, and P ⊕ (a ≤ -1) gives -a
//
// Shifts by a number are multiplications and divisions by a power of 2.

// ordered are the ways in which an extreme of two integers, or an absolute value, is one of
// them.
func (p *path) ordered(o *op.Op, args []value) []*path {
	var above linear.Form
	switch o.Canonical() {
	case op.Minimum, op.Maximum:
		a, b := numbers(args)
		if a == nil || b == nil {
			return []*path{p}
		}
		above = b.size.Minus(a.size)
	case op.Abs:
		a := single(args)
		if a == nil {
			return []*path{p}
		}
		above = a.size
	default:
		return []*path{p}
	}
	if p.Natural(above) || p.Natural(opposite(above)) || p.signs == maxSigns {
		return []*path{p}
	}
	p.signs++
	var open []*path
	if q := p.fork(); q.AtLeast(above, linear.Form{}) {
		open = append(open, q)
	}
	if p.AtLeast(opposite(above), linear.Form{}) {
		open = append(open, p)
	}
	return open
}

func single(args []value) *number {
	if len(args) != 1 {
		return nil
	}
	a, _ := args[0].(*number)
	return a
}

func smaller(p *path, args []value) value { return extreme(p, args, false) }
func larger(p *path, args []value) value  { return extreme(p, args, true) }

// extreme is the smaller or the larger of two numbers, where the path knows which it is.
func extreme(p *path, args []value, largest bool) value {
	a, b := numbers(args)
	if a == nil || b == nil {
		return nil
	}
	above := b.size.Minus(a.size)
	switch {
	case p.Natural(above) == largest && (p.Natural(above) || p.Natural(linear.Form{}.Minus(above))):
		return numberOf(a.of, b.size)
	case p.Natural(above) || p.Natural(linear.Form{}.Minus(above)):
		return numberOf(a.of, a.size)
	}
	return nil
}

func negated(_ *path, args []value) value {
	a := single(args)
	if a == nil {
		return nil
	}
	return numberOf(a.of, linear.Form{}.Minus(a.size))
}

func magnitude(p *path, args []value) value {
	a := single(args)
	switch {
	case a == nil:
		return nil
	case p.Natural(a.size):
		return numberOf(a.of, a.size)
	case p.Natural(linear.Form{}.Minus(a.size)):
		return numberOf(a.of, linear.Form{}.Minus(a.size))
	}
	return nil
}

// maxShift is how far a shift is followed.
const maxShift = 16

func shiftedLeft(p *path, args []value) value {
	if by := shift(args); by != nil {
		return multiple(p, []value{args[0], by})
	}
	return nil
}

func shiftedRight(p *path, args []value) value {
	if by := shift(args); by != nil {
		return quotient(p, []value{args[0], by})
	}
	return nil
}

// shift is the power of 2 that a shift by a number multiplies or divides by; nil for others.
func shift(args []value) *number {
	a, b := numbers(args)
	if a == nil || b == nil || !b.size.IsNumber() || b.size.Const < 0 || b.size.Const > maxShift {
		return nil
	}
	return numberOf(a.of, linear.Number(1<<b.size.Const))
}

// multiplied is the product of two integers that is taken to stay in its range: a square,
// where the body has a root to compare it with, or else a size that is at most the product of
// both. It is nil for others.
func (w *walk) multiplied(p *path, t types.Type, args []value) value {
	a, b := numbers(args)
	if a == nil || b == nil || !measure.Countable(t) {
		return nil
	}
	x, y := p.Now(a.size), p.Now(b.size)
	if low, _ := measure.IntegerRange(t); low == 0 || !p.Natural(x) || !p.Natural(y) || !w.in.takesRange() {
		return nil
	}
	switch {
	case x.Equal(y) && w.hasRoot():
		return &square{t, a.size}
	case x.Natural() && y.Natural():
		return numberOf(t, p.Fresh(w.AffineExpr(x).Mul(w.AffineExpr(y))))
	}
	return nil
}

// squareCompared is a comparison of a square with an integer; nil for others.
func squareCompared(r relation, args []value) value {
	if x, ok := args[0].(*square); ok {
		if n, ok := args[1].(*number); ok {
			return &condition{relation: r, right: n.size, square: x}
		}
	}
	if x, ok := args[1].(*square); ok {
		if n, ok := args[0].(*number); ok {
			return &condition{relation: r, left: n.size, square: x, turned: true}
		}
	}
	return nil
}

// assumeSquare notes of x² < n or x² ≤ n what it says of x and the root of n:
//
//	x² ≤ n or x² < n:    x ≤ ⌊√n⌋
//	x² > n:              x ≥ ⌊√n⌋ + 1
//	x² ≥ n:              x ≥ ⌊√n⌋
func (w *walk) assumeSquare(p *path, c *condition, holds bool) []*path {
	n := c.right
	if c.turned {
		n = c.left
	}
	root, ok := w.rootOf(p, n)
	if !ok || c.relation != less && c.relation != atMost {
		return []*path{p}
	}
	possible := true
	switch small, strict := holds != c.turned, (c.relation == less) == holds; {
	case small:
		possible = p.AtLeast(root, c.square.x)
	case strict:
		possible = p.AtLeast(c.square.x, root.Plus(1, linear.Number(1)))
	default:
		possible = p.AtLeast(c.square.x, root)
	}
	if !possible {
		return nil
	}
	return []*path{p}
}
