package interp

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
)

const stackHead = `def @cell[h](%s : Tensor[(1, h), float32], %x : Tensor[(1, h), float32], %w : Tensor[(h, h), float32]) -> Tensor[(1, h), float32] {
  tanh(matmul(%x, %w) + matmul(%s, %w))
}
def @layer[h](%xs : FractalTensor[Tensor[(1, h), float32]], %w : Tensor[(h, h), float32], %init : Tensor[(1, h), float32]) -> FractalTensor[Tensor[(1, h), float32]] {
  scanl(fn(%s, %x) { @cell(%s, %x, %w) }, %xs, %init)
}
def @two[h](%xs : FractalTensor[Tensor[(1, h), float32]], %w : Tensor[(h, h), float32], %init : Tensor[(1, h), float32])
    -> (FractalTensor[Tensor[(1, h), float32]], FractalTensor[Tensor[(1, h), float32]]) {
  scanl(fn((%s, %c), %x) { let %t = @cell(%s, %x, %w); (%t + %c, %t * %c) }, %xs, (%init, %init))
}
def @f(%xs : FractalTensor[Tensor[(1, 48), float32]], %ws : FractalTensor[Tensor[(48, 48), float32]], %init : Tensor[(1, 48), float32], %ns : FractalTensor[int32]) `

// Scans over layers of scans over time give the same on any number of cores. Each body has %xs, 37 rows of 48, %ws,
// 5 matrices, %init, a row, and %ns, 37 numbers, of which the 30th is 0.
var stacks = []struct {
	name, body string
	fails      FaultKind // ProgramFault: it does not
}{
	{"scan", `scanl(fn(%seq, %w) { @layer(%seq, %w, %init) }, %ws, %xs)`, 0},
	{"fold", `foldl(fn(%seq, %w) { @layer(%seq, %w, %init) }, %ws, %xs)`, 0},
	{"cell in place", `scanl(fn(%seq, %w) { scanl(fn(%s, %x) { tanh(matmul(%x, %w) + %s) }, %seq, %init) }, %ws, %xs)`, 0},
	{"without a first state", `scanl(fn(%seq, %w) { scanl(fn(%s, %x) { tanh(matmul(%x, %w) + %s) }, %seq) }, %ws, %xs)`, 0},
	{"first result", `foldl(fn(%seq, %w) { @two(%seq, %w, %init).0 }, %ws, %xs)`, 0},
	{"second result", `foldl(fn(%seq, %w) { let (%a, %b) = @two(%seq, %w, %init); %b }, %ws, %xs)`, 0},
	{"beside what is known", `scanl(fn(%seq, %w) { scanl(fn(%s, (%x, %y)) { tanh(matmul(%x, %w) + matmul(%y, %w) + %s) }, zip(%seq, %xs), %init) }, %ws, %xs)`, 0},
	{"layers of several parts", `scanl(fn(%seq, (%w, %i)) { @layer(%seq, %w, %init) }, zip(%ws, arange(5)), %xs)`, 0},
	{"from the right", `scanr(fn(%seq, %w) { @layer(%seq, %w, %init) }, %ws, %xs)`, 0},
	{"against time", `scanl(fn(%seq, %w) { scanr(fn(%s, %x) { @cell(%s, %x, %w) }, %seq, %init) }, %ws, %xs)`, 0},
	{"more than a scan", `scanl(fn(%seq, %w) { map(fn(%x) { %x + 1f }, @layer(%seq, %w, %init)) }, %ws, %xs)`, 0},
	{"another form later", `foldl(fn(%seq, (%w, %i)) { if (%i < 3) { @layer(%seq, %w, %init) } else { %seq } }, zip(%ws, arange(5)), %xs)`, 0},
	{"effects", `let %r = ref(%init); foldl(fn(%seq, %w) { scanl(fn(%s, %x) { ref_write(%r, %s); @cell(ref_read(%r), %x, %w) }, %seq, %init) }, %ws, %xs)`, 0},
	{"fails in a cell", `foldl(fn(%seq, %w) { scanl(fn(%s, (%x, %n)) { let %k = 7 / %n; @cell(%s, %x, %w) }, zip(%seq, %ns), %init) }, %ws, %xs)`, ZeroFault},
	{"fails in a later layer first", `foldl(fn(%seq, (%w, %i)) { scanl(fn(%s, (%x, %n)) { let %k = if (%i > 0) { 7 / (%i - 1) } else { 7 / %n }; @cell(%s, %x, %w) }, zip(%seq, %ns), %init) }, zip(%ws, arange(5)), %xs)`, ZeroFault},
	{"unequal lengths", `foldl(fn(%seq, %w) { scanl(fn(%s, (%x, %n)) { @cell(%s, %x, %w) }, zip(%seq, slice(%ns, 1, 9)), %init) }, %ws, %xs)`, LengthFault},
}

// stackArguments are %xs, %ws, %init and %ns.
func stackArguments() []value.Value {
	random := rand.New(rand.NewPCG(13, 14))
	ns := make([]int32, 37)
	for i := range ns {
		ns[i] = int32(i - 29)
	}
	leaves := func(a *value.Array) value.Value { return &value.Fractal{Elems: value.NewLeaves(a)} }
	return []value.Value{leaves(uniformArray(random, 37, 1, 48)), leaves(uniformArray(random, 5, 48, 48)), uniformArray(random, 1, 48), leaves(value.Of(ns, 37))}
}

func TestStackedScans(t *testing.T) {
	args := stackArguments()
	for _, test := range stacks {
		t.Run(test.name, func(t *testing.T) {
			p := compiled(t, stackHead+"{ "+test.body+" }")
			want := ""
			for _, o := range []Options{{Sequential: true}, {Threads: 1}, {Threads: 2}, {Threads: 8}} {
				v, _, err := p.Run(context.Background(), Entry{Name: "@f"}, args, o)
				var f *Fault
				if errors.As(err, &f) != (err != nil) || (err != nil) != (test.fails != ProgramFault) || f != nil && f.Kind != test.fails {
					t.Fatalf("%+v: %v", o, err)
				}
				got := ""
				if err != nil {
					got = err.Error()
				} else {
					got = value.Text(v)
				}
				if want != "" && got != want {
					t.Errorf("%+v gives\n%.200s, want\n%.200s", o, got, want)
				}
				want = got
			}
		})
	}
}

// A stack of eight layers with states of 256, over 60 steps.
func BenchmarkStackedScans(b *testing.B) {
	random := rand.New(rand.NewPCG(13, 14))
	leaves := func(a *value.Array) value.Value { return &value.Fractal{Elems: value.NewLeaves(a)} }
	args := []value.Value{leaves(uniformArray(random, 60, 1, 256)), leaves(uniformArray(random, 8, 256, 256)), uniformArray(random, 1, 256)}
	const head = `def @f(%xs : FractalTensor[Tensor[(1, 256), float32]], %ws : FractalTensor[Tensor[(256, 256), float32]], %init : Tensor[(1, 256), float32]) `
	runOn(b, head+`{ foldl(fn(%seq, %w) { scanl(fn(%s, %x) { tanh(matmul(%x, %w) + matmul(%s, %w)) }, %seq, %init) }, %ws, %xs) }`, args...)
}
