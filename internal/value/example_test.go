package value_test

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/value"
)

// Values print in the language's own syntax.
func Example() {
	matrix := value.Of([]float32{1, 2, 3, 4, 5, 6}, 2, 3)
	fmt.Println(value.Text(matrix))
	fmt.Println(value.Text(&value.Tuple{Elems: []value.Value{matrix, value.I32(7)}}))
	// Output:
	// [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
	// (Constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), 7)
}

// A FractalTensor may be jagged: here its rows have 1 and 3 elements.
func ExampleNewFractal() {
	row := func(xs ...int32) value.Value {
		var elems []value.Value
		for _, x := range xs {
			elems = append(elems, value.I32(x))
		}
		f, _ := value.NewFractal(elems)
		return f
	}
	jagged, err := value.NewFractal([]value.Value{row(1), row(2, 3, 4)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(value.Text(jagged), jagged.Len(), jagged.Depth())
	// Output: [[1], [2, 3, 4]] 2 2
}

// Agree compares as evaluation comments do: floats may differ by rounding.
func ExampleAgree() {
	got, want := value.F32(0.1+0.2), value.F32(0.3)
	fmt.Println(value.Agree(got, want, value.Tolerance{}))
	fmt.Println(value.Agree(value.I32(3), value.I32(4), value.Tolerance{}))
	// Output:
	// true
	// false
}
