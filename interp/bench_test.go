package interp

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
)

// The programs under testdata/bench have their like next to them in OCaml and
// Python; testdata/bench/compare.sh runs all three.
func BenchmarkPrograms(b *testing.B) {
	for _, name := range []string{"fib", "list", "tree", "queens"} {
		b.Run(name, func(b *testing.B) {
			text, err := os.ReadFile(filepath.Join("testdata/bench", name+".frac"))
			if err != nil {
				b.Fatal(err)
			}
			p := compiled(b, string(text))
			e := Entry{Item: p.Entries()[0]}
			for b.Loop() {
				if _, _, err := p.Run(context.Background(), e, nil, Options{Sequential: true}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestPrograms(t *testing.T) {
	if underRace {
		t.Skip("skipped: these programs run long enough to be measured")
	}
	paths, _ := filepath.Glob("testdata/bench/*.frac")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) { hold(t, string(text)) })
	}
}

// Functions on a FractalTensor of a million numbers, given as an argument.
func BenchmarkFractal(b *testing.B) {
	programs := []struct{ name, text string }{
		{"reduce_lambda", `def @f(%xs : FractalTensor[int32]) -> int32 { reduce(fn(%a, %b) { %a + %b }, %xs) }`},
		{"reduce_lambda3", `def @f(%xs : FractalTensor[int32]) -> int32 { reduce(fn(%a, %b) { if (%a + 1 > %b) { %a } else { %b } }, %xs) }`},
		{"reduce_add", `def @f(%xs : FractalTensor[int32]) -> int32 { reduce(add, %xs) }`},
		{"map", `def @f(%xs : FractalTensor[int32]) -> FractalTensor[int32] { map(fn(%x) { %x * 2 + 1 }, %xs) }`},
		{"fold", `def @f(%xs : FractalTensor[int32]) -> int32 { foldl(fn(%a, %b) { %a + %b }, %xs, 0) }`},
		{"scan", `def @f(%xs : FractalTensor[int32]) -> FractalTensor[int32] { scanl(fn(%a, %b) { %a + %b }, %xs, 0) }`},
		{"filter", `def @f(%xs : FractalTensor[int32]) -> FractalTensor[int32] { filter(fn(%x) { %x > 3 }, %xs) }`},
	}
	for _, p := range programs {
		b.Run(p.name, func(b *testing.B) { runOn(b, p.text, numbers(1_000_000)) })
	}
	nested := `def @f(%xs : FractalTensor[FractalTensor[int32]]) -> FractalTensor[FractalTensor[int32]] {
  map(fn(%row) { map(fn(%x) { %x * 2 + 1 }, %row) }, %xs)
}`
	rows := numbers(1_000_000)
	offsets := make([]int, 1001)
	for i := range offsets {
		offsets[i] = 1000 * i
	}
	b.Run("nested_map", func(b *testing.B) { runOn(b, nested, &value.Fractal{Elems: value.NewRows(offsets, rows.Elems)}) })
	chain := `def @f(%x : Tensor[(1000000), float32], %w : Tensor[(1000000), float32], %b : float32) -> Tensor[(1000000), float32] { tanh(%x * %w + %b) }`
	x := value.Zeros(value.Float32, 1_000_000)
	b.Run("tanh_chain", func(b *testing.B) { runOn(b, chain, x, x, value.FromFloat(value.Float32, 1)) })
}

// threads is how many the benchmarks run on; 0: one for each processor.
var threads, _ = strconv.Atoi(os.Getenv("FRAC_THREADS"))

func numbers(n int) *value.Fractal {
	data := make([]int32, n)
	for i := range data {
		data[i] = int32(i % 10)
	}
	return &value.Fractal{Elems: value.NewLeaves(value.Of(data, n))}
}

func runOn(b *testing.B, text string, args ...value.Value) {
	p := compiled(b, text)
	for b.Loop() {
		if _, _, err := p.Run(context.Background(), Entry{Name: "@f"}, args, Options{Threads: threads}); err != nil {
			b.Fatal(err)
		}
	}
}
