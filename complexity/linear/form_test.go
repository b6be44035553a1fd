package linear

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAgainstRows computes with rows of coefficients, as forms are defined.
func TestAgainstRows(t *testing.T) {
	const n = 5
	r := rand.New(rand.NewPCG(1, 2))
	random := func() (Form, []int64) {
		row := make([]int64, n+1)
		for i := range row {
			row[i] = r.Int64N(5) * (r.Int64N(3) - 1) // often 0
		}
		return New(row[n], row[:n]...), row
	}
	for range 5000 {
		a, x := random()
		b, y := random()
		k, at := r.Int64N(7)-3, r.IntN(n)
		sum, put := slices.Clone(x), slices.Clone(x)
		put[at] = 0
		for i := range sum {
			sum[i] += k * y[i]
			put[i] += x[at] * y[i]
		}
		if got := a.Plus(k, b); !got.Equal(New(sum[n], sum[:n]...)) {
			t.Fatalf("%v + %d·%v is %v", a, k, b, got)
		}
		if got := a.Replace(at, b); !got.Equal(New(put[n], put[:n]...)) {
			t.Fatalf("%v with %v in the place of %d is %v", a, b, at, got)
		}
		if got := slices.Max(x) >= 0 && slices.Min(x) >= 0; got != a.Natural() {
			t.Fatalf("%v is natural: %v", a, a.Natural())
		}
		if got := a.At(y[:n]); got != naive(x, y) {
			t.Fatalf("%v at %v is %d", a, y, got)
		}
	}
}

func naive(row, at []int64) int64 {
	v := row[len(row)-1]
	for i, c := range row[:len(row)-1] {
		v += c * at[i]
	}
	return v
}
