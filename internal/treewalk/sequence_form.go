package treewalk

import "slices"

// zip pairs sequences of one length.
func (o *operation) zip() Value {
	out := &Seq{}
	for i := range o.args {
		if len(o.seq(i).Elems) != len(o.seq(0).Elems) {
			o.fail(o.node, "length-mismatch", "`zip` of unequal lengths")
		}
	}
	for k := range o.seq(0).Elems {
		row := &Tuple{}
		for i := range o.args {
			row.Elems = append(row.Elems, o.seq(i).Elems[k])
		}
		out.Elems = append(out.Elems, row)
	}
	return out
}

// join uses up steps, since a few may make as much as there is memory for.
func (o *operation) join() Value {
	xs, ys := o.seq(0).Elems, o.seq(1).Elems
	o.spend(len(xs) + len(ys))
	return &Seq{slices.Concat(xs, ys)}
}

// product pairs each element with each.
func (o *operation) product() Value {
	xs, ys := &Seq{}, &Seq{}
	o.spend(len(o.seq(0).Elems) * len(o.seq(1).Elems))
	for _, y := range o.seq(1).Elems {
		o.spend(len(o.seq(0).Elems))
		row := &Seq{}
		for range o.seq(0).Elems {
			row.Elems = append(row.Elems, y)
		}
		xs.Elems, ys.Elems = append(xs.Elems, o.seq(0)), append(ys.Elems, row)
	}
	return &Tuple{[]Value{xs, ys}}
}

// enumerate pairs elements with their index.
func (o *operation) enumerate() Value {
	out := &Seq{}
	for i, e := range o.seq(0).Elems {
		out.Elems = append(out.Elems, &Tuple{[]Value{integer(i), e}})
	}
	return out
}

// depthOf counts how deep sequences are nested.
func depthOf(v Value) int {
	s, ok := v.(*Seq)
	switch {
	case !ok:
		return 0
	case len(s.Elems) == 0:
		return 1
	}
	return 1 + depthOf(s.Elems[0])
}

// end is the first or the last element.
func (o *operation) end(side int) Value {
	elems := o.seq(0).Elems
	if len(elems) == 0 {
		o.fail(o.node, "index-out-of-range", "`%s` of nothing", o.name)
	}
	return elems[side*(len(elems)-1)]
}

// slice clamps its bounds.
func (o *operation) slice() Value {
	elems := o.seq(0).Elems
	from := min(max(o.number(1), 0), len(elems))
	to := min(max(o.number(2), from), len(elems))
	step := o.int("stride", 1)
	if len(o.args) > 3 {
		step = o.number(3)
	}
	if step < 1 {
		o.fail(o.node, "index-out-of-range", "stride %d", step)
	}
	out := &Seq{}
	for i := from; i < to; i += step {
		out.Elems = append(out.Elems, elems[i])
	}
	return out
}

func (o *operation) gather() Value {
	out := &Seq{}
	for _, i := range o.seq(1).Elems {
		out.Elems = append(out.Elems, o.element(o.node, o.args[0], int(i.(Num).I)))
	}
	return out
}

// split cuts into k parts, the last with the rest.
func (o *operation) split() Value {
	k, ok := o.ints("k")
	n := 0
	switch {
	case ok:
		n = k[0]
	case len(o.args) > 1:
		n = o.number(1)
	}
	elems := o.seq(0).Elems
	if n < 1 {
		o.fail(o.node, "index-out-of-range", "split into %d parts", n)
	}
	o.spend(n)
	out := &Tuple{}
	for i := range n {
		to := (i + 1) * (len(elems) / n)
		if i == n-1 {
			to = len(elems)
		}
		out.Elems = append(out.Elems, &Seq{elems[i*(len(elems)/n) : to]})
	}
	return out
}

func (o *operation) arange() Value {
	if len(o.args) != 1 {
		o.unsupported(o.node)
	}
	out := &Seq{}
	o.spend(max(o.number(0), 0))
	o.spend(max(o.number(0), 0))
	for i := range max(o.number(0), 0) {
		out.Elems = append(out.Elems, integer(i))
	}
	return out
}

// slide gives the windows that lie inside.
func (o *operation) slide() Value {
	elems := o.seq(0).Elems
	w, stride, dilation := o.int("window", 1), o.int("stride", 1), o.int("dilation", 1)
	out := &Seq{}
	for from := 0; from+(w-1)*dilation < len(elems); from += stride {
		o.spend(w)
		row := &Seq{}
		for j := range w {
			row.Elems = append(row.Elems, elems[from+j*dilation])
		}
		out.Elems = append(out.Elems, row)
	}
	return out
}

// window gives a window around each element; what lies outside is the fill, or wraps
// round.
func (o *operation) window() Value {
	elems := o.seq(0).Elems
	w, dilation := o.int("window", 1), o.int("dilation", 1)
	out := &Seq{}
	for i := range elems {
		o.spend(w)
		row := &Seq{}
		for j := range w {
			at := i + (j-w/2)*dilation
			switch {
			case at >= 0 && at < len(elems):
				row.Elems = append(row.Elems, elems[at])
			case len(o.args) > 1:
				row.Elems = append(row.Elems, o.args[1])
			default:
				row.Elems = append(row.Elems, elems[(at%len(elems)+len(elems))%len(elems)])
			}
		}
		out.Elems = append(out.Elems, row)
	}
	return out
}

// dilated applies a function to each strided subsequence and interleaves the results.
func (o *operation) dilated() Value {
	elems, r := o.seq(1).Elems, o.int("dilation", 1)
	out := make([]Value, len(elems))
	for k := range min(r, max(len(elems), 1)) {
		part := &Seq{}
		for i := k; i < len(elems); i += r {
			part.Elems = append(part.Elems, elems[i])
		}
		got, ok := o.call(part).(*Seq)
		if !ok || len(got.Elems) != len(part.Elems) {
			o.fail(o.node, "length-mismatch", "the function does not keep the length")
		}
		for i, e := range got.Elems {
			out[k+i*r] = e
		}
	}
	return &Seq{out}
}

// stack makes a tensor of tensors of one shape.
func (o *operation) stack() Value {
	s := o.seq(0)
	if len(s.Elems) == 0 {
		return o.noElements()
	}
	shape, _ := parts(s.Elems[0])
	out := &Tensor{Dtype: dtypeOf(s.Elems[0]), Shape: append([]int{len(s.Elems)}, shape...)}
	for _, e := range s.Elems {
		_, data := parts(e)
		out.Data = append(out.Data, data...)
	}
	return out
}

// moved is a tensor with another axis in front.
func (o *operation) moved(t *Tensor, axis int) *Tensor {
	shape := append([]int{t.Shape[axis]}, slices.Delete(slices.Clone(t.Shape), axis, axis+1)...)
	v := o.built(t.Dtype, shape, 1, func(index []int) Num {
		from := slices.Insert(slices.Clone(index[1:]), axis, index[0])
		return t.Data[place(from, t.Shape)]
	})
	return v.(*Tensor)
}

// flatten joins all leaves along an axis; numbers count as tensors of one element.
func (o *operation) flatten() Value {
	leaves := leavesOf(o.seq(0), nil)
	if len(leaves) == 0 {
		return o.noElements()
	}
	shape, _ := parts(leaves[0])
	at := o.axis(max(len(shape), 1))
	joined := slices.Clone(shape)
	if len(shape) == 0 {
		joined, shape = []int{len(leaves)}, []int{1}
	} else {
		joined[at] *= len(leaves)
	}
	return o.built(dtypeOf(leaves[0]), joined, 1, func(index []int) Num {
		k := index[at] / shape[at]
		index[at] %= shape[at]
		_, data := parts(leaves[k])
		return data[place(index, shape)]
	})
}

// noElements is a tensor of a sequence of none.
func (o *operation) noElements() Value {
	if o.empty == nil {
		o.unsupported(o.node)
	}
	return o.empty
}

// leavesOf are the leaves of nested sequences, in order.
func leavesOf(s *Seq, found []Value) []Value {
	for _, e := range s.Elems {
		if inner, ok := e.(*Seq); ok {
			found = leavesOf(inner, found)
		} else {
			found = append(found, e)
		}
	}
	return found
}

// repeat gives the same value several times.
func (o *operation) repeat() Value {
	k := 0
	switch found, ok := o.ints("k"); {
	case ok:
		k = found[0]
	case len(o.args) > 1:
		k = o.number(1)
	}
	if k < 0 {
		o.fail(o.node, "index-out-of-range", "%d copies", k)
	}
	o.spend(k)
	return &Seq{slices.Repeat([]Value{o.args[0]}, k)}
}

// slices are those of a tensor along its first axis; of a vector of floats, tensors of
// one element.
func (o *operation) slices() Value {
	t, ok := o.args[0].(*Tensor)
	if !ok {
		o.unsupported(o.node)
	}
	if axis := o.axis(len(t.Shape)); axis > 0 {
		t = o.moved(t, axis)
	}
	out := &Seq{}
	for i := range t.Shape[0] {
		e := o.element(o.node, t, i)
		if n, ok := e.(Num); ok && (isFloat(n.Dtype) || n.Dtype == "bool") {
			e = &Tensor{n.Dtype, []int{1}, []Num{n}}
		}
		out.Elems = append(out.Elems, e)
	}
	return out
}
