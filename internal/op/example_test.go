package op_test

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A relation tells the type of a call's result, or what is wrong with the call.
func Example() {
	dense := table.Default()["nn.dense"]
	attrs, errs := op.Bind(dense, []op.Named{{Name: "units", Value: op.Int(10)}})
	if len(errs) > 0 {
		fmt.Println(errs[0].Message)
		return
	}
	data, weight := matrix(32, 784), matrix(10, 784)
	answer := dense.Relation(&op.Call{Op: dense, Args: []types.Type{data, weight}, Attrs: attrs})
	fmt.Println(types.String(answer.Out))

	answer = dense.Relation(&op.Call{Op: dense, Args: []types.Type{data, matrix(10, 100)}, Attrs: attrs})
	fmt.Println(answer.Err.Message)
	// Output:
	// Tensor[(32, 10), float32]
	// `nn.dense`: `weight` has the wrong shape
}

func matrix(rows, columns int64) *types.Tensor {
	return &types.Tensor{Dtype: types.Float32, Shape: []types.Dim{types.Const(rows), types.Const(columns)}}
}

// An entry documents itself.
func ExampleOp() {
	relu := table.Default()["nn.relu"]
	fmt.Println(relu.Doc)
	least, most := relu.Arity()
	fmt.Println(relu.Kind, least, most)
	// Output:
	// Replaces negative elements by 0.
	// elemwise 1 1
}

// Shapes broadcast as NumPy's do; what does not fit is reported by axis.
func ExampleBroadcastShape() {
	column, row := []types.Dim{types.Const(3), types.Const(1)}, []types.Dim{types.Const(4)}
	shape, clash := op.BroadcastShape(column, row)
	fmt.Println(types.ShapeString(shape), clash == nil)
	// Output: (3, 4) true
}
