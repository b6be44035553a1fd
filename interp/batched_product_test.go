package interp

import (
	"math/rand/v2"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/machine"
)

// Products inside map and forall are computed for all elements at once. Each
// body has %xs, 60 tensors of 2 × 6, %w of 5 × 6, %v of 6 × 5, %s, one of 2 × 3
// × 4 for each element of %xs, and %g of 3 × 4 × 2.
var productBodies = []struct{ name, body string }{
	{"dense", `map(fn(%x) { nn.dense(%x, %w, units=None) }, %xs)`},
	{"dense and elementwise", `map(fn(%x) { let %y = nn.dense(%x, %w, units=None); tanh(%y * %y + nn.dense(%x - 1f, %w, units=None)) }, %xs)`},
	{"graph bindings", `map(fn(%x) { %0 = nn.dense(%x, %w, units=None); %1 = sigmoid(%0); %1 * %0 }, %xs)`},
	{"annotated", `map(fn(%x : Tensor[(2, 6), float32]) -> Tensor[(2, 5), float32] { nn.dense(%x, %w, units=None) }, %xs)`},
	{"of a definition", `map(fn(%x) { @layer(%x, %w) }, %xs)`},
	{"matmul", `map(fn(%x) { matmul(%x, %v) }, %xs)`},
	{"nn.matmul", `map(fn(%x) { nn.matmul(%x, %w, transpose_b=True, units=None) }, %xs)`},
	{"transposed", `map(fn(%x) { nn.matmul(%x, %x, transpose_a=True, units=None) }, %xs)`},
	{"shared on the left", `map(fn(%x) { nn.dense(%w, %x, units=None) }, %xs)`},
	{"both of the element", `map(fn(%x) { nn.dense(%x, %x, units=None) }, %xs)`},
	{"product of products", `map(fn(%x) { nn.dense(nn.dense(%x, %w, units=None), nn.dense(%w, %w, units=None), units=None) }, %xs)`},
	{"batches", `map(fn(%s) { nn.batch_matmul(%s, %s) }, %ss)`},
	{"batches with one", `map(fn(%s) { nn.batch_matmul(%s, %g, transpose_b=False) }, %ts)`},
	{"leading dimensions", `map(fn(%s) { matmul(%s, %g) }, %ts)`},
	{"leading dimensions on the left", `map(fn(%x) { matmul(%h, %x) }, %xs)`},
	{"two results", `let (%a, %b) = map(fn(%x) { let %y = nn.dense(%x, %w, units=None); (%y, nn.relu(%y)) }, %xs); zip(%a, %b)`},
	{"forall", `forall(fn(%x) { nn.dense(%x, %w, units=None) + 1f }, [%xs, slice(%xs, 0, 7)])`},
	{"nested", `map(fn(%r) { map(fn(%x) { nn.dense(%x, %w, units=None) }, %r) }, [%xs, slice(%xs, 0, 7)])`},
	{"zip", `map(fn((%x, %y)) { nn.dense(%x, %y, units=None) }, zip(%xs, %xs))`},
	{"in an arm", `map(fn(%x) { if (%x[0][0] < 0f) { nn.dense(%x, %w, units=None) } else { nn.dense(%x, %w + 1f, units=None) } }, %xs)`},
	{"not finite", `map(fn(%x) { nn.dense(%x * 0f, %w / 0f, units=None) }, %xs)`},
	{"halves", `map(fn(%x) { nn.dense(cast(%x, dtype="float16"), cast(%w, dtype="float16"), units=None) }, %xs)`},
	{"integers", `map(fn(%x) { nn.dense(cast(%x * 90f, dtype="int8"), cast(%w * 90f, dtype="int8"), units=None) }, %xs)`},
	{"wider result", `map(fn(%x) { nn.dense(cast(%x * 90f, dtype="int8"), cast(%w * 90f, dtype="int8"), out_dtype="int32", units=None) }, %xs)`},
}

// oneByOne are the bodies whose products depend on the element, or are of
// another dtype than their factors.
var oneByOne = map[string]bool{"in an arm": true, "wider result": true}

func TestProductsOfAll(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	leaves := func(shape ...int) value.Value {
		return &value.Fractal{Elems: value.NewLeaves(uniformArray(random, shape...))}
	}
	args := []value.Value{
		leaves(60, 2, 6), uniformArray(random, 5, 6), uniformArray(random, 6, 5),
		leaves(60, 3, 4, 4), leaves(60, 3, 2, 4), uniformArray(random, 3, 4, 2), uniformArray(random, 4, 5, 2),
	}
	for _, test := range productBodies {
		t.Run(test.name, func(t *testing.T) {
			p := compiled(t, `def @layer[n, k, m](%x : Tensor[(n, k), float32], %w : Tensor[(m, k), float32]) -> Tensor[(n, m), float32] { nn.dense(%x, %w, units=None) }
def @f(%xs : FractalTensor[Tensor[(2, 6), float32]], %w : Tensor[(5, 6), float32], %v : Tensor[(6, 5), float32], %ss : FractalTensor[Tensor[(3, 4, 4), float32]], %ts : FractalTensor[Tensor[(3, 2, 4), float32]], %g : Tensor[(3, 4, 2), float32], %h : Tensor[(4, 5, 2), float32]) { `+test.body+` }
`)
			want := result(t, p, "@f", args, Options{Sequential: true})
			for _, threads := range []int{1, 2, 8} {
				if got := result(t, p, "@f", args, Options{Threads: threads}); got != want {
					t.Errorf("%d threads give\n%.300s, want\n%.300s", threads, got, want)
				}
			}
			if taken := p.engine.Taken(machine.ProductsBatched) > 0; taken == oneByOne[test.name] {
				t.Errorf("products were joined: %t", taken)
			}
		})
	}
}

// A layer on 2,000 rows: one by one, as the arm of a branch, and as one product.
func BenchmarkProductOfAll(b *testing.B) {
	const head = `def @f(%xs : FractalTensor[Tensor[(1, 64), float32]], %w : Tensor[(64, 64), float32]) `
	random := rand.New(rand.NewPCG(9, 10))
	xs, w := &value.Fractal{Elems: value.NewLeaves(uniformArray(random, 2000, 1, 64))}, uniformArray(random, 64, 64)
	b.Run("one_by_one", func(b *testing.B) {
		runOn(b, head+`{ map(fn(%x) { if (%x[0][0] < 9f) { tanh(nn.dense(%x, %w, units=None)) } else { %x } }, %xs) }`, xs, w)
	})
	b.Run("at_once", func(b *testing.B) {
		runOn(b, head+`{ map(fn(%x) { tanh(nn.dense(%x, %w, units=None)) }, %xs) }`, xs, w)
	})
}
