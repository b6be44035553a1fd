package interp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/machine"
)

const waveHead = `def @cell[h](%s : Tensor[(1, h), float32], %x : Tensor[(1, h), float32], %w : Tensor[(h, h), float32]) -> Tensor[(1, h), float32] {
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

// Scans over layers of scans over time. Each body has %xs, 37 rows of 48, %ws,
// 5 matrices, %init, a row, and %ns, 37 numbers, of which the 30th is 0.
var waves = []struct {
	name, body string
	fails      FaultKind // ProgramFault: it does not
	diagonal   bool      // layers are overlapped
}{
	{"scan", `scanl(fn(%seq, %w) { @layer(%seq, %w, %init) }, %ws, %xs)`, 0, true},
	{"fold", `foldl(fn(%seq, %w) { @layer(%seq, %w, %init) }, %ws, %xs)`, 0, true},
	{"cell in place", `scanl(fn(%seq, %w) { scanl(fn(%s, %x) { tanh(matmul(%x, %w) + %s) }, %seq, %init) }, %ws, %xs)`, 0, true},
	{"without a first state", `scanl(fn(%seq, %w) { scanl(fn(%s, %x) { tanh(matmul(%x, %w) + %s) }, %seq) }, %ws, %xs)`, 0, true},
	{"first result", `foldl(fn(%seq, %w) { @two(%seq, %w, %init).0 }, %ws, %xs)`, 0, true},
	{"second result", `foldl(fn(%seq, %w) { let (%a, %b) = @two(%seq, %w, %init); %b }, %ws, %xs)`, 0, true},
	{"beside what is known", `scanl(fn(%seq, %w) { scanl(fn(%s, (%x, %y)) { tanh(matmul(%x, %w) + matmul(%y, %w) + %s) }, zip(%seq, %xs), %init) }, %ws, %xs)`, 0, true},
	{"layers of several parts", `scanl(fn(%seq, (%w, %i)) { @layer(%seq, %w, %init) }, zip(%ws, arange(5)), %xs)`, 0, true},
	{"from the right", `scanr(fn(%seq, %w) { @layer(%seq, %w, %init) }, %ws, %xs)`, 0, false},
	{"against time", `scanl(fn(%seq, %w) { scanr(fn(%s, %x) { @cell(%s, %x, %w) }, %seq, %init) }, %ws, %xs)`, 0, false},
	{"more than a scan", `scanl(fn(%seq, %w) { map(fn(%x) { %x + 1f }, @layer(%seq, %w, %init)) }, %ws, %xs)`, 0, false},
	{"another form later", `foldl(fn(%seq, (%w, %i)) { if (%i < 3) { @layer(%seq, %w, %init) } else { %seq } }, zip(%ws, arange(5)), %xs)`, 0, false},
	{"effects", `let %r = ref(%init); foldl(fn(%seq, %w) { scanl(fn(%s, %x) { ref_write(%r, %s); @cell(ref_read(%r), %x, %w) }, %seq, %init) }, %ws, %xs)`, 0, false},
	{"fails in a cell", `foldl(fn(%seq, %w) { scanl(fn(%s, (%x, %n)) { let %k = 7 / %n; @cell(%s, %x, %w) }, zip(%seq, %ns), %init) }, %ws, %xs)`, ZeroFault, false},
	{"fails in a later layer first", `foldl(fn(%seq, (%w, %i)) { scanl(fn(%s, (%x, %n)) { let %k = if (%i > 0) { 7 / (%i - 1) } else { 7 / %n }; @cell(%s, %x, %w) }, zip(%seq, %ns), %init) }, zip(%ws, arange(5)), %xs)`, ZeroFault, false},
	{"unequal lengths", `foldl(fn(%seq, %w) { scanl(fn(%s, (%x, %n)) { @cell(%s, %x, %w) }, zip(%seq, slice(%ns, 1, 9)), %init) }, %ws, %xs)`, LengthFault, false},
}

// waveArguments are %xs, %ws, %init and %ns.
func waveArguments() []value.Value {
	random := rand.New(rand.NewPCG(13, 14))
	ns := make([]int32, 37)
	for i := range ns {
		ns[i] = int32(i - 29)
	}
	leaves := func(a *value.Array) value.Value { return &value.Fractal{Elems: value.NewLeaves(a)} }
	return []value.Value{leaves(uniformArray(random, 37, 1, 48)), leaves(uniformArray(random, 5, 48, 48)), uniformArray(random, 1, 48), leaves(value.Of(ns, 37))}
}

func TestWavefronts(t *testing.T) {
	args := waveArguments()
	for _, test := range waves {
		t.Run(test.name, func(t *testing.T) {
			p := compiled(t, waveHead+"{ "+test.body+" }")
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
			if taken := p.engine.Taken(machine.LayersOverlapped) > 0; taken != test.diagonal {
				t.Errorf("layers were overlapped: %t", taken)
			}
		})
	}
}

// A cell whose functions call each other by many ways is looked at in a time that
// grows with the functions, not with the ways.
func TestWavefrontOfManyCalls(t *testing.T) {
	var text strings.Builder
	const last = 60
	for i := range last {
		fmt.Fprintf(&text, "def @g%d(%%x : Tensor[(1, 48), float32], %%n : int32) -> Tensor[(1, 48), float32] { if (%%n == 0) { %%x } else { @g%d(%%x, %%n) + @g%d(%%x, %%n) } }\n", i, i+1, i+1)
	}
	fmt.Fprintf(&text, "def @g%d(%%x : Tensor[(1, 48), float32], %%n : int32) -> Tensor[(1, 48), float32] { tanh(%%x) }\n", last)
	p := compiled(t, text.String()+waveHead+`{ foldl(fn(%seq, %w) { scanl(fn(%s, %x) { @g0(matmul(%x, %w) + %s, 0) }, %seq, %init) }, %ws, %xs) }`)
	if _, _, err := p.Run(context.Background(), Entry{Name: "@f"}, waveArguments(), Options{Threads: 2}); err != nil {
		t.Fatal(err)
	}
	if p.engine.Taken(machine.LayersOverlapped) == 0 {
		t.Error("layers were not overlapped")
	}
}

// A stack of eight layers with states of 256, over 60 steps.
func BenchmarkWave(b *testing.B) {
	random := rand.New(rand.NewPCG(13, 14))
	leaves := func(a *value.Array) value.Value { return &value.Fractal{Elems: value.NewLeaves(a)} }
	args := []value.Value{leaves(uniformArray(random, 60, 1, 256)), leaves(uniformArray(random, 8, 256, 256)), uniformArray(random, 1, 256)}
	const head = `def @f(%xs : FractalTensor[Tensor[(1, 256), float32]], %ws : FractalTensor[Tensor[(256, 256), float32]], %init : Tensor[(1, 256), float32]) `
	b.Run("layer_by_layer", func(b *testing.B) {
		runOn(b, head+`{ foldl(fn(%seq, %w) { let %k = length(%seq); scanl(fn(%s, %x) { tanh(matmul(%x, %w) + matmul(%s, %w)) }, %seq, %init) }, %ws, %xs) }`, args...)
	})
	b.Run("wave", func(b *testing.B) {
		runOn(b, head+`{ foldl(fn(%seq, %w) { scanl(fn(%s, %x) { tanh(matmul(%x, %w) + matmul(%s, %w)) }, %seq, %init) }, %ws, %xs) }`, args...)
	})
}
