package fill

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
)

// someArray is an array of small numbers.
func someArray(random *rand.Rand, d value.Dtype, shape ...int) *value.Array {
	a := value.NewArray(d, shape)
	for i := range a.Len() {
		value.Store(a.Data, i, value.FromInt(d, int64(random.IntN(19)-9)))
	}
	return a
}

func asGrid(t *testing.T, v value.Value) grid {
	t.Helper()
	g, ok := gridOf(v)
	if !ok {
		t.Fatalf("%v is no tensor", v)
	}
	return g
}

func same(a, b grid) bool {
	return a.dtype == b.dtype && slices.Equal(a.shape, b.shape) && slices.Equal(a.at, b.at)
}

// TestGrids holds what grids do against views of arrays.
func TestGrids(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		shape := []int{1 + random.IntN(3), 1 + random.IntN(4), 1 + random.IntN(3)}
		a := someArray(random, value.Int32, shape...)
		g := asGrid(t, a)
		axes := random.Perm(3)
		if !same(g.permuted(axes), asGrid(t, a.Transpose(axes))) {
			t.Errorf("permuted %v %v", shape, axes)
		}
		axis := random.IntN(3)
		from := random.IntN(shape[axis])
		n := 1 + random.IntN(shape[axis]-from)
		if !same(g.cut(axis, from, from+n, true), asGrid(t, a.Slice(axis, from, n, 1))) {
			t.Errorf("cut %v %d", shape, axis)
		}
		if !same(g.cut(axis, from, from+1, false), asGrid(t, a.Slice(axis, from, 1, 1).Drop(axis))) {
			t.Errorf("dropped %v %d", shape, axis)
		}
		if !same(g.reversed(axis), asGrid(t, a.Slice(axis, shape[axis]-1, shape[axis], -1))) {
			t.Errorf("reversed %v %d", shape, axis)
		}
		row := a.Slice(axis, from, 1, 1)
		if got := asGrid(t, row).stretched(shape); !slices.Equal(got, asGrid(t, row.Broadcast(shape)).at) {
			t.Errorf("stretched %v %d", shape, axis)
		}
		wide := asGrid(t, row.Broadcast(shape))
		if !wide.constant(axis) {
			t.Errorf("not constant: %v %d", shape, axis)
		}
		if narrow, ok := wide.narrow(narrowing{axis}); !ok || !slices.Equal(narrow.stretched(shape), wide.at) {
			t.Errorf("narrow %v %d", shape, axis)
		}
		total := g.differences(axis)
		for i := range total.at {
			if step := value.RowMajor(shape)[axis]; i/step%shape[axis] > 0 {
				total.at[i] += total.at[i-step]
			}
		}
		if !slices.Equal(total.at, g.at) {
			t.Errorf("differences %v %d", shape, axis)
		}
	}
}

// TestRoughHash holds that values have the hash of what rounding makes of them, and that of their grid.
func TestRoughHash(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	differ := 0
	for range 2000 {
		x := float64(random.IntN(1<<12)) / float64(1+random.IntN(64))
		if random.IntN(4) == 0 {
			x = math.Exp2(float64(random.IntN(9) - 4))
		}
		near := x * (1 + 1e-7*(random.Float64()-0.5))
		a, b := value.Value(value.FromFloat(value.Float64, x)), value.Value(value.FromFloat(value.Float64, near))
		if roughHash([]value.Value{a}) != roughHash([]value.Value{b}) {
			differ++
		}
		h := hash{sum: hashBasis, rough: true}
		h.grid(asGrid(t, a))
		if h.sum != roughHash([]value.Value{a}) {
			t.Errorf("%v: the grid has another hash", a)
		}
	}
	if differ > 20 {
		t.Errorf("%d of 2000 have another hash after rounding", differ)
	}
}

// TestInverses holds that an inverse gives back the other operand.
func TestInverses(t *testing.T) {
	forward := map[string]func(x, y float64) float64{
		"add": func(x, y float64) float64 { return x + y }, "subtract": func(x, y float64) float64 { return x - y },
		"multiply": func(x, y float64) float64 { return x * y }, "divide": func(x, y float64) float64 { return x / y },
	}
	random := rand.New(rand.NewPCG(7, 8))
	for _, inv := range arithmeticInverses {
		for range 100 {
			x, y := float64(1+random.IntN(9)), float64(1+random.IntN(9))
			z := forward[inv.name](x, y)
			if inv.second {
				z = forward[inv.name](y, x)
			}
			if got := inv.of(z, x); math.Abs(got-y) > 1e-9 {
				t.Errorf("%s: %v and %v: got %v, want %v", inv.name, z, x, got, y)
			}
		}
	}
}
