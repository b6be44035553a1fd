package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Lengths of what functions on FractalTensors give, for lengths n and m, totals T and
// longest L of the inner ones:
//
//	[a, b, c]          3; T is the sum of theirs, L the greatest
//	zip(xs, ys)        n; the inner ones of both side by side
//	product(xs, ys)    m rows of n each: totals times the other length
//	join(xs, ys)       n + m; T + T', max(L, L')
//	repeat(xs, k)      k rows of n: k·T
//	arange(n)          n; the elements are their places, which add up to at most n²/2
//	split(xs, k)       k - 1 parts of ⌊n/k⌋, and one of the rest
//	slice, slide       see cut.go
//	gather(xs, is)     m; each element at most m times: m·L
//	stack, flatten     a tensor, whose extents are the lengths
//
// A view costs one step, and no memory; what makes FractalTensors takes 8 bytes for each of
// them and each of their elements.

// list is a literal `[a, b, c]`.
func (w *walk) list(p *path, v graph.Value) value {
	c := &sequenceCall{walk: w, p: p, at: v, args: w.operands(p, v)}
	n := symbolic.Int(int64(len(c.args)))
	c.made(symbolic.Int(1), sequenceBytes(symbolic.Int(1), n))
	t := w.typeOf(v)
	if len(c.args) > 0 && (t == nil || measure.HasExtent(t, types.Dim.Loose)) {
		t = &types.Fractal{Elem: c.args[0].typ()}
	}
	if !measure.IsFractal(t) || len(c.args) > linear.MaxFactor {
		return w.unknown(p, t, false)
	}
	return c.literal(t)
}

// gathered adds up the sizes of elements that stand side by side.
func (c *sequenceCall) gathered(xs *sequence) {
	inner := measure.CountFractals(xs.of) - 1
	totals, longest := make([]*symbolic.Expr, inner), make([]*symbolic.Expr, inner)
	for i := range inner {
		totals[i], longest[i] = symbolic.Int(0), symbolic.Int(0)
	}
	for _, arg := range c.args {
		row := shapeOf(arg)
		for i := range inner {
			if len(row.totals) != inner {
				totals[i], longest[i] = nil, nil
				continue
			}
			totals[i] = totals[i].Add(c.expr(row.totals[i]))
			longest[i] = c.Larger(longest[i], c.expr(row.longest[i]))
		}
	}
	for i := range inner {
		xs.totals = append(xs.totals, c.p.AtMost(totals[i]))
		xs.longest = append(xs.longest, c.p.AtMost(longest[i]))
	}
}

// shapeOf are the FractalTensors of a value, in the order in which its type has them.
func shapeOf(v value) *sequence {
	all := &sequence{}
	switch v := v.(type) {
	case *sequence:
		return v
	case *tuple:
		for _, part := range v.parts {
			row := shapeOf(part)
			all.totals = append(all.totals, row.totals...)
			all.longest = append(all.longest, row.longest...)
		}
	}
	return all
}

// zipped is `zip`, which fails where the lengths differ.
func (c *sequenceCall) zipped() (value, bool) {
	elem := &types.Tuple{}
	out := &sequence{}
	for i := range c.args {
		xs, ok := c.sequence(i)
		if !ok {
			return nil, false
		}
		elem.Elems = append(elem.Elems, xs.elem())
		if i == 0 {
			out.totals, out.longest = append(out.totals, xs.totals[0]), append(out.longest, xs.longest[0])
		}
		out.totals, out.longest = append(out.totals, xs.totals[1:]...), append(out.longest, xs.longest[1:]...)
	}
	out.of, out.items = &types.Fractal{Elem: elem}, c.pairs()
	c.view()
	return out, true
}

// pairs are the elements of a `zip`, where those of all arguments are known.
func (c *sequenceCall) pairs() (all []value) {
	for i := range c.args {
		xs, ok := c.sequence(i)
		if !ok || xs.items == nil || i > 0 && len(xs.items) != len(all) {
			return nil
		}
		for at, item := range xs.items {
			if i == 0 {
				all = append(all, &tuple{})
			}
			whole := all[at].(*tuple)
			whole.parts = append(whole.parts, item)
		}
	}
	return all
}

// product is `product`: the first, once for each element of the second, and the other way
// round.
func (c *sequenceCall) product() (value, bool) {
	xs, ok := c.sequence(0)
	ys, both := c.sequence(1)
	if !ok || !both {
		return nil, false
	}
	c.made(symbolic.Int(1), symbolic.Int(words(2)))
	n, m := c.expr(xs.totals[0]), c.expr(ys.totals[0])
	return &tuple{[]value{c.rows(ys.totals[0], xs.totals[0], xs, m), c.rows(ys.totals[0], xs.totals[0], ys, n)}}, true
}

// rows are FractalTensors with the elements of another, which stands so many times in
// them.
func (c *sequenceCall) rows(length, longest linear.Form, xs *sequence, times *symbolic.Expr) value {
	out := &sequence{of: &types.Fractal{Elem: xs.of}, totals: []linear.Form{length}, longest: []linear.Form{length, longest}}
	for i, total := range xs.totals {
		out.totals = append(out.totals, c.p.AtMost(c.Rising(times.Mul(c.expr(total)))))
		if i > 0 {
			out.longest = append(out.longest, xs.longest[i])
		}
	}
	return out
}

func (c *sequenceCall) enumerated() (value, bool) {
	xs, ok := c.sequence(0)
	if !ok {
		return nil, false
	}
	c.view()
	elem := &types.Tuple{Elems: []types.Type{types.Scalar(types.Int32), xs.elem()}}
	return &sequence{of: &types.Fractal{Elem: elem}, totals: xs.totals, longest: xs.longest, places: true}, true
}

// length is the length as an integer.
func (c *sequenceCall) length() (value, bool) {
	xs, ok := c.sequence(0)
	if !ok {
		return nil, false
	}
	c.view()
	c.p.Count(xs.totals[0])
	return numberOf(types.Scalar(types.Int32), xs.totals[0]), true
}

func (c *sequenceCall) depth() (value, bool) {
	c.view()
	return &opaque{of: types.Scalar(types.Int32)}, true
}

// element is `first`, `last` or `e[i]`.
func (c *sequenceCall) element() (value, bool) {
	c.view()
	if xs, ok := c.sequence(0); ok {
		if at, ok := c.arg(1).(*number); ok && at.size.IsNumber() && 0 <= at.size.Const && at.size.Const < int64(len(xs.items)) {
			return xs.items[at.size.Const], true
		}
		return c.memberOf(xs), true
	}
	t, ok := types.Head(c.arg(0).typ()).(*types.Tensor)
	if !ok || len(t.Shape) == 0 {
		return nil, false
	}
	if len(t.Shape) == 1 {
		return c.unknown(c.p, types.Scalar(t.Dtype), false), true
	}
	return c.unknown(c.p, &types.Tensor{Dtype: t.Dtype, Shape: t.Shape[1:]}, false), true
}

// gather gives an element for each index; the same one may be given again and again.
func (c *sequenceCall) gather() (value, bool) {
	xs, ok := c.sequence(0)
	if !ok {
		return nil, false
	}
	var n *symbolic.Expr
	var length linear.Form
	switch is := c.arg(1).(type) {
	case *sequence:
		length, n = is.totals[0], c.expr(is.totals[0])
	default:
		t, ok := types.Head(is.typ()).(*types.Tensor)
		if !ok || len(t.Shape) != 1 {
			return nil, false
		}
		n = t.Shape[0].Expr()
		length = c.p.AtMost(n)
	}
	c.made(n, sequenceBytes(symbolic.Int(1), n))
	out := &sequence{of: xs.of, totals: []linear.Form{length}, longest: append([]linear.Form{length}, xs.longest[1:]...)}
	row := shapeOf(c.memberOf(xs))
	for i := range row.totals {
		out.totals = append(out.totals, c.p.AtMost(c.Rising(n.Mul(c.most(c.expr(row.totals[i]))))))
	}
	return out, true
}

// join is one after the other.
func (c *sequenceCall) join() (value, bool) {
	xs, ok := c.sequence(0)
	ys, both := c.sequence(1)
	if !ok || !both || len(xs.totals) != len(ys.totals) {
		return nil, false
	}
	out := &sequence{of: xs.of}
	for i := range xs.totals {
		total := xs.totals[i].Plus(1, ys.totals[i])
		longest := total
		if i > 0 {
			longest = c.p.AtMost(c.Larger(c.expr(xs.longest[i]), c.expr(ys.longest[i])))
		}
		out.totals, out.longest = append(out.totals, total), append(out.longest, longest)
	}
	n := c.expr(out.totals[0])
	c.made(n, sequenceBytes(symbolic.Int(1), n))
	return out, !out.totals[0].Large()
}

// count is a number that is an attribute, or else an argument; of one that is not known
// nothing bounds it.
func (c *sequenceCall) number(name string, i int) linear.Form {
	if k, ok := c.attrs.Int(name); ok && k >= 0 && k <= linear.MaxFactor {
		return linear.Number(k)
	}
	if n, ok := c.arg(i).(*number); ok {
		if c.p.Natural(n.size) {
			return n.size
		}
		return c.p.AtMost(c.Rising(c.expr(n.size).Max(symbolic.Int(0))))
	}
	return c.p.Symbol()
}

func (c *sequenceCall) repeat() (value, bool) {
	xs, ok := c.sequence(0)
	if !ok {
		return nil, false
	}
	c.view()
	k := c.number("k", 1)
	return c.rows(k, xs.totals[0], xs, c.expr(k)), true
}

// arange is a FractalTensor of integers.
func (c *sequenceCall) arange() (value, bool) {
	if c.op != parallel.Range || len(c.args) > 1 {
		return nil, false
	}
	length := c.number("n", 0)
	n := c.expr(length)
	c.made(n, sequenceBytes(symbolic.Int(1), n))
	return &sequence{of: &types.Fractal{Elem: types.Scalar(types.Int32)}, totals: []linear.Form{length}, longest: []linear.Form{length}, places: true}, true
}

// split cuts into parts that have all elements together.
func (c *sequenceCall) split() (value, bool) {
	xs, ok := c.sequence(0)
	k, given := c.attrs.Int("k")
	if !ok || !given || k < 1 || k > measure.MaxWeight {
		return nil, false
	}
	c.made(symbolic.Int(1), symbolic.Int(words(int(k))))
	int32Type := types.Scalar(types.Int32)
	part, ok := quotient(c.p, []value{numberOf(int32Type, xs.totals[0]), numberOf(int32Type, linear.Number(k))}).(*number)
	if !ok {
		return nil, false
	}
	whole := &tuple{}
	for range k - 1 {
		whole.parts = append(whole.parts, sameShape(xs, c.p.Now(part.size)))
	}
	last := c.p.Now(xs.totals[0].Plus(-(k - 1), part.size))
	whole.parts = append(whole.parts, sameShape(xs, last))
	return whole, c.p.Natural(last)
}

// slide gives the windows that lie inside. Each element is in no more of them than they
// have places.
func (c *sequenceCall) slide() (value, bool) {
	xs, ok := c.sequence(0)
	if !ok {
		return nil, false
	}
	return c.windows(xs, c.inside(c.p.Now(xs.totals[0])), nil)
}

// window gives one for each element.
func (c *sequenceCall) window() (value, bool) {
	xs, ok := c.sequence(0)
	if !ok {
		return nil, false
	}
	var fill *sequence
	if c.arg(1) != absent {
		fill = shapeOf(c.arg(1))
		if len(fill.totals) != len(xs.totals)-1 {
			return nil, false
		}
	}
	return c.windows(xs, xs.totals[0], fill)
}

func (c *sequenceCall) windows(xs *sequence, length linear.Form, fill *sequence) (value, bool) {
	width, ok := c.attrs.Int("window")
	if !ok || width < 1 || width > linear.MaxFactor {
		return nil, false
	}
	c.view()
	w, windows := symbolic.Int(width), c.expr(length)
	places := windows.Mul(w)
	out := &sequence{
		of:     &types.Fractal{Elem: xs.of},
		totals: []linear.Form{length, c.p.AtMost(places)}, longest: []linear.Form{length, linear.Number(width)},
	}
	for i := 1; i < len(xs.totals); i++ {
		total, longest := w.Mul(c.expr(xs.totals[i])), c.expr(xs.longest[i])
		if fill != nil {
			total = total.Add(places.Mul(c.expr(fill.totals[i-1])))
			longest = c.Larger(longest, c.expr(fill.longest[i-1]))
		}
		out.totals = append(out.totals, c.p.AtMost(c.Rising(total)))
		out.longest = append(out.longest, c.p.AtMost(longest))
	}
	return out, true
}

// stack makes one tensor of tensors.
func (c *sequenceCall) stack() (value, bool) {
	xs, ok := c.sequence(0)
	if !ok {
		return nil, false
	}
	leaf, ok := types.Head(xs.elem()).(*types.Tensor)
	if !ok {
		return nil, false
	}
	extent := types.DimOf(c.expr(xs.totals[0]))
	out := &types.Tensor{Dtype: leaf.Dtype, Shape: append([]types.Dim{extent}, leaf.Shape...)}
	return c.dense(out), true
}

// dense notes what making a tensor costs.
func (c *sequenceCall) dense(out *types.Tensor) value {
	call := &op.Call{Op: c.op, Out: out}
	c.made(types.Product(out.Shape).Expr(), op.ResultBytes(call).Expr())
	return c.unknown(c.p, out, false)
}

// flatten joins the leaves along an axis, on which there are all of their elements.
func (c *sequenceCall) flatten() (value, bool) {
	xs, ok := c.sequence(0)
	if !ok {
		return nil, false
	}
	depth, bottom := types.Depth(xs.of)
	leaf, ok := types.Head(bottom).(*types.Tensor)
	axis, given := c.attrs.Int("axis")
	if !ok || !given || depth != len(xs.totals) {
		return nil, false
	}
	leaves := types.DimOf(c.expr(xs.totals[depth-1]))
	out := &types.Tensor{Dtype: leaf.Dtype, Shape: append([]types.Dim{}, leaf.Shape...)}
	if len(out.Shape) == 0 {
		out.Shape = []types.Dim{types.Const(1)}
	}
	if axis < 0 {
		axis += int64(len(out.Shape))
	}
	if axis < 0 || axis >= int64(len(out.Shape)) {
		return nil, false
	}
	out.Shape[axis] = out.Shape[axis].Mul(leaves)
	return c.dense(out), true
}

// slices are those of a tensor along an axis.
func (c *sequenceCall) slices() (value, bool) {
	t, ok := types.Head(c.arg(0).typ()).(*types.Tensor)
	axis, given := c.attrs.Int("axis")
	if !ok || !given || len(t.Shape) == 0 {
		return nil, false
	}
	if axis < 0 {
		axis += int64(len(t.Shape))
	}
	if axis < 0 || axis >= int64(len(t.Shape)) {
		return nil, false
	}
	c.view()
	rest := append(append([]types.Dim{}, t.Shape[:axis]...), t.Shape[axis+1:]...)
	var elem types.Type = &types.Tensor{Dtype: t.Dtype, Shape: rest}
	if len(rest) == 0 && !t.Dtype.IsInteger() {
		elem = &types.Tensor{Dtype: t.Dtype, Shape: []types.Dim{types.Const(1)}}
	} else if len(rest) == 0 {
		elem = types.Scalar(t.Dtype)
	}
	length := c.p.AtMost(t.Shape[axis].Expr())
	return &sequence{of: &types.Fractal{Elem: elem}, totals: []linear.Form{length}, longest: []linear.Form{length}}, true
}
