package treewalk

import (
	"math"
	"slices"
)

// tensors are operators on tensors that are not functions of corresponding elements.
var tensors = map[string]func(*operation) Value{
	"ones":        func(o *operation) Value { return o.full(1) },
	"zeros":       func(o *operation) Value { return o.full(0) },
	"zeros_like":  func(o *operation) Value { return o.like(0) },
	"ones_like":   func(o *operation) Value { return o.like(1) },
	"cast":        (*operation).cast,
	"transpose":   (*operation).transpose,
	"expand_dims": (*operation).expand,
	"reshape":     (*operation).reshape,
	"concatenate": (*operation).concatenate,
	"sum":         func(o *operation) Value { return o.reduced(binaries["add"]) },
	"max":         func(o *operation) Value { return o.reduced(binaries["maximum"]) },
	"min":         func(o *operation) Value { return o.reduced(binaries["minimum"]) },
	"nn.dense":    (*operation).denseLayer,
	"matmul":      (*operation).matmul,
	"nn.softmax":  (*operation).softmax,
	"where":       (*operation).where,
}

func numberOf(dtype string, x float64) Num {
	return convert(Num{Dtype: "float64", F: x}, dtype)
}

func (o *operation) full(x float64) Value {
	shape, ok := o.ints("shape")
	dtype := o.word("dtype")
	if !ok || dtype == "" {
		o.unsupported(o.node)
	}
	data := o.allocate(shape, 1)
	for i := range data {
		data[i] = numberOf(dtype, x)
	}
	return dense(dtype, shape, data)
}

func (o *operation) like(x float64) Value {
	shape, data := parts(o.args[0])
	dtype := dtypeOf(o.args[0])
	return dense(dtype, shape, slices.Repeat([]Num{numberOf(dtype, x)}, len(data)))
}

func (o *operation) cast() Value {
	shape, data := parts(o.args[0])
	dtype := o.word("dtype")
	out := make([]Num, len(data))
	for i, n := range data {
		out[i] = convert(n, dtype)
	}
	return dense(dtype, shape, out)
}

// axis is the attribute `axis`, 0 where it is left out; negative ones count from the end.
func (o *operation) axis(rank int) int {
	a := o.int("axis", 0)
	if a < 0 {
		a += rank
	}
	return a
}

// indices are those of element i of a shape.
func indices(i int, shape []int) []int {
	out := make([]int, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		out[k], i = i%shape[k], i/shape[k]
	}
	return out
}

// place is where the element of an index stands.
func place(index, shape []int) int {
	at := 0
	for k, i := range index {
		at = at*shape[k] + i
	}
	return at
}

// built makes a tensor whose elements are found by their indices.
func (o *operation) built(dtype string, shape []int, steps int, at func(index []int) Num) Value {
	data := o.allocate(shape, steps)
	for i := range data {
		data[i] = at(indices(i, shape))
	}
	return dense(dtype, shape, data)
}

// transpose has axis axes[i] of the data at i.
func (o *operation) transpose() Value {
	shape, data := parts(o.args[0])
	axes, ok := o.ints("axes")
	if !ok {
		for k := range shape {
			axes = append(axes, len(shape)-1-k)
		}
	}
	turned := make([]int, len(shape))
	for k, a := range axes {
		turned[k] = shape[a]
	}
	return o.built(dtypeOf(o.args[0]), turned, 1, func(index []int) Num {
		from := make([]int, len(shape))
		for k, a := range axes {
			from[a] = index[k]
		}
		return data[place(from, shape)]
	})
}

func (o *operation) expand() Value {
	shape, data := parts(o.args[0])
	at := o.axis(len(shape) + 1)
	return dense(dtypeOf(o.args[0]), slices.Insert(slices.Clone(shape), at, 1), data)
}

// reshape keeps row-major order.
func (o *operation) reshape() Value {
	_, data := parts(o.args[0])
	shape, ok := o.ints("newshape")
	if at := slices.Index(shape, -1); at >= 0 {
		shape[at] = 1
		shape[at] = len(data) / max(size(shape), 1)
	}
	if !ok || slices.Min(append([]int{1}, shape...)) < 1 {
		o.unsupported(o.node)
	}
	if size(shape) != len(data) {
		o.fail(o.node, "shape-mismatch", "%d elements do not fill %v", len(data), shape)
	}
	return dense(dtypeOf(o.args[0]), shape, data)
}

func (o *operation) concatenate() Value {
	t := o.args[0].(*Tuple)
	shape, _ := parts(t.Elems[0])
	at := o.axis(len(shape))
	joined := slices.Clone(shape)
	joined[at] = 0
	for _, e := range t.Elems {
		s, _ := parts(e)
		joined[at] += s[at]
	}
	return o.built(dtypeOf(t.Elems[0]), joined, 1, func(index []int) Num {
		k := 0
		for {
			s, data := parts(t.Elems[k])
			if index[at] < s[at] {
				return data[place(index, s)]
			}
			index[at] -= s[at]
			k++
		}
	})
}

// reduced combines the elements along axes; all of them where none are named.
func (o *operation) reduced(f binary) Value {
	if len(o.attrs) > 1 || len(o.args) != 1 {
		o.unsupported(o.node)
	}
	shape, data := parts(o.args[0])
	axes, ok := o.ints("axis")
	gone := make([]bool, len(shape))
	for k := range gone {
		gone[k] = !ok || slices.Contains(axes, k) || slices.Contains(axes, k-len(shape))
	}
	var left []int
	for k, d := range shape {
		if !gone[k] {
			left = append(left, d)
		}
	}
	sums, met := make([]Num, size(left)), make([]bool, size(left))
	for i, n := range data {
		var index []int
		for k, at := range indices(i, shape) {
			if !gone[k] {
				index = append(index, at)
			}
		}
		at := place(index, left)
		if met[at] {
			n, _ = f(sums[at], n)
		}
		sums[at], met[at] = n, true
	}
	if slices.Contains(met, false) {
		o.unsupported(o.node)
	}
	return dense(dtypeOf(o.args[0]), left, sums)
}

// denseLayer multiplies rows with the rows of the weights.
func (o *operation) denseLayer() Value {
	xs, x := parts(o.args[0])
	ws, w := parts(o.args[1])
	depth := ws[1]
	shape := append(slices.Clone(xs[:len(xs)-1]), ws[0])
	if xs[len(xs)-1] != depth {
		o.fail(o.node, "shape-mismatch", "%v and %v", xs, ws)
	}
	dtype := dtypeOf(o.args[0])
	data := o.allocate(shape, depth)
	for i := range data {
		row, col := i/ws[0], i%ws[0]
		var sum float64
		for k := range depth {
			sum += x[row*depth+k].F * w[col*depth+k].F
		}
		data[i] = rounded(Num{Dtype: dtype, F: sum})
	}
	return dense(dtype, shape, data)
}

// matmul is Σ_k a[…, i, k]·b[…, k, j].
func (o *operation) matmul() Value {
	xs, x := parts(o.args[0])
	ys, y := parts(o.args[1])
	if len(xs) != 2 || len(ys) != 2 || !isFloat(dtypeOf(o.args[0])) {
		o.unsupported(o.node)
	}
	if xs[1] != ys[0] {
		o.fail(o.node, "shape-mismatch", "%v and %v", xs, ys)
	}
	dtype := dtypeOf(o.args[0])
	return o.built(dtype, []int{xs[0], ys[1]}, xs[1], func(index []int) Num {
		var sum float64
		for k := range xs[1] {
			sum += x[index[0]*xs[1]+k].F * y[k*ys[1]+index[1]].F
		}
		return rounded(Num{Dtype: dtype, F: sum})
	})
}

// softmax works along the last axis.
func (o *operation) softmax() Value {
	shape, data := parts(o.args[0])
	if len(o.attrs) > 0 {
		o.unsupported(o.node)
	}
	n := shape[len(shape)-1]
	out := make([]Num, len(data))
	for row := 0; row < len(data); row += n {
		most, sum := math.Inf(-1), 0.0
		for _, x := range data[row : row+n] {
			most = math.Max(most, x.F)
		}
		for _, x := range data[row : row+n] {
			sum += math.Exp(x.F - most)
		}
		for i, x := range data[row : row+n] {
			out[row+i] = rounded(Num{Dtype: x.Dtype, F: math.Exp(x.F-most) / sum})
		}
	}
	return dense(dtypeOf(o.args[0]), shape, out)
}

func (o *operation) where() Value {
	cs, c := parts(o.args[0])
	xs, x := parts(o.args[1])
	ys, y := parts(o.args[2])
	shape, ok := broadcast(xs, ys)
	if ok {
		shape, ok = broadcast(shape, cs)
	}
	if !ok {
		o.fail(o.node, "shape-mismatch", "%v, %v and %v", cs, xs, ys)
	}
	data := o.allocate(shape, 1)
	for i := range data {
		if data[i] = y[offset(i, shape, ys)]; c[offset(i, shape, cs)].I != 0 {
			data[i] = x[offset(i, shape, xs)]
		}
	}
	return dense(dtypeOf(o.args[1]), shape, data)
}
