package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Parts of FractalTensors: how long slices are, and how many windows there are.

// With n = k·q + r, r < k, all parts of one FractalTensor are distinguished by q and r:
//
//	slice(xs, a, b, k)  ⌈(b - a)/k⌉ = q + [r > a]      for b = k·q + r, a < k
//	slide(w, k)         ⌊(n - reach)/k⌋ + 1            where n ≥ reach, else 0
//
// and [r > a] is a symbol that is at most 1 and at most r: so xs[0::2] and xs[1::2] are
// together n, which sums by every second element need.

// slice gives the elements from one place up to another, both no further than the end,
// or each of them that is a stride from the last.
func (c *sequenceCall) slice() (value, bool) {
	xs, ok := c.sequence(0)
	if !ok {
		return nil, false
	}
	c.view()
	n := xs.totals[0]
	from, known := c.arg(1).(*number)
	to, both := c.arg(2).(*number)
	if !known || !both || !c.p.Natural(from.size) || !c.p.Natural(to.size) {
		return sameShape(xs, c.within(n)), true
	}
	start, end := c.placed(from.size, n), c.placed(to.size, n)
	stride, constant := c.stride()
	length := c.p.Now(end.Plus(-1, start))
	switch {
	case !c.p.Natural(length):
		return sameShape(xs, c.within(end)), true
	case !constant:
		return sameShape(xs, c.within(length)), true
	}
	return sameShape(xs, c.strided(start, end, stride)), true
}

// cut are the ways in which a slice begins at a number: inside of the FractalTensor, or
// behind its end. What is left behind the first of several blocks is less than the whole.
func (w *walk) cut(p *path, o *op.Op, args []value) []*path {
	if o.Canonical() != parallel.Slice || len(args) < 2 {
		return []*path{p}
	}
	xs, ok := args[0].(*sequence)
	from, known := args[1].(*number)
	if !ok || !known || from.constant() < 1 {
		return []*path{p}
	}
	inside, behind := xs.totals[0].Plus(-1, from.size), from.size.Plus(-1, xs.totals[0])
	if p.Natural(inside) || p.Natural(behind) {
		return []*path{p}
	}
	var open []*path
	for _, e := range []linear.Form{inside, behind} {
		if q := p.fork(); q.AtLeast(e, linear.Form{}) {
			open = append(open, q)
		}
	}
	return open
}

// strided is how many elements there are from one place up to another, each a stride from
// the last: ⌈(end - start)/k⌉. Where start is less than k and end is k·q + r, that is q,
// and 1 more where r > start; so the slices of one FractalTensor are all told by its q.
func (c *sequenceCall) strided(start, end linear.Form, stride int64) linear.Form {
	if !start.IsNumber() || start.Const >= stride {
		start, end = linear.Form{}, end.Plus(-1, start)
	}
	whole, rest := c.divided(end, stride)
	return whole.Plus(1, c.exceeds(rest, start.Const, stride))
}

// exceeds is 1 where what a division by a number leaves is more than another number, or
// else 0.
func (c *sequenceCall) exceeds(rest linear.Form, than, by int64) linear.Form {
	switch {
	case than >= by-1:
		return linear.Form{}
	case rest.IsNumber():
		return linear.Number(min(1, max(0, rest.Const-than)))
	case by == 2:
		return rest
	}
	one := c.p.Symbol()
	c.p.Limit(one, 1)
	c.p.AtLeast(rest, one)
	return one
}

// within is a length that is no more than others: than a number, where one of them is
// one.
func (c *sequenceCall) within(most ...linear.Form) linear.Form {
	length := c.p.Symbol()
	for _, m := range most {
		if m.IsNumber() {
			c.p.Bound(length, symbolic.Int(m.Const))
			return length
		}
	}
	for _, m := range most {
		c.p.AtLeast(m, length)
	}
	return c.p.Now(length)
}

// placed is a place in a FractalTensor of length n: the end for those after it.
func (c *sequenceCall) placed(at, n linear.Form) linear.Form {
	switch {
	case c.p.Natural(at.Plus(-1, n)):
		return n
	case c.p.Natural(n.Plus(-1, at)):
		return at
	}
	return c.within(n, at)
}

// stride is the step of a slice, where it is a number.
func (c *sequenceCall) stride() (int64, bool) {
	if c.arg(3) == absent {
		k, _ := c.attrs.Int("stride")
		return k, 1 <= k && k <= linear.MaxFactor
	}
	n, ok := c.arg(3).(*number)
	return n.constant(), ok && 1 <= n.constant() && n.constant() <= linear.MaxFactor
}

// constant is the value of a number that is one whatever the sizes are, or 0.
func (v *number) constant() int64 {
	if v == nil || !v.size.IsNumber() {
		return 0
	}
	return v.size.Const
}

// divided is a natural divided by a number, and what is left of it.
func (c *sequenceCall) divided(size linear.Form, by int64) (whole, rest linear.Form) {
	switch {
	case by == 1:
		return size, linear.Form{}
	case size.IsNumber():
		return linear.Number(size.Const / by), linear.Number(size.Const % by)
	}
	t := types.Scalar(types.Int32)
	n, ok := quotient(c.p, []value{numberOf(t, size), numberOf(t, linear.Number(by))}).(*number)
	if !ok {
		whole, rest = c.p.Symbol(), c.p.Symbol()
		c.p.AtLeast(size, whole)
		return c.p.Now(whole), rest
	}
	return c.p.Now(n.size), c.p.Now(size.Plus(-by, n.size))
}

// maxStep is how wide windows may be, and how far apart, for them to be counted.
const maxStep = 1 << 10

// inside is how many windows lie inside of n elements: ⌊(n - reach)/stride⌋ + 1 where there
// is reach for one. Where they do not overlap and n is stride·q + r, that is q, and 1 more
// where r ≥ reach; also where there is reach for none.
func (c *sequenceCall) inside(n linear.Form) linear.Form {
	width, _ := c.attrs.Int("window")
	stride, strided := c.attrs.Int("stride")
	dilation, dilated := c.attrs.Int("dilation")
	if c.op.Length == nil || !strided || !dilated || width < 1 || stride < 1 || dilation < 1 || max(width, stride, dilation) > maxStep {
		return c.within(n)
	}
	reach := dilation*(width-1) + 1
	left := n.Plus(-1, linear.Number(reach))
	switch {
	case reach <= stride:
		whole, rest := c.divided(n, stride)
		return whole.Plus(1, c.exceeds(rest, reach-1, stride))
	case c.p.Natural(left):
		whole, _ := c.divided(left, stride)
		return whole.Plus(1, linear.Number(1))
	case n.IsNumber():
		return linear.Form{}
	}
	whole, _ := c.divided(n, stride) // ⌊(n - reach)/stride⌋ + 1 is no more, and 0 neither
	return c.within(whole)
}
