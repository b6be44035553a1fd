package symbolic_test

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// Expressions are equal when their normal forms are, however they were made.
func Example() {
	n := symbolic.NewSymbol("n", 1)
	x := symbolic.Var(n).Add(symbolic.Int(1)) // n + 1
	square := x.Mul(x)
	other := symbolic.Var(n).Pow(2).Add(symbolic.Var(n).Mul(symbolic.Int(2))).Add(symbolic.Int(1))
	fmt.Println(square)
	fmt.Println(square.Equal(other))
	// Output:
	// n^2 + 2*n + 1
	// true
}

// The extent of a convolution's result is a floor quotient; Eval asks for the
// value of each symbol.
func ExampleExpr_FloorDiv() {
	h := symbolic.NewSymbol("h", 1)
	extent, ok := symbolic.Var(h).Sub(symbolic.Int(3)).FloorDiv(symbolic.Int(2))
	if !ok {
		return // the divisor is zero
	}
	at224, err := extent.Eval(func(*symbolic.Symbol) (int64, bool) { return 224, true })
	fmt.Println(extent, at224, err)
	// Output:
	// floor((h + 1)/2) - 2 110 <nil>
}

// What must n be for 2*n + 4 to be 20?
func ExampleSolveLinear() {
	n := symbolic.NewSymbol("n", 1)
	left := symbolic.Var(n).Mul(symbolic.Int(2)).Add(symbolic.Int(4))
	solution, ok := symbolic.SolveLinear(left, symbolic.Int(20), n)
	fmt.Println(solution, ok)
	// Output: 8 true
}
