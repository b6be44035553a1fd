package amortize

import (
	"math/rand/v2"
	"testing"
)

// TestSimplex solves random programs with many equal numbers, at which the simplex
// method may go round in circles: it must end, with a solution that is no dearer than
// points that are one for sure.
func TestSimplex(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		n, m := 1+random.IntN(8), 1+random.IntN(12)
		prices, a, b, point := make([]float64, n), make([][]float64, m), make([]float64, m), make([]float64, n)
		for j := range n {
			prices[j], point[j] = float64(random.IntN(3)), float64(random.IntN(4))
		}
		for i := range a {
			a[i] = make([]float64, n)
			for j := range a[i] {
				a[i][j] = float64(random.IntN(5) - 2)
			}
			b[i] = dot(a[i], point) - float64(random.IntN(2)) // the point is a solution
		}
		x, ok := newTableau(append([]float64(nil), prices...), copied(a), b).solve(nil)
		if !ok {
			t.Fatalf("no solution of %v ≥ %v, where %v is one", a, b, point)
		}
		for i := range a {
			if dot(a[i], x) < b[i]-1e-6 {
				t.Fatalf("%v is no solution of %v ≥ %v", x, a[i], b[i])
			}
		}
		if dot(prices, x) > dot(prices, point)+1e-6 {
			t.Fatalf("%v costs %g, more than %v with %g", x, dot(prices, x), point, dot(prices, point))
		}
	}
	if x, ok := newTableau([]float64{1}, [][]float64{{1}, {-1}}, []float64{2, -1}).solve(nil); ok {
		t.Errorf("%v is at least 2 and at most 1", x)
	}
}

func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

func copied(a [][]float64) [][]float64 {
	all := make([][]float64, len(a))
	for i, row := range a {
		all[i] = append([]float64(nil), row...)
	}
	return all
}
