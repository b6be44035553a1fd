package buffer

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Forms are the types in which a kernel computes: float16 and bfloat16 in
// float32, integers in the least of int32, int64 and uint64 that holds them. A
// form that is nil falls back on the next wider one.
type Forms struct {
	F32, F64      op.Body
	I32, I64, U64 op.Body
}

// Typed is the kernel of an operator that computes in the type of its result: that of
// the attribute out_dtype, or of argument 0.
func Typed(reads op.Reads, forms Forms) op.Kernel {
	return reads.Kernel(func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		d, err := c.AttrDtype("out_dtype", in.Arrays[0].Dtype)
		if err != nil {
			return nil, err
		}
		body := forms.of(d)
		if body == nil {
			return nil, fmt.Errorf("`%s` does not compute %s", c.Op.Name, d)
		}
		return body(m, c, in)
	})
}

// of chooses by dtype.
func (f Forms) of(d value.Dtype) op.Body {
	switch d {
	case value.Float64:
		return f.F64
	case value.Float32, value.Float16, value.Bfloat16:
		return f.F32
	case value.Uint64:
		return first(f.U64, f.I64, f.F64)
	case value.Int64, value.Uint32:
		return first(f.I64, f.F64)
	}
	return first(f.I32, f.I64, f.F64)
}

func first(bodies ...op.Body) op.Body {
	for _, b := range bodies {
		if b != nil {
			return b
		}
	}
	return nil
}
