package optimize

import (
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A constant is a scalar: a float, or an integer or truth value (whole). Integers are in the range of
// their dtype, as int64; a uint64 beyond that is no constant.
type constant struct {
	dtype types.Dtype
	whole bool
	i     int64
	f     float64
}

// String is the dtype and the number, which identify a constant among heads.
func (c *constant) String() string {
	if c.whole {
		return c.dtype.String() + ":" + strconv.FormatInt(c.i, 10)
	}
	return c.dtype.String() + ":" + strconv.FormatFloat(c.f, 'g', -1, 64)
}

// number is the constant as a float.
func (c *constant) number() float64 {
	if c.whole {
		return float64(c.i)
	}
	return c.f
}

// is reports whether the constant is a number; nil is none.
func (c *constant) is(x float64) bool { return c != nil && c.number() == x }

// numberOf is the constant of a dtype that is nearest to a number; nil where there is none, or an integer
// is not exact. Of half precision only integers up to 256 are taken, which both formats have.
func numberOf(d types.Dtype, x float64) *constant {
	switch {
	case d == types.Bool:
		if x != 0 && x != 1 {
			return nil
		}
		return &constant{dtype: d, whole: true, i: int64(x)}
	case d.IsInteger():
		if x != math.Trunc(x) || math.Abs(x) > 1<<52 {
			return nil
		}
		return integer(d, int64(x))
	case d.IsFloat() && d.Lanes == 1:
		switch d.Bits {
		case 32:
			x = float64(float32(x))
		case 64:
		default:
			if x != math.Trunc(x) || math.Abs(x) > 256 {
				return nil // it may be rounded
			}
		}
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return nil
		}
		return &constant{dtype: d, f: x}
	}
	return nil
}

// integer is a number that wraps around at the width of its dtype (two's complement).
func integer(d types.Dtype, x int64) *constant {
	of, ok := value.ParseDtype(d.String())
	if !ok || !d.IsInteger() {
		return nil
	}
	bits := of.Bits()
	if bits < 64 {
		x <<= 64 - bits
		if of.IsSigned() {
			x >>= 64 - bits
		} else {
			x = int64(uint64(x) >> (64 - bits))
		}
	} else if !of.IsSigned() && x < 0 {
		return nil
	}
	return &constant{dtype: d, whole: true, i: x}
}

// text writes a constant as a literal; false where no literal is one.
func (c *constant) text() (string, bool) {
	if c.dtype == types.Bool {
		return map[bool]string{true: "True", false: "False"}[c.i != 0], true
	}
	suffix, ok := typecheck.LiteralSuffix(c.dtype)
	if !ok {
		return "", false
	}
	if c.whole {
		return strconv.FormatInt(c.i, 10) + suffix, true
	}
	bits := 64
	if c.dtype.Bits == 32 {
		bits = 32
	}
	return strconv.FormatFloat(c.f, 'g', -1, bits) + suffix, true
}

// readLiteral reads the text of a scalar literal; nil where it is none.
func readLiteral(text string, t types.Type) *constant {
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok || len(tensor.Shape) > 0 {
		return nil
	}
	switch text {
	case "True":
		return numberOf(tensor.Dtype, 1)
	case "False":
		return numberOf(tensor.Dtype, 0)
	}
	if end := strings.IndexAny(text, "iuf"); end > 0 {
		text = text[:end]
	}
	if tensor.Dtype.IsInteger() {
		x, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil
		}
		return integer(tensor.Dtype, x)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !tensor.Dtype.IsFloat() {
		return nil
	}
	return numberOf(tensor.Dtype, x)
}

// number is the class of a scalar literal; false where no literal is it.
func (t *terms) number(c *constant) (id, bool) {
	if c == nil {
		return 0, false
	}
	text, ok := c.text()
	if !ok {
		return 0, false
	}
	return t.insert(t.intern(head{kind: literal, text: text, value: c}), nil, types.Scalar(c.dtype)), true
}

// scalar is the class of a number of a dtype.
func (t *terms) scalar(d types.Dtype, x float64) (id, bool) { return t.number(numberOf(d, x)) }

// valueOf is the number that all elements of a node have, by those of its arguments: constant propagation
// in the data of classes (egg calls that an analysis). nil is unknown. A product with 0 is 0, what
// infinite factors make of it set aside.
func (t *terms) valueOf(h *head, kids []id, typ types.Type) *constant {
	if h.kind == literal {
		return h.value
	}
	if h.kind != operation || h.partial {
		return nil
	}
	tensor, ok := types.Head(typ).(*types.Tensor)
	if !ok {
		return nil
	}
	// of is the constant of argument i.
	of := func(i int) *constant {
		if i < len(kids) {
			return t.Data(kids[i]).value
		}
		return nil
	}
	switch h.op.Canonical() {
	case "zeros", "zeros_like":
		return numberOf(tensor.Dtype, 0)
	case "ones", "ones_like":
		return numberOf(tensor.Dtype, 1)
	case "full", "full_like":
		c := of(len(kids) - 1)
		if c != nil && c.dtype == tensor.Dtype {
			return c
		}
		return nil
	case "reshape", "transpose", "expand_dims", "squeeze", "strided_slice", "broadcast_to", "broadcast_to_like", "tile", "repeat", "reverse", "nn.batch_flatten", "copy":
		return of(0)
	case "cast":
		c := of(0)
		if c == nil || c.number() != math.Trunc(c.number()) || math.Abs(c.number()) >= 128 {
			return nil
		}
		to := numberOf(tensor.Dtype, c.number())
		if !c.whole && to != nil && to.number() != c.number() {
			return nil // integers wrap around, floats saturate
		}
		return to
	case "cumsum":
		if c := of(0); c.is(0) && c.dtype == tensor.Dtype {
			return c
		}
		return nil
	case "sum":
		if c := of(0); c.is(0) {
			return c
		}
		return nil
	case op.Negative: // of 0 it is -0 for floats
		if c := of(0); c != nil && !c.is(0) {
			return fold(tensor.Dtype, c, c, op.Negative)
		}
		return nil
	case "matmul", "nn.dense", "nn.batch_matmul", "nn.conv2d", "nn.conv1d", "nn.matmul":
		if of(0).is(0) || of(1).is(0) {
			return numberOf(tensor.Dtype, 0)
		}
		return nil
	case op.Add, op.Subtract, op.Multiply, op.Divide, op.Maximum, op.Minimum:
		a, b := of(0), of(1)
		if a == nil || b == nil {
			return nil
		}
		return fold(tensor.Dtype, a, b, h.op.Canonical())
	}
	return nil
}

// fold computes with two constants of a dtype; nil where that may be rounded in another way at run time.
// Floats of 32 bits are computed in 64 and rounded once more, which is the correctly rounded result of
// one operation (S. Figueroa, When is double rounding innocuous?, 1995). Results near the ends of the
// range are left to run time.
func fold(d types.Dtype, a, b *constant, name string) *constant {
	if a.dtype != d || b.dtype != d || d == types.Bool {
		return nil
	}
	if a.whole {
		switch name {
		case op.Add:
			return integer(d, a.i+b.i)
		case op.Subtract:
			return integer(d, a.i-b.i)
		case op.Multiply:
			return integer(d, a.i*b.i)
		case op.Negative:
			return integer(d, -a.i)
		case op.Maximum:
			return integer(d, max(a.i, b.i))
		case op.Minimum:
			return integer(d, min(a.i, b.i))
		}
		return nil
	}
	if d.Bits != 32 && d.Bits != 64 {
		return nil
	}
	var x float64
	switch name {
	case op.Add:
		x = a.f + b.f
	case op.Subtract:
		x = a.f - b.f
	case op.Multiply:
		x = a.f * b.f
	case op.Divide:
		x = a.f / b.f
	case op.Negative:
		x = -a.f
	case op.Maximum:
		x = math.Max(a.f, b.f)
	case op.Minimum:
		x = math.Min(a.f, b.f)
	default:
		return nil
	}
	// Beyond that the dtype may round, overflow or flush to zero in another way.
	if math.Abs(x) > math.MaxFloat32/4 || x != 0 && math.Abs(x) < 1e-30 {
		return nil
	}
	return numberOf(d, x)
}
