package interp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
)

// laws are equations that hold for all jagged data: both sides are functions
// of one FractalTensor of rows of integers, or of its rows side by side.
var laws = []struct{ name, left, right string }{
	{"map fusion", `map(fn(%r) { map(fn(%x) { (%x + 3) * 2 }, %r) }, %xs)`, `map(fn(%r) { map(fn(%x) { %x * 2 }, map(fn(%x) { %x + 3 }, %r)) }, %xs)`},
	{"forall is nested map", `forall(fn(%x) { %x * %x - 1 }, %xs)`, `map(fn(%r) { map(fn(%x) { %x * %x - 1 }, %r) }, %xs)`},
	{"map over join", `map(fn(%r) { join(%r, [1]) }, join(%xs, %xs))`, `join(map(fn(%r) { join(%r, [1]) }, %xs), map(fn(%r) { join(%r, [1]) }, %xs))`},
	{"reduce over join", `map(fn(%r) { reduce(add, join(%r, %r), 0) }, %xs)`, `map(fn(%r) { reduce(add, %r, 0) + reduce(add, %r, 0) }, %xs)`},
	{"reduce over concat", `[reduce(add, reduce(fn(%a, %b) { join(%a, %b) }, %xs, slice([1], 0, 0)), 0)]`, `[reduce(add, map(fn(%r) { reduce(add, %r, 0) }, %xs), 0)]`},
	{"reduce is fold", `map(fn(%r) { reduce(fn(%a, %b) { maximum(%a, %b) }, %r, -5) }, %xs)`, `map(fn(%r) { foldl(fn(%a, %b) { maximum(%a, %b) }, %r, -5) }, %xs)`},
	{"filter fusion", `map(fn(%r) { filter(fn(%x) { %x > 2 && %x < 50 }, %r) }, %xs)`, `map(fn(%r) { filter(fn(%x) { %x < 50 }, filter(fn(%x) { %x > 2 }, %r)) }, %xs)`},
	{"filterall is nested filter", `filterall(fn(%x) { %x > 10 }, %xs)`, `map(fn(%r) { filter(fn(%x) { %x > 10 }, %r) }, %xs)`},
	{"fold is last of scan", `map(fn(%r) { foldl(fn(%s, %x) { %s * 3 - %x }, join([1], %r)) }, %xs)`, `map(fn(%r) { last(scanl(fn(%s, %x) { %s * 3 - %x }, join([1], %r))) }, %xs)`},
	{"foldr is first of scanr", `map(fn(%r) { foldr(fn(%s, %x) { %s * 3 - %x }, join([1], %r)) }, %xs)`, `map(fn(%r) { first(scanr(fn(%s, %x) { %s * 3 - %x }, join([1], %r))) }, %xs)`},
	{"zip and unzip", `map(fn((%a, _)) { %a }, zip(%xs, map(fn(%r) { length(%r) }, %xs)))`, `%xs`},
	{"unzip of zip", `map(fn((_, %b)) { [%b] }, zip(%xs, map(fn(%r) { length(%r) }, %xs)))`, `map(fn(%r) { [length(%r)] }, %xs)`},
	{"zip of unzip", `let %z = zip(%xs, map(fn(%r) { join(%r, %r) }, %xs)); map(fn((%a, %b)) { join(%a, %b) }, zip(map(fn((%a, _)) { %a }, %z), map(fn((_, %b)) { %b }, %z)))`, `map(fn(%r) { join(%r, join(%r, %r)) }, %xs)`},
	{"forall fusion", `forall(fn(%x) { %x * %x + 3 }, %xs)`, `forall(fn(%x) { %x + 3 }, forall(fn(%x) { %x * %x }, %xs))`},
	{"filter over join", `map(fn(%r) { filter(fn(%x) { %x > 10 }, join(%r, %r)) }, %xs)`, `map(fn(%r) { join(filter(fn(%x) { %x > 10 }, %r), filter(fn(%x) { %x > 10 }, %r)) }, %xs)`},
	{"map over filter", `map(fn(%r) { map(fn(%x) { %x * 2 }, filter(fn(%x) { %x * 2 > 10 }, %r)) }, %xs)`, `map(fn(%r) { filter(fn(%x) { %x > 10 }, map(fn(%x) { %x * 2 }, %r)) }, %xs)`},
	{"scan over join", `map(fn(%r) { scanl(fn(%s, %x) { %s * 7 - %x }, join(%r, %r), 5) }, %xs)`, `map(fn(%r) { let %a = scanl(fn(%s, %x) { %s * 7 - %x }, %r, 5); join(%a, scanl(fn(%s, %x) { %s * 7 - %x }, %r, foldl(fn(%s, %x) { %s * 7 - %x }, %r, 5))) }, %xs)`},
	{"length of concat", `[length(reduce(fn(%a, %b) { join(%a, %b) }, %xs, slice([1], 0, 0)))]`, `[reduce(add, map(fn(%r) { length(%r) }, %xs), 0)]`},
	{"reduce of a semiring", `map(fn(%r) { reduce(fn(%a, %b) { %a * %b }, map(fn(%x) { %x * 2 + 1 }, %r), 1) }, %xs)`, `map(fn(%r) { foldl(fn(%a, %x) { %a * (%x * 2 + 1) }, %r, 1) }, %xs)`},
	{"map of a branch", `forall(fn(%x) { if (%x > 7) { %x - 7 } else { if (%x == 3) { 0 } else { -%x } } }, %xs)`, `map(fn(%r) { scanl(fn(_, %x) { if (%x > 7) { %x - 7 } else { if (%x == 3) { 0 } else { -%x } } }, %r, 0) }, %xs)`},
	{"slices join", `join(slice(%xs, 0, 2), slice(%xs, 2, length(%xs)))`, `%xs`},
	{"gather reversed twice", `gather(gather(%xs, map(fn(%i) { length(%xs) - 1 - %i }, arange(length(%xs)))), map(fn(%i) { length(%xs) - 1 - %i }, arange(length(%xs))))`, `%xs`},
	{"window of one", `map(fn(%w) { first(%w) }, slide(%xs, window=1))`, `%xs`},
	{"dilated identity", `dilated_map(fn(%p) { map(fn(%r) { %r }, %p) }, %xs, dilation=3)`, `%xs`},
	{"stacked tuples", `map(fn((%a, %b)) { join(%a, %b) }, zip(map(fn(%r) { %r }, %xs), %xs))`, `map(fn(%r) { join(%r, %r) }, %xs)`},
	{"divisions", `map(fn(%r) { map(fn(%x) { if (%x == 0) { 0 } else { 100 / %x } }, %r) }, %xs)`, `map(fn(%r) { scanl(fn(_, %x) { if (%x == 0) { 0 } else { 100 / %x } }, %r, 0) }, %xs)`},
}

func TestLaws(t *testing.T) {
	text := ""
	for i, law := range laws {
		text += fmt.Sprintf("def @left%d(%%xs : FractalTensor[FractalTensor[int32]]) { %s }\n", i, law.left)
		text += fmt.Sprintf("def @right%d(%%xs : FractalTensor[FractalTensor[int32]]) { %s }\n", i, law.right)
	}
	p := compiled(t, text)
	random := rand.New(rand.NewPCG(1, 2))
	options := []Options{{Sequential: true}, {Threads: 1}, {Threads: 2}, {Threads: 8}}
	for round := range 12 {
		xs := jagged(random, round)
		for i, law := range laws {
			want := ""
			for k, o := range options {
				left := result(t, p, fmt.Sprintf("@left%d", i), []value.Value{xs}, o)
				right := result(t, p, fmt.Sprintf("@right%d", i), []value.Value{xs}, o)
				if left != right {
					t.Fatalf("%s: %.300s is not %.300s for %.200s", law.name, left, right, value.Text(xs))
				}
				if k > 0 && left != want {
					t.Fatalf("%s with %+v: %.200s is not %.200s", law.name, o, left, want)
				}
				want = left
			}
		}
	}
}

func result(t *testing.T, p *Program, name string, args []value.Value, o Options) string {
	t.Helper()
	v, _, err := p.Run(context.Background(), Entry{Name: name}, args, o)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return value.Text(v)
}

// jagged makes rows of random lengths, some of them empty; later rounds make
// more and longer ones.
func jagged(random *rand.Rand, round int) *value.Fractal {
	offsets := []int{0}
	for range random.IntN(1 + 4*round) {
		n := random.IntN(4 + round*round*4)
		if random.IntN(4) == 0 {
			n = 0
		}
		offsets = append(offsets, offsets[len(offsets)-1]+n)
	}
	data := make([]int32, offsets[len(offsets)-1])
	for i := range data {
		data[i] = int32(random.IntN(100) - 20)
	}
	return &value.Fractal{Elems: value.NewRows(offsets, value.NewLeaves(value.Of(data, len(data))))}
}

// Sums of floats show their brackets: they must be the same on any number of
// cores, whatever the length, and by any path through the interpreter.
func TestBracketsOfReduce(t *testing.T) {
	p := compiled(t, `
def @plain(%xs : FractalTensor[Tensor[(1), float32]]) { reduce(fn(%a, %b) { %a + %b }, %xs, Constant([0f])) }
def @bits(%xs : FractalTensor[int32]) { reduce(fn(%a, %b) { %a * 31 - %b }, %xs) }
def @slow(%xs : FractalTensor[int32]) { reduce(fn(%a, %b) { match(Some(%a)) { case Some(%x) { %x * 31 - %b } case None() { 0 } } }, %xs) }
`)
	random := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1, 2, 1023, 1024, 1025, 4096, 5000, 10_240, 40_001} {
		data, floats := make([]int32, n), make([]float32, n)
		for i := range data {
			data[i], floats[i] = random.Int32(), random.Float32()
		}
		xs := &value.Fractal{Elems: value.NewLeaves(value.Of(data, n))}
		ys := &value.Fractal{Elems: value.NewLeaves(value.Of(floats, n, 1))}
		want, wantSum := "", ""
		for _, threads := range []int{1, 2, 8} {
			o := Options{Threads: threads}
			a, b, sum := result(t, p, "@bits", []value.Value{xs}, o), result(t, p, "@slow", []value.Value{xs}, o), result(t, p, "@plain", []value.Value{ys}, o)
			if a != b {
				t.Fatalf("%d elements: blocks give %s, calls %s", n, a, b)
			}
			if want != "" && (a != want || sum != wantSum) {
				t.Fatalf("%d elements, %d threads: %s %s, want %s %s", n, threads, a, sum, want, wantSum)
			}
			want, wantSum = a, sum
		}
	}
}
