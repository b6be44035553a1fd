package types_test

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Types are values: a tensor has a dtype and extents, which may be symbolic.
func Example() {
	n := types.DimOf(symbolic.Var(symbolic.NewSymbol("n", 1)))
	batch := &types.Tensor{Dtype: types.Float32, Shape: []types.Dim{n, types.Const(10)}}
	classify := &types.Func{In: []types.Type{batch}, Out: &types.Tuple{Elems: []types.Type{batch, types.Scalar(types.Int32)}}}
	fmt.Println(types.String(classify))
	fmt.Println(types.Product(batch.Shape))
	// Output:
	// fn(Tensor[(n, 10), float32]) -> (Tensor[(n, 10), float32], int32)
	// 10*n
}

// Equivalence is the language's; the difference says where two types part.
func ExampleEquivalent() {
	rows := &types.Fractal{Elem: &types.Tensor{Dtype: types.Float32, Shape: []types.Dim{types.Const(3)}}}
	other := &types.Fractal{Elem: &types.Tensor{Dtype: types.Float32, Shape: []types.Dim{types.Const(4)}}}
	d, same := types.Equivalent(rows, other)
	fmt.Println(same)
	fmt.Printf("%s: %s and %s\n", d.What, d.Left, d.Right)
	// Output:
	// false
	// size: 3 and 4
}

// Tree shows what of a type is known before the program runs.
func ExampleTree() {
	rows := &types.Fractal{Elem: &types.Tensor{Dtype: types.Float32, Shape: []types.Dim{types.Const(3)}}}
	fmt.Print(types.Tree(rows))
	// Output:
	// FractalTensor · data-dependent length
	// └─ element: Tensor · static shape (3)
	//    └─ dtype: float32 · static width 32
}
