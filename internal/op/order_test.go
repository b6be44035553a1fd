package op_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Long rows are sorted as by comparisons: in order, equal numbers in the order of their places,
// NaN after all.
func TestSortOfLongRows(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1<<15 + 1, 100_000, 1 << 17} {
		for _, ascending := range []bool{true, false} {
			data := make([]float32, 2*n)
			for i := range data {
				data[i] = float32(random.IntN(50))
				if random.IntN(20) == 0 {
					data[i] = float32(math.NaN())
				}
			}
			for _, threads := range []int{1, 4} {
				got := argsorted(t, value.Of(data, 2, n), ascending, threads)
				for row := range 2 {
					if want := sortedAtOnce(data[row*n:][:n], !ascending); !slices.Equal(got[row*n:][:n], want) {
						t.Fatalf("%d numbers, ascending %t, %d threads: another order", n, ascending, threads)
					}
				}
			}
		}
	}
}

func argsorted(t *testing.T, a *value.Array, ascending bool, threads int) []int32 {
	t.Helper()
	o := byName()["argsort"]
	attrs, errs := op.Bind(o, []op.Named{{Name: "is_ascend", Value: op.Boolean(ascending)}, {Name: "dtype", Value: op.Text("int32")}})
	if len(errs) > 0 {
		t.Fatal(errs[0].Message)
	}
	v, err := o.Kernel(&cores{n: threads}, &op.KernelCall{Op: o, Args: []value.Value{a}, Attrs: attrs})
	if err != nil {
		t.Fatal(err)
	}
	return value.Elems[int32](v.(*value.Array).Contiguous())
}

func sortedAtOnce(row []float32, descending bool) []int32 {
	places := make([]int32, len(row))
	for i := range places {
		places[i] = int32(i)
	}
	slices.SortStableFunc(places, func(i, j int32) int {
		if descending {
			i, j = j, i
		}
		x, y := row[i], row[j]
		switch {
		case x < y || y != y && x == x:
			return -1
		case y < x || x != x && y == y:
			return 1
		}
		return 0
	})
	return places
}
