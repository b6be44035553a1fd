//go:build amd64 && !purego

package vector

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// onLevels runs f for each set of instructions that the processor has, and for plain Go.
func onLevels(f func(name string)) {
	best := level
	defer func() {
		level = best
		setProducts()
	}()
	for i, name := range []string{"plain", "AVX2", "AVX-512"} {
		if i <= best {
			level = i
			setProducts()
			f(name)
		}
	}
}

// TestPathsAgree holds that all sets of instructions give the bits of plain Go, for lengths with
// and without a rest, at any alignment, on numbers of all kinds.
func TestPathsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	rounds := 400
	if testing.Short() {
		rounds = 50
	}
	for range rounds {
		agree(t, r, anyFloat32, anyFloat32)
		agree(t, r, func(r *rand.Rand) float64 {
			return float64(anyFloat32(r)) * math.Ldexp(1+r.Float64(), r.IntN(1200)-600)
		}, func(r *rand.Rand) float64 { return r.NormFloat64() })
		agreeSingle(t, r)
	}
}

// compare runs f on each level with slices of their own.
func compare[T Float](t *testing.T, what string, f func() []T) {
	t.Helper()
	var want []T
	onLevels(func(name string) {
		got := f()
		if want == nil {
			want = got
			return
		}
		for i := range want {
			if !same(got[i], want[i]) {
				t.Fatalf("%s on %s: element %d of %d is %x, want %x", what, name, i, len(want), float64(got[i]), float64(want[i]))
			}
		}
	})
}

func same[T Float](x, y T) bool {
	return x != x && y != y || x == y && math.Signbit(float64(x)) == math.Signbit(float64(y))
}

func agree[T Float](t *testing.T, r *rand.Rand, wild, mild func(*rand.Rand) T) {
	t.Helper()
	n := r.IntN(150)
	draw := func(n int, one func(*rand.Rand) T) []T {
		x := make([]T, n+r.IntN(7))
		for i := range x {
			x[i] = one(r)
		}
		return x[len(x)-n:]
	}
	x, y := draw(n, wild), draw(n, wild)
	for name, f := range map[string]func(dst, x, y []T){
		"Add": Add[T], "Subtract": Subtract[T], "Multiply": Multiply[T], "Divide": Divide[T],
		"Maximum": Maximum[T], "Minimum": Minimum[T],
		"Root":     func(dst, x, _ []T) { Root(dst, x) },
		"Positive": func(dst, x, _ []T) { Positive(dst, x) },
		"Clip": func(dst, x, y []T) {
			if len(y) > 1 {
				Clip(dst, x, min(y[0], y[1]), max(y[0], y[1]))
			}
		},
	} {
		compare(t, name, func() []T {
			dst := make([]T, n)
			f(dst, x, y)
			return dst
		})
	}
	center, factor, shift := mild(r), mild(r), mild(r)
	compare(t, "Affine", func() []T {
		dst := make([]T, n)
		Affine(dst, x, center, factor, shift)
		return dst
	})
	compare(t, "Scale", func() []T {
		dst := make([]T, n)
		Scale(dst, x, float64(center), float64(factor))
		return dst
	})
	compare(t, "Sum, Squares", func() []float64 { return []float64{Sum(x), Squares(x, float64(center))} })
	if n > 0 {
		z := draw(n, func(r *rand.Rand) T { return T(r.IntN(20)) })
		if r.IntN(3) == 0 {
			z[r.IntN(n)] = T(math.NaN())
		}
		compare(t, "Place", func() (found []float64) {
			for i := range 4 {
				at := Place(z, i&1 == 1, i&2 == 2)
				if want := definedPlace(z, i&1 == 1, i&2 == 2); at != want {
					t.Fatalf("the place of %v is %d, want %d", z, at, want)
				}
				found = append(found, float64(at))
			}
			return found
		})
	}
	for name, f := range map[string]func(lanes, x []T){
		"FoldAdd": FoldAdd[T], "FoldMultiply": FoldMultiply[T], "FoldMaximum": FoldMaximum[T], "FoldMinimum": FoldMinimum[T],
	} {
		first := draw(Lanes, wild)
		compare(t, name, func() []T {
			lanes := append([]T{}, first...)
			f(lanes, x)
			return lanes
		})
	}
	numbers := mild
	if r.IntN(2) == 0 {
		numbers = wild
	}
	taps := r.IntN(12)
	weights, src, sums := draw(taps, numbers), draw(n+40, numbers), draw(n, numbers)
	offsets := make([]int, taps)
	for i := range offsets {
		offsets[i] = r.IntN(41)
	}
	compare(t, "Stencil", func() []T {
		dst := append([]T{}, sums...)
		Stencil(dst, src, weights, offsets)
		return dst
	})
	agreeProducts(t, r, func(n int) []T { return draw(n, numbers) })
}

// definedPlace looks at one element after the other.
func definedPlace[T Float](x []T, least, last bool) int {
	best := 0
	for i, v := range x {
		better := v > x[best]
		if least {
			better = v < x[best]
		}
		nan, known := v != v, x[best] != x[best]
		if nan && (!known || last) || !nan && !known && (better || last && v == x[best]) {
			best = i
		}
	}
	return best
}

// agreeProducts compares tiles with the definition.
func agreeProducts[T Float](t *testing.T, r *rand.Rand, draw func(n int) []T) {
	t.Helper()
	k := 1 + r.IntN(20)
	if r.IntN(10) == 0 {
		k = Depth
	}
	onLevels(func(name string) {
		p := ProductsOf[T]()
		for row, rows := range p.Rows {
			for width, columns := range p.Widths {
				a, b := draw((rows-1)*Stride+k), draw(k*columns)
				ldc := columns + r.IntN(5)
				c := draw((rows-1)*ldc + columns)
				want := append([]T{}, c...)
				for i := range rows {
					for j := range columns {
						for l := range k {
							want[i*ldc+j] = definedMultiplyAdd(a[i*Stride+l], b[l*columns+j], want[i*ldc+j])
						}
					}
				}
				p.Add(row, width, k, a, b, c, ldc)
				for i := range c {
					if !same(c[i], want[i]) {
						t.Fatalf("product of %d×%d×%d on %s: element %d is %x, want %x", rows, k, columns, name, i, float64(c[i]), float64(want[i]))
					}
				}
			}
		}
	})
}

func definedMultiplyAdd[T Float](x, y, z T) T {
	if x, single := any(x).(float32); single {
		return T(fma(x, float32(y), float32(z)))
	}
	return T(x*y) + z
}

// agreeDots compares with sums of one term after the other.
func agreeDots(t *testing.T, r *rand.Rand) {
	t.Helper()
	k, step := r.IntN(40), 40+r.IntN(5)
	x, b := make([]float32, k), make([]float32, 80*step)
	for i := range b {
		b[i] = anyFloat32(r)
	}
	for i := range x {
		x[i] = anyFloat32(r)
	}
	onLevels(func(name string) {
		sums := make([]float32, DotsOf(r.IntN(80)))
		Dots(sums, x, b[:max(0, (len(sums)-1)*step+k)], step)
		for j, got := range sums {
			want := float32(0)
			for l, v := range x {
				want = fma(v, b[j*step+l], want)
			}
			if !same(got, want) {
				t.Fatalf("sum %d of %d, %d terms, on %s is %x, want %x", j, len(sums), k, name, got, want)
			}
		}
	})
}

// TestPlaces looks in more than one block.
func TestPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		x := make([]float32, 1+r.IntN(5*placeBlock))
		for i := range x {
			x[i] = float32(r.IntN(30))
		}
		for range r.IntN(3) {
			x[r.IntN(len(x))] = float32(math.NaN())
		}
		onLevels(func(name string) {
			for i := range 4 {
				if got, want := Place(x, i&1 == 1, i&2 == 2), definedPlace(x, i&1 == 1, i&2 == 2); got != want {
					t.Fatalf("least=%t last=%t on %s: %d, want %d", i&1 == 1, i&2 == 2, name, got, want)
				}
			}
		})
	}
}

// agreeSingle compares the functions of float32 alone, and what moves numbers.
func agreeSingle(t *testing.T, r *rand.Rand) {
	t.Helper()
	x := make([]float32, r.IntN(100))
	for i := range x {
		if x[i] = anyFloat32(r); r.IntN(2) == 0 {
			x[i] = float32(r.NormFloat64() * 20)
		}
	}
	for name, f := range map[string]func(dst, x []float32){"Exp": Exp, "Log": Log, "Tanh": Tanh, "Erf": Erf, "Sigmoid": Sigmoid} {
		compare(t, name, func() []float32 {
			dst := make([]float32, len(x))
			f(dst, x)
			return dst
		})
		compare(t, name+" in place", func() []float32 {
			dst := append([]float32{}, x...)
			f(dst, dst)
			return dst
		})
	}
	agreeDots(t, r)
	rows, columns := r.IntN(40), r.IntN(40)
	src := make([]float32, rows*(columns+3))
	for i := range src {
		src[i] = float32(i)
	}
	compare(t, fmt.Sprintf("Transpose of %d×%d", rows, columns), func() []float32 {
		dst := make([]float32, columns*(rows+2))
		Transpose(dst, rows+2, src, columns+3, rows, columns)
		return dst
	})
	for _, width := range []int{1, 4, 8, 16, 32, 33} {
		if width <= columns {
			compare(t, "CopyRows", func() []float32 {
				dst := make([]float32, rows*width)
				CopyRows(dst, src, rows, width, columns+3)
				return dst
			})
		}
	}
}
