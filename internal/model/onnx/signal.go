package onnx

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

var signalEntries = map[string]entry{
	"DFT":             {how: "`dft`, `transpose`, `stack`", translate: dft},
	"STFT":            {how: "`take`, `multiply`, `dft`, `stack`", translate: stft},
	"HannWindow":      {how: "`arange`, `cos`", translate: cosineWindow(0.5, -0.5)},
	"HammingWindow":   {how: "`arange`, `cos`", translate: cosineWindow(25.0/46, -21.0/46)},
	"BlackmanWindow":  {how: "`arange`, `cos`", translate: cosineWindow(0.42, -0.5, 0.08)},
	"MelWeightMatrix": {how: "`arange`, `floor`, `where`", translate: melWeightMatrix},
}

// places are 0, 1, … up to a count, as numbers of a dtype.
func (n *node) places(count *model.Value, d types.Dtype) *model.Value {
	k := n.cast(n.scalar(count), types.Int64)
	v := n.Call("arange", args(n.whole(0, types.Int64), k, n.whole(1, types.Int64)), attr("dtype", "int64"))
	return n.cast(v, d)
}

// cosineWindow is Σ aₖ·cos(2πk·i/N) at the places i of a window, where N is its size, or one
// less where it is not periodic. It is computed in float64.
func cosineWindow(terms ...float64) func(n *node) []*model.Value {
	return func(n *node) []*model.Value {
		d, ok := n.dtypeAttribute("output_datatype", types.Float32)
		if !ok {
			return nil
		}
		f := types.Float64
		size := n.cast(n.scalar(n.in[0]), f)
		if n.int("periodic") == 0 {
			size = n.subtract(size, n.number(1, f))
		}
		angle := n.divide(n.scaled(n.places(n.in[0], f), 2*math.Pi, f), size)
		sum := n.number(terms[0], f)
		for k := 1; k < len(terms); k++ {
			wave := n.apply(n.scaled(angle, float64(k), f), "cos")
			sum = n.add(n.scaled(wave, terms[k], f), sum)
		}
		return one(n.cast(sum, d))
	}
}

// melWeightMatrix has a triangle for each mel band: it rises from the band's lower edge to its
// centre, and falls to its upper edge. Edges are bins of the spectrum.
func melWeightMatrix(n *node) []*model.Value {
	d, ok := n.dtypeAttribute("output_datatype", types.Float32)
	if !ok {
		return nil
	}
	f, i64 := types.Float64, types.Int64
	bands, length := n.cast(n.scalar(n.in[0]), i64), n.cast(n.scalar(n.in[1]), i64)
	rate := n.cast(n.scalar(n.in[2]), f)
	mel := func(input int) *model.Value { // 2595·log₁₀(1 + hertz/700)
		ratio := n.divide(n.cast(n.scalar(n.in[input]), f), n.number(700, f))
		return n.scaled(n.apply(n.add(ratio, n.number(1, f)), "log"), 2595/math.Ln10, f)
	}
	low, high := mel(3), mel(4)
	edges := n.add(bands, n.whole(2, i64))
	step := n.divide(n.subtract(high, low), n.cast(edges, f))
	mels := n.add(n.multiply(n.places(edges, f), step), low)
	hertz := n.scaled(n.subtract(n.apply(n.scaled(mels, math.Ln10/2595, f), "exp"), n.number(1, f)), 700, f)
	bins := n.multiply(hertz, n.cast(n.add(length, n.whole(1, i64)), f))
	bins = n.apply(n.divide(bins, rate), "floor")
	at := func(from int64) *model.Value {
		return n.Call("take", args(bins, n.add(n.places(bands, i64), n.whole(from, i64))), attr("axis", 0))
	}
	lower, centre, upper := at(0), at(1), at(2)
	rows := n.add(n.Call("floor_divide", args(length, n.whole(2, i64))), n.whole(1, i64))
	bin := n.Call("expand_dims", args(n.places(rows, f)), attr("axis", 1))
	one1, zero := n.number(1, f), n.number(0, f)
	is := func(op string, a, b *model.Value) *model.Value { return n.Call(op, args(a, b)) }
	both := func(a, b *model.Value) *model.Value { return n.Call("logical_and", args(a, b)) }
	rise := n.divide(n.subtract(bin, lower), n.maximum(n.subtract(centre, lower), one1))
	rising := n.where(both(is("greater_equal", bin, lower), is("less_equal", bin, centre)), rise, zero)
	steep := n.where(is("equal", bin, centre), one1, zero)
	y := n.where(is("equal", lower, centre), steep, rising)
	fall := n.divide(n.subtract(upper, bin), n.maximum(n.subtract(upper, centre), one1))
	y = n.where(both(is("greater_equal", bin, centre), is("less", bin, upper)), fall, y)
	return one(n.cast(y, d))
}

// dft transforms along an axis. The last axis holds the real and the imaginary part, or the
// real one alone.
func dft(n *node) []*model.Value {
	x := n.in[0]
	if x.Rank() < 2 {
		return n.at(0, codes.ShapeMismatch, "DFT takes numbers along the last axis, of extent 1 or 2, after the axis of the signal: %s", shapeText(x.Tensor()))
	}
	parts, known := x.Shape()[x.Rank()-1].Const()
	if !known {
		return n.refuse(nil, "whether input 0 holds real or complex numbers is not known: %s", shapeText(x.Tensor()))
	}
	if parts != 1 && parts != 2 {
		return n.at(0, codes.ShapeMismatch, "the last axis of input 0 must have the extent 1, for real numbers, or 2, and is %d", parts)
	}
	along := func(axis int) *model.Value { return n.dftAlong(x, axis, int(parts)) }
	var list []int64
	if n.schema.Attribute("axis") != nil {
		list = []int64{n.int("axis")}
	} else if in := n.arg(2); in == nil {
		list = []int64{-2}
	} else if a := in.Elements(); a != nil {
		list = model.IntsOf(a)
	} else {
		shape := slices.Repeat([]types.Dim{types.Any}, x.Rank())
		shape[x.Rank()-1] = types.Const(2)
		if n.int("inverse") != 0 && n.int("onesided") != 0 {
			shape[x.Rank()-1] = types.Const(1)
		}
		return one(n.amongAxes(x.Rank(), x.Rank()-1, in, op.TensorOf(x.Dtype(), shape...), along))
	}
	axis, ok := n.axis("axis", list[0], x.Rank())
	if !ok {
		return nil
	}
	if axis == x.Rank()-1 {
		n.Failf(codes.AttributeValue, "DFT transforms along axis %d, which holds the parts of the numbers", axis)
		return nil
	}
	return one(along(axis))
}

// dftAlong moves the axis after the others, transforms, and moves it back.
func (n *node) dftAlong(x *model.Value, axis, parts int) *model.Value {
	inverse, half := n.int("inverse") != 0, n.int("onesided") != 0
	last := x.Rank() - 2
	perm := axesFrom(0, last+1)
	perm = append(slices.Delete(perm, axis, axis+1), int64(axis))
	part := func(i int64) *model.Value {
		v := n.Call("take", args(x, n.whole(i, types.Int64)), attr("axis", last+1))
		return n.Call("transpose", args(v), attr("axes", perm))
	}
	re := part(0)
	im := (*model.Value)(nil)
	if parts == 2 {
		im = part(1)
	}
	if !re.Known() {
		return re
	}
	length := n.extentOf(re, last, types.Int64)
	switch given := n.arg(1); {
	case given != nil:
		length = n.cast(n.scalar(given), types.Int64)
	case inverse && half:
		length = n.multiply(n.subtract(length, n.whole(1, types.Int64)), n.whole(2, types.Int64))
	}
	if inverse && half {
		re, im = n.mirrored(re, im, last, length)
	} else {
		re = n.window(re, last, n.whole(0, types.Int64), length)
		if im != nil {
			im = n.window(im, last, n.whole(0, types.Int64), length)
		}
	}
	if im == nil {
		im = n.Call("zeros_like", args(re))
	}
	both := n.Calls("dft", args(re, im), attr("inverse", inverse))
	if len(both) != 2 {
		return n.Unknown()
	}
	if inverse && half {
		both = both[:1]
	}
	back := make([]int64, last+1)
	for i, k := range perm {
		back[k] = int64(i)
	}
	for i, v := range both {
		if half && !inverse {
			v = n.window(v, last, n.whole(0, types.Int64), n.oneSided(length))
		}
		both[i] = n.Call("expand_dims", args(n.Call("transpose", args(v), attr("axes", back))), attr("axis", last+1))
	}
	if len(both) == 1 {
		return both[0]
	}
	return n.Call("concatenate", args(n.Pack(both...)), attr("axis", last+1))
}

// oneSided is the number of frequencies of a real signal: ⌊n/2⌋ + 1.
func (n *node) oneSided(length *model.Value) *model.Value {
	return n.add(n.Call("floor_divide", args(length, n.whole(2, types.Int64))), n.whole(1, types.Int64))
}

// mirrored completes the spectrum of a real signal: frequency k and n - k are conjugate.
func (n *node) mirrored(re, im *model.Value, axis int, length *model.Value) (*model.Value, *model.Value) {
	d := re.Dtype()
	bins := n.oneSided(length)
	zero := n.whole(0, types.Int64)
	re = n.window(re, axis, zero, bins)
	k := n.places(length, types.Int64)
	given := n.Call("less", args(k, bins))
	from := n.where(given, k, n.subtract(length, k))
	re = n.Call("take", args(re, from), attr("axis", axis))
	if im == nil {
		return re, nil
	}
	im = n.Call("take", args(n.window(im, axis, zero, bins), from), attr("axis", axis))
	return re, n.multiply(im, n.where(given, n.number(1, d), n.number(-1, d)))
}

// stft transforms frames of a signal, which begin at multiples of a step, each multiplied by a
// window.
func stft(n *node) []*model.Value {
	x, i64 := n.in[0], types.Int64
	if x.Rank() != 2 && x.Rank() != 3 {
		return n.at(0, codes.ShapeMismatch, "STFT takes (batch, length) or (batch, length, parts), and input 0 has %s", axesText(x.Rank()))
	}
	window := n.arg(2)
	var length *model.Value
	switch {
	case n.arg(3) != nil:
		length = n.cast(n.scalar(n.arg(3)), i64)
	case window != nil:
		length = n.extentOf(window, 0, i64)
	default:
		length = n.extentOf(x, 1, i64)
	}
	step := n.cast(n.scalar(n.in[1]), i64)
	frames := n.add(n.Call("floor_divide", args(n.subtract(n.extentOf(x, 1, i64), length), step)), n.whole(1, i64))
	begin := n.Call("expand_dims", args(n.multiply(n.places(frames, i64), step)), attr("axis", 1))
	places := n.add(begin, n.places(length, i64))
	framed := func(signal *model.Value) *model.Value {
		v := n.Call("take", args(signal, places), attr("axis", 1))
		if window != nil {
			v = n.multiply(v, window)
		}
		return v
	}
	re, im := x, (*model.Value)(nil)
	if x.Rank() == 3 {
		parts, known := x.Shape()[2].Const()
		if !known {
			return n.refuse(nil, "whether input 0 holds real or complex numbers is not known: %s", shapeText(x.Tensor()))
		}
		if parts != 1 && parts != 2 {
			return n.at(0, codes.ShapeMismatch, "the last axis of input 0 must have the extent 1, for real numbers, or 2, and is %d", parts)
		}
		re = n.Call("take", args(x, n.whole(0, i64)), attr("axis", 2))
		if parts == 2 {
			im = framed(n.Call("take", args(x, n.whole(1, i64)), attr("axis", 2)))
		}
	}
	re = framed(re)
	if im == nil {
		im = n.Call("zeros_like", args(re))
	}
	both := n.Calls("dft", args(re, im))
	if len(both) != 2 {
		return nil
	}
	for i, v := range both {
		if n.int("onesided") != 0 {
			v = n.window(v, 2, n.whole(0, i64), n.oneSided(length))
		}
		both[i] = n.Call("expand_dims", args(v), attr("axis", 3))
	}
	return one(n.Call("concatenate", args(n.Pack(both...)), attr("axis", 3)))
}
