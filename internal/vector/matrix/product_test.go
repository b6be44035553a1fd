package matrix

import (
	"errors"
	"math"
	"testing"
)

// TestProductsOfNothing holds that 0·∞ and 0·NaN are NaN, however many rows
// there are and whichever side they are on.
func TestProductsOfNothing(t *testing.T) {
	for _, odd := range []float64{math.Inf(1), math.Inf(-1), math.NaN()} {
		for _, rows := range []int{1, 3, 4, 17, 100} {
			for _, turned := range []bool{false, true} {
				if got := cornerOf[float32](rows, turned, float32(odd)); !math.IsNaN(float64(got)) {
					t.Errorf("float32, %d rows, turned %t: 0·%v is %v", rows, turned, odd, got)
				}
				if got := cornerOf[float64](rows, turned, odd); !math.IsNaN(got) {
					t.Errorf("float64, %d rows, turned %t: 0·%v is %v", rows, turned, odd, got)
				}
			}
		}
	}
}

// cornerOf multiplies zeros by a matrix of ones with one odd element, and gives
// an element of the product that it belongs to.
func cornerOf[T float32 | float64](rows int, turned bool, odd T) T {
	const inner, columns = 130, 150
	a, b, c := make([]T, rows*inner), make([]T, inner*columns), make([]T, rows*columns)
	for i := range b {
		b[i] = 1
	}
	if turned {
		b[149*inner+129] = odd
	} else {
		b[129*columns+149] = odd
	}
	p := Product[T]{Rows: rows, Inner: inner, Columns: columns, Turned: turned}
	for i := range p.Tiles() {
		if err := p.Tile(i, a, b, c, goOn); err != nil {
			panic(err)
		}
	}
	return c[(rows-1)*columns+149]
}

func goOn() error { return nil }

// TestProductsStop asks often enough, whichever dimension is long, and stops soon.
func TestProductsStop(t *testing.T) {
	stop := errors.New("stop")
	for _, p := range []Product[float32]{
		{Rows: 1, Inner: 1 << 24, Columns: 1}, {Rows: 1, Inner: 1 << 24, Columns: 1, Turned: true},
		{Rows: 16, Inner: 1 << 20, Columns: 16}, {Rows: 16, Inner: 1 << 20, Columns: 16, Turned: true},
	} {
		a, b, c := make([]float32, p.Rows*p.Inner), make([]float32, p.Inner*p.Columns), make([]float32, p.Rows*p.Columns)
		asked := 0
		err := p.Tile(0, a, b, c, func() error {
			if asked++; asked == 3 {
				return stop
			}
			return nil
		})
		if err != stop || asked != 3 {
			t.Errorf("%+v asked %d times, and ended with %v", p, asked, err)
		}
		asked = 0
		if err := p.Tile(0, a, b, c, func() error { asked++; return nil }); err != nil || asked < p.Steps()/partWork-1 {
			t.Errorf("%+v asked only %d times for %d multiplications: %v", p, asked, p.Steps(), err)
		}
	}
}
