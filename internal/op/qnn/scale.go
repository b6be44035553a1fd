package qnn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A dtypes is a list of those that an operand may have.
type dtypes []types.Dtype

var (
	int16s   = types.Dtype{Class: types.IntClass, Bits: 16, Lanes: 1}
	uint16   = types.Dtype{Class: types.UintClass, Bits: 16, Lanes: 1}
	bytes    = dtypes{types.Int8, types.Uint8}
	small    = dtypes{types.Int8, types.Uint8, int16s}
	words    = dtypes{types.Int8, types.Uint8, int16s, uint16}
	sums     = dtypes{int16s, types.Int32, types.Int64}
	wideSums = dtypes{types.Int32, types.Int64}
)

func (ds dtypes) String() string {
	names := make([]string, len(ds))
	for i, d := range ds {
		names[i] = d.String()
	}
	return strings.Join(names, ", ")
}

// holds asks that tensor argument i has one of some dtypes.
func holds(s *relate.Typing, i int, t *types.Tensor, ds dtypes) bool {
	if slices.Contains(ds, t.Dtype) {
		return true
	}
	s.FailArg(i, "dtype-mismatch", fmt.Sprintf("`%s` holds %s, and must hold one of %s", s.Op.Params[i].Name, t.Dtype, ds))
	return false
}

// gives asks that the attribute out_dtype is one of some dtypes.
func gives(s *relate.Typing, ds dtypes) bool {
	d := s.Attrs.Dtype("out_dtype")
	if slices.Contains(ds, d) {
		return true
	}
	message := fmt.Sprintf("`out_dtype` is %s, and must be one of %s", d, ds)
	if d == types.NoDtype {
		message = fmt.Sprintf("`out_dtype` is needed: one of %s", ds)
	}
	s.FailAttr("out_dtype", message)
	return false
}

// A quantity is an argument that holds a scale (float32) or a zero point
// (int32).
type quantity struct {
	arg   int
	dtype types.Dtype
}

func scale(arg int) quantity { return quantity{arg, types.Float32} }
func zero(arg int) quantity  { return quantity{arg, types.Int32} }

// scalars asks that quantities are atoms.
func scalars(s *relate.Typing, qs ...quantity) bool {
	for _, q := range qs {
		t := s.Need(q.arg)
		if t == nil || !q.typed(s, t) {
			return false
		}
		if len(t.Shape) != 0 {
			s.FailArg(q.arg, "shape-mismatch", fmt.Sprintf("`%s` is %s, and must be one %s",
				s.Op.Params[q.arg].Name, types.Text(t), q.dtype))
			return false
		}
	}
	return true
}

func (q quantity) typed(s *relate.Typing, t *types.Tensor) bool {
	return holds(s, q.arg, t, dtypes{q.dtype})
}

// perChannel asks that a quantity is an atom, or a vector with one element for
// each channel.
func perChannel(s *relate.Typing, channels types.Dim, qs ...quantity) bool {
	for _, q := range qs {
		t := s.Need(q.arg)
		if t == nil || !q.typed(s, t) {
			return false
		}
		if len(t.Shape) > 0 {
			s.Expect(q.arg, &types.Tensor{Dtype: q.dtype, Shape: []types.Dim{channels}})
		}
	}
	return !s.Stopped()
}

// single reports whether a quantity is one number, in a tensor of any rank.
func single(t *types.Tensor) bool { return relate.Product(t.Shape...).IsConst(1) }

// channels is the extent along the axis of the channels, 1 of a scalar. The
// axis must exist even where all quantities are atoms.
func channels(s *relate.Typing, attr string, data *types.Tensor) (types.Dim, bool) {
	rank := len(data.Shape)
	if rank == 0 {
		return types.Const(1), true
	}
	axis := s.Axis(attr, -rank, rank)
	if s.Stopped() {
		return types.Any, false
	}
	return data.Shape[axis], true
}
