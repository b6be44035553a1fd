package code

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// ScalarOpcodes lists the opcodes of operators on scalars, by dtype.
var ScalarOpcodes = map[string]map[value.Dtype]Opcode{
	op.Add:       {value.Int32: OpAddI32, value.Int64: OpAddI64, value.Float32: OpAddF32, value.Float64: OpAddF64},
	op.Subtract:  {value.Int32: OpSubI32, value.Int64: OpSubI64, value.Float32: OpSubF32, value.Float64: OpSubF64},
	op.Multiply:  {value.Int32: OpMulI32, value.Int64: OpMulI64, value.Float32: OpMulF32, value.Float64: OpMulF64},
	op.Divide:    {value.Int32: OpDivI32, value.Int64: OpDivI64, value.Float32: OpDivF32, value.Float64: OpDivF64},
	op.Less:      comparison(OpLtInt, OpLtF32, OpLtF64),
	op.LessEqual: comparison(OpLeInt, OpLeF32, OpLeF64),
	op.Equal:     equality(OpEqInt, OpEqF32, OpEqF64),
	op.NotEqual:  equality(OpNeInt, OpNeF32, OpNeF64),
}

// comparison lists opcodes for the dtypes whose slots compare as signed words.
func comparison(ints, f32, f64 Opcode) map[value.Dtype]Opcode {
	m := map[value.Dtype]Opcode{value.Float32: f32, value.Float64: f64}
	for _, d := range []value.Dtype{value.Int8, value.Int16, value.Int32, value.Int64, value.Uint8, value.Uint16, value.Uint32} {
		m[d] = ints
	}
	return m
}

// equality lists opcodes for the dtypes whose slots are equal as words.
func equality(ints, f32, f64 Opcode) map[value.Dtype]Opcode {
	m := comparison(ints, f32, f64)
	m[value.Uint64], m[value.Bool] = ints, ints
	return m
}

// OperatorOf is the operator that an opcode on scalars computes; the dtype of
// opcodes that serve several is that of their operands.
var OperatorOf = invert(ScalarOpcodes)

func invert(direct map[string]map[value.Dtype]Opcode) map[Opcode]string {
	names := map[Opcode]string{OpAddK: op.Add}
	for name, byDtype := range direct {
		for _, code := range byDtype {
			names[code] = name
		}
	}
	return names
}

// A Comparison is what a jump compares by: the operator, and whether its right
// operand is a number in the word.
type Comparison struct {
	Name     string // of the operator
	Constant bool   // the right operand is a number in the word
}

// Comparisons lists the jumps that compare.
var Comparisons = map[Opcode]Comparison{
	OpJumpLt: {op.Less, false}, OpJumpLe: {op.LessEqual, false}, OpJumpEq: {op.Equal, false}, OpJumpNe: {op.NotEqual, false},
	OpJumpLtK: {op.Less, true}, OpJumpGeK: {op.GreaterEqual, true}, OpJumpEqK: {op.Equal, true}, OpJumpNeK: {op.NotEqual, true},
}
