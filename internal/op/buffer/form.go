package buffer

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Forms are the types in which a kernel computes: float16 and bfloat16 in
// float32, integers in the least of int32, int64 and uint64 that holds them. A
// kernel that is nil falls back on the next wider one.
type Forms struct {
	F32, F64      op.Kernel
	I32, I64, U64 op.Kernel
}

// Typed is the kernel of an operator that computes in the type of its result.
func Typed(forms Forms) op.Kernel {
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		data, err := c.Array(0)
		if err != nil {
			return nil, err
		}
		d, err := c.AttrDtype("out_dtype", data.Dtype)
		if err != nil {
			return nil, err
		}
		kernel := forms.of(d)
		if kernel == nil {
			return nil, fmt.Errorf("`%s` does not compute %s", c.Op.Name, d)
		}
		return kernel(m, c)
	}
}

// of chooses by dtype.
func (f Forms) of(d value.Dtype) op.Kernel {
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

func first(kernels ...op.Kernel) op.Kernel {
	for _, k := range kernels {
		if k != nil {
			return k
		}
	}
	return nil
}
