package op_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// TestDtypeValue holds that a dtype has the values of that dtype, or none: those of a wider
// one would not wrap as its own do.
func TestDtypeValue(t *testing.T) {
	for _, name := range []string{"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "bfloat16", "float32", "float64", "int4", "uint4", "int2", "uint2",
		"float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float4_e2m1fn"} {
		d, _ := types.ParseDtype(name)
		if got, err := op.DtypeValue(d, value.Float32); err != nil || got.String() != name {
			t.Errorf("%s gives %s, %v", name, got, err)
		}
	}
	for _, name := range []string{"int3", "uint6", "int12", "uint48", "float8", "int32x4", "custom[posit]16"} {
		d, ok := types.ParseDtype(name)
		if !ok {
			t.Errorf("%s is no dtype", name)
		}
		if got, err := op.DtypeValue(d, value.Float32); err == nil {
			t.Errorf("%s gives %s", name, got)
		}
	}
}
