package meaning

import (
	"math/big"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

func init() {
	meanings = map[string]meaning{
		"where":         where,
		"clip":          clip,
		"nn.relu":       relu,
		"nn.leaky_relu": leakyRelu,
		"nn.prelu":      prelu,
		"cast":          cast,
		"cast_like":     castLike,
		"zeros_like":    like(0),
		"ones_like":     like(1),
		"full_like":     fullLike,
		"zeros":         created(0),
		"ones":          created(1),
		"full":          full,
		"nn.bias_add":   biasAdd,
		"nn.batch_norm": batchNorm,
		"nn.layer_norm": layerNorm,

		"transpose":        transpose,
		"reshape":          reshape,
		"reshape_like":     reshapeLike,
		"expand_dims":      expandDims,
		"squeeze":          squeeze,
		"concatenate":      concatenate,
		"stack":            stack,
		"split":            split,
		"strided_slice":    stridedSlice,
		"reverse":          reverse,
		"repeat":           repeat,
		"tile":             tile,
		"broadcast_to":     broadcastTo,
		"nn.batch_flatten": batchFlatten,
		"nn.pad":           pad,
		"take":             take,

		"sum":            reduction("sum"),
		"mean":           reduction("mean"),
		"max":            reduction("max"),
		"min":            reduction("min"),
		"prod":           reduction("prod"),
		"any":            reduction("any"),
		"all":            reduction("all"),
		"argmax":         reduction("argmax"),
		"argmin":         reduction("argmin"),
		"cumsum":         cumsum,
		"nn.softmax":     softmax(false),
		"nn.log_softmax": softmax(true),

		"matmul":          matmul,
		"nn.dense":        dense,
		"nn.matmul":       nnMatmul,
		"nn.batch_matmul": batchMatmul,
		"einsum":          einsum,

		"nn.conv1d":            convolution(1),
		"nn.conv2d":            convolution(2),
		"nn.conv3d":            convolution(3),
		"nn.conv1d_transpose":  transposedConvolution,
		"nn.conv2d_transpose":  transposedConvolution,
		"nn.conv3d_transpose":  transposedConvolution,
		"nn.max_pool1d":        pool("max", 1),
		"nn.max_pool2d":        pool("max", 2),
		"nn.max_pool3d":        pool("max", 3),
		"nn.avg_pool1d":        pool("mean", 1),
		"nn.avg_pool2d":        pool("mean", 2),
		"nn.avg_pool3d":        pool("mean", 3),
		"nn.global_avg_pool2d": globalPool("mean"),
		"nn.global_max_pool2d": globalPool("max"),
	}
}

// where[i] = c[i]·x[i] + (1 - c[i])·y[i]. The choice and its operands are broadcast.
func where(e *evaluation, t *termpkg.Term) Value {
	c, x, y := e.tensor(t.Args[0]), e.tensor(t.Args[1]), e.tensor(t.Args[2])
	d := e.joinDtypes(x.Dtype, y.Dtype)
	shape, maps := e.broadcast(c.Shape, x.Shape, y.Shape)
	return Value{Tensor: &Tensor{Shape: shape, Dtype: d, At: func(i []*term) *term {
		holds := c.At(maps[0](i))
		if c.Dtype.Mode != Bool {
			holds = e.c.Truth(holds)
		}
		return e.c.Function("where", d.Mode == Bool, holds, x.At(maps[1](i)), y.At(maps[2](i)))
	}}}
}

// each applies a function to the elements of the first operand.
func (e *evaluation) each(t *termpkg.Term, f func(x *term, d Dtype) *term) Value {
	x := e.tensor(t.Args[0])
	return Value{Tensor: &Tensor{Shape: x.Shape, Dtype: x.Dtype, At: func(i []*term) *term { return f(x.At(i), x.Dtype) }}}
}

// clip[i] = min(max(x[i], a_min), a_max), in this order: where a_min > a_max it is a_max.
func clip(e *evaluation, t *termpkg.Term) Value {
	low, high := e.number(t, "a_min"), e.number(t, "a_max")
	e.refused(t.Op, e.tensor(t.Args[0]).Dtype, 1)
	return e.each(t, func(x *term, d Dtype) *term {
		low, high := boundOf(low, d), boundOf(high, d)
		return e.apply("minimum", d, false, []*term{e.apply("maximum", d, false, []*term{x, low}), high})
	})
}

// boundOf is a bound of clip as it is converted to integers: without its fraction, and not
// below those of the dtype. A symbol of an attribute that is open denotes the converted bound.
func boundOf(p *term, d Dtype) *term {
	x, known := p.Const()
	if !known || d.Mode == Float {
		return p
	}
	whole := new(big.Int).Quo(x.Num(), x.Denom())
	if d.Mode == Uint && whole.Sign() < 0 {
		whole.SetInt64(0)
	}
	return scalar.Number(new(big.Rat).SetInt(whole))
}

// relu[i] = max(x[i], 0); of truth values it is x[i].
func relu(e *evaluation, t *termpkg.Term) Value {
	return e.each(t, func(x *term, d Dtype) *term {
		if d.Mode == Bool {
			return x
		}
		return e.apply("maximum", d, false, []*term{x, scalar.Int(0)})
	})
}

// leakyRelu[i] = [x[i] < 0]·alpha·x[i] + [x[i] >= 0]·x[i], of reals.
func leakyRelu(e *evaluation, t *termpkg.Term) Value {
	alpha := e.number(t, "alpha")
	return e.each(t, func(x *term, d Dtype) *term {
		if d.Mode != Float || e.c.Kind != scalar.Reals {
			return e.opaqueFunction("leaky", d, false, []*term{x, alpha})
		}
		negative := e.c.Function("less", true, x, scalar.Int(0))
		return e.c.Function("where", false, negative, e.c.Mul(alpha, x), x)
	})
}

// prelu is leakyRelu with a slope for each index of an axis.
func prelu(e *evaluation, t *termpkg.Term) Value {
	x, slope := e.tensor(t.Args[0]), e.tensor(t.Args[1])
	at := e.alongAxis(t, x, slope)
	return Value{Tensor: &Tensor{Shape: x.Shape, Dtype: x.Dtype, At: func(i []*term) *term {
		v := x.At(i)
		if x.Dtype.Mode != Float || e.c.Kind != scalar.Reals {
			return e.opaqueFunction("prelu", x.Dtype, false, []*term{v, at(i)})
		}
		negative := e.c.Function("less", true, v, scalar.Int(0))
		return e.c.Function("where", false, negative, e.c.Mul(at(i), v), v)
	}}}
}

func castLike(e *evaluation, t *termpkg.Term) Value {
	return e.convert(e.tensor(t.Args[0]), e.tensor(t.Args[1]).Dtype)
}

func cast(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	a := e.attr(t, "dtype")
	if !a.known {
		return e.convert(x, e.openDtype(t))
	}
	if m, ok := e.symbols[a.value.Str]; ok {
		return e.convert(x, Dtype{m, a.value.Str})
	}
	d, ok := dtypeNamed(a.value.Str)
	if !ok {
		e.unknown("a dtype is not known")
	}
	return e.convert(x, d)
}

// openDtype is the dtype of a cast that a pattern leaves open.
func (e *evaluation) openDtype(t *termpkg.Term) Dtype {
	e.unknown("a cast of any dtype")
	return Dtype{}
}

// convert is a conversion of elements. That of truth values to numbers gives 0 and 1; of
// others only that to their own dtype is known.
func (e *evaluation) convert(x *Tensor, d Dtype) Value {
	out := &Tensor{Shape: x.Shape, Dtype: d, At: x.At}
	if x.Dtype.Name != "" && x.Dtype.Name == d.Name || x.Dtype.Mode == Bool {
		return Value{Tensor: out}
	}
	if !d.fixed() || d.Mode == Other {
		e.unknown("a conversion between dtypes that are not known")
	}
	out.At = func(i []*term) *term {
		return scalar.Apply("cast:"+x.Dtype.Name+":"+d.Name, d.Mode == Bool, x.At(i))
	}
	return Value{Tensor: out}
}

func like(n int64) meaning {
	return func(e *evaluation, t *termpkg.Term) Value {
		x := e.tensor(t.Args[0])
		return filled(x.Shape, x.Dtype, scalar.Int(n))
	}
}

func fullLike(e *evaluation, t *termpkg.Term) Value {
	x, v := e.tensor(t.Args[0]), e.tensor(t.Args[1])
	e.isNumber(v)
	if v.Dtype.Mode != x.Dtype.Mode {
		e.unknown("a tensor is filled with a number of another dtype")
	}
	return Value{Tensor: &Tensor{Shape: x.Shape, Dtype: x.Dtype, At: func([]*term) *term { return v.At(nil) }}}
}

// isNumber requires a tensor without dimensions. Operators that take others as a number differ in
// which element they read.
func (e *evaluation) isNumber(v *Tensor) {
	e.refineFirst(v.Shape)
	if len(v.Shape) > 0 {
		e.unknown("a tensor with dimensions is given for a number")
	}
}

// givenShape is the shape that an attribute gives.
func (e *evaluation) givenShape(t *termpkg.Term, name string) []Dim {
	a := e.attr(t, name)
	if a.terms != nil {
		var shape []Dim
		for _, p := range a.terms {
			shape = append(shape, dimOf(p))
		}
		return shape
	}
	if !a.known {
		e.unknown("a shape is not known")
	}
	var shape []Dim
	for _, n := range e.ints(a.value) {
		shape = append(shape, dimOf(scalar.Int(int64(n))))
	}
	return shape
}

func created(n int64) meaning {
	return func(e *evaluation, t *termpkg.Term) Value {
		a := e.attr(t, "dtype")
		d, ok := dtypeNamed(a.value.Str)
		if !a.known || !ok {
			e.unknown("the dtype of a new tensor is not known")
		}
		return filled(e.givenShape(t, "shape"), d, scalar.Int(n))
	}
}

func full(e *evaluation, t *termpkg.Term) Value {
	v := e.tensor(t.Args[0])
	e.isNumber(v)
	d := v.Dtype
	if a := e.attr(t, "dtype"); !a.known || a.value.Kind != op.NoneValue && a.value.Str != d.Name && a.value.Str != "" {
		e.unknown("a tensor is filled with a number of another dtype")
	}
	return Value{Tensor: &Tensor{Shape: e.givenShape(t, "shape"), Dtype: d, At: func([]*term) *term { return v.At(nil) }}}
}

// alongAxis is a vector read along an axis of a tensor.
func (e *evaluation) alongAxis(t *termpkg.Term, x, vector *Tensor) func([]*term) *term {
	k := e.axisIn(t, "axis", x)
	e.ranked(vector, 1)
	e.equalExtents(vector.Shape[0].Extent, x.Shape[k].Extent)
	e.joinDtypes(x.Dtype, vector.Dtype)
	return func(i []*term) *term { return vector.At([]*term{i[k]}) }
}

// axisIn is the place of an axis in a shape. A shape of unknown rank is taken apart from the side that
// the axis is counted from, until the axis is a dimension.
func (e *evaluation) axisIn(t *termpkg.Term, name string, x *Tensor) int {
	if ordinary(x.Shape) {
		return e.axis(t, name, len(x.Shape))
	}
	a := e.attr(t, name)
	if !a.known || a.value.Kind != op.IntValue {
		e.unknown("an axis is any of a tensor of any rank")
	}
	return e.dimension(x.Shape, int(a.value.Int))
}

// dimension is the place of an axis in a shape that may have blocks, after taking apart the blocks
// that the axis reaches, one for each need.
func (e *evaluation) dimension(shape []Dim, axis int) int {
	n := len(shape)
	for step := range max(axis+1, -axis) {
		k := step
		if axis < 0 {
			k = n - 1 - step
		}
		if k < 0 || k >= n {
			e.vacuous("there is no such axis")
		}
		if shape[k].Block != "" {
			e.refineAt(shape[k].Block, axis >= 0)
		}
	}
	if axis < 0 {
		return n + axis
	}
	return axis
}

func biasAdd(e *evaluation, t *termpkg.Term) Value {
	x, b := e.tensor(t.Args[0]), e.tensor(t.Args[1])
	at := e.alongAxis(t, x, b)
	return Value{Tensor: &Tensor{Shape: x.Shape, Dtype: x.Dtype, At: func(i []*term) *term {
		return e.apply("add", x.Dtype, false, []*term{x.At(i), at(i)})
	}}}
}

// batchNorm is, with c the index of the axis in i,
//
//	y[i] = (x[i] - mean[c])·(variance[c] + epsilon)^(-1/2)·gamma[c] + beta[c]
//
// beside the mean and the variance that it was given, which inference leaves as they are.
func batchNorm(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	var at [4]func([]*term) *term
	var statistics [4]*Tensor
	for k := range at {
		statistics[k] = e.tensor(t.Args[k+1])
		at[k] = e.alongAxis(t, x, statistics[k])
	}
	center, scale, epsilon := e.flag(t, "center"), e.flag(t, "scale"), e.number(t, "epsilon")
	if x.Dtype.Mode != Float || e.c.Kind != scalar.Reals {
		e.unknown("batch_norm of integers, or to the bit")
	}
	y := &Tensor{Shape: x.Shape, Dtype: x.Dtype, At: func(i []*term) *term {
		variance := at[3](i).Add(epsilon)
		e.demandNatural(variance)
		e.nonzero(variance)
		r := e.c.Mul(x.At(i).Sub(at[2](i)), e.c.Power(variance, -1))
		if scale {
			r = e.c.Mul(r, at[0](i))
		}
		if center {
			r = r.Add(at[1](i))
		}
		return r
	}}
	return Value{Parts: []Value{{Tensor: y}, {Tensor: statistics[2]}, {Tensor: statistics[3]}}}
}

// layerNorm is batchNorm with the mean and the variance of x along an axis at each index of the others.
// The variance is the mean of squared differences: it is not below 0.
func layerNorm(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	gamma, beta := e.tensor(t.Args[1]), e.tensor(t.Args[2])
	g, b := e.alongAxis(t, x, gamma), e.alongAxis(t, x, beta)
	k := e.axisIn(t, "axis", x)
	center, scale, epsilon := e.flag(t, "center"), e.flag(t, "scale"), e.number(t, "epsilon")
	if x.Dtype.Mode != Float || e.c.Kind != scalar.Reals {
		e.unknown("layer_norm of integers, or to the bit")
	}
	n := x.Shape[k].Extent
	mean := func(f func(j *term) *term) *term {
		j := e.c.Fresh()
		return e.c.Mul(e.c.Sum(j, n, f(scalar.Symbol(j))), e.c.Power(n, -2))
	}
	return Value{Tensor: &Tensor{Shape: x.Shape, Dtype: x.Dtype, At: func(i []*term) *term {
		at := func(j *term) *term { return x.At(replaced(i, k, j)) }
		m := mean(at)
		variance := mean(func(j *term) *term { d := at(j).Sub(m); return e.c.Mul(d, d) })
		r := e.c.Mul(x.At(i).Sub(m), e.c.Power(variance.Add(epsilon), -1))
		if scale {
			r = e.c.Mul(r, g(i))
		}
		if center {
			r = r.Add(b(i))
		}
		return r
	}}}
}

// replaced is a list of indices with another one at place k.
func replaced(index []*term, k int, by *term) []*term {
	next := append([]*term{}, index...)
	next[k] = by
	return next
}
