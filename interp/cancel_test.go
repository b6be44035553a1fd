package interp

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/value"
)

// endless are programs that take far longer than their test lets them, each in
// another part of the interpreter.
var endless = []struct{ name, text string }{
	{"tail calls", "def @f(%n : int32) -> int32 { @f(%n + 1) }\n@f(0)"},
	{"deep recursion", "def @f(%n : int32) -> int32 { 1 + @f(%n + 1) }\n@f(0)"},
	{"a list that grows", "def @f(%n : int32, %l : List[int32]) -> int32 { @f(%n + 1, Cons(%n, %l)) }\n@f(0, Nil())"},
	{"lists mapped", "def @up(%n : int32, %l : List[int32]) -> List[int32] { if (%n == 0) { %l } else { @up(%n - 1, Cons(%n, %l)) } }\ndef @f(%l : List[int32]) -> int32 { @f(@map(fn(%x) { %x + 1 }, %l)) }\n@f(@up(100000, Nil()))"},
	{"closures", "def @f(%g : fn(int32) -> int32) -> int32 { @f(fn(%x) { %g(%x) + 1 }) }\n@f(fn(%x) { %x })"},
	{"blocks", "def @f(%n : int32) -> int32 { @f(reduce(fn(%a, %b) { %a + %b }, map(fn(%x) { %x + 1 }, arange(100000)))) }\n@f(0)"},
	{"calls in a map", "def @g(%n : int32) -> int32 { if (%n == 0) { 0 } else { @g(%n - 1) } }\nlength(map(fn(%x) { match(Some(%x)) { case Some(%y) { @g(1000) + %y } case None() { 0 } } }, arange(10000000)))"},
	{"elementwise again and again", "def @f(%x : Tensor[(300, 300), float32]) -> Tensor[(300, 300), float32] { @f(tanh(%x * %x + 1f)) }\n@f(Constant(1, (300, 300), float32))"},
	{"sum of a repeated number", "sum(ones(shape=[100000, 100000], dtype=\"float32\"))"},
	{"rows joined", "def @f(%xs : FractalTensor[int32]) -> int32 { @f(slice(join(%xs, %xs), 0, 100000)) }\n@f(arange(100000))"},
	{"pairs", "length(product(arange(9000), arange(9000)).0)"},
}

// Operators and parallel functions on large data: %xs and %v have 20,000,000
// numbers, %m 3000 × 3000 and %i 1 × 64 × 512 × 512.
var long = []struct{ name, body string }{
	{"map", "length(map(fn(%x) { if (%x * 3 + 1 > 2) { %x / 7 } else { %x * %x / 3 } }, map(fn(%x) { %x / 3 }, map(fn(%x) { %x / 9 + %x / 3 + %x / 2 }, %xs))))"},
	{"fold", "foldl(fn(%s, %x) { %s * 31 - %x }, %xs, 0)"},
	{"scan", "length(scanl(fn(%s, %x) { %s * 31 - %x }, %xs, 0))"},
	{"reduction by calls", "reduce(fn(%a, %b) { match(Some(%a)) { case Some(%x) { %x + %b } case None() { 0 } } }, %xs)"},
	{"filter", "length(filter(fn(%x) { %x / 3 + %x / 5 + %x / 7 + %x / 9 + %x / 11 > 7 }, %xs))"},
	{"elementwise", "tanh(tanh(tanh(tanh(tanh(%v * %v + 1f)))))"},
	{"matrix product", "nn.dense(nn.dense(%m, %m, units=None), %m, units=None)"},
	{"product of integers", "matmul(cast(%m, dtype=\"int32\"), cast(%m, dtype=\"int32\"))"},
	{"convolution", "nn.conv2d(%i, %w, padding=[1, 1])"},
	{"depthwise convolution", "nn.conv2d(nn.conv2d(nn.conv2d(nn.conv2d(%i, %d, groups=64), %d, groups=64), %d, groups=64), %d, groups=64)"},
	{"sort", "sort(%v)"},
	{"argsort", "argsort(%xs32, dtype=\"int32\")"},
	{"topk", "topk(%v, k=5, dtype=\"int32\")"},
	{"distinct numbers", "unique(%v)"},
	{"softmax of rows", "nn.softmax(nn.softmax(nn.softmax(nn.softmax(reshape(%v, newshape=[200, 100000])))))"},
	{"sums", "sum(tanh(tanh(tanh(tanh(tanh(%v))))))"},
	{"running sums", "cumsum(cumsum(cumsum(cumsum(%v, attrs_type_key=\"relay.attrs.ScanopAttrs\"), attrs_type_key=\"relay.attrs.ScanopAttrs\"), attrs_type_key=\"relay.attrs.ScanopAttrs\"), attrs_type_key=\"relay.attrs.ScanopAttrs\")"},
	{"batch normalization", "nn.batch_norm(tanh(tanh(tanh(tanh(tanh(tanh(tanh(tanh(tanh(tanh(tanh(tanh(%i)))))))))))), %g, %g, %g, %g).0"},
	{"resize", "image.resize2d(%i, size=[4000, 4000], roi=[0f, 0f, 0f, 0f], method=\"cubic\")"},
	{"pool", "nn.max_pool2d(%i, pool_size=[25, 25])"},
}

// TestCancellation ends runs that would not end. The time from the request to the
// end is logged; `-v` shows it. It is a few milliseconds where the processors are
// free.
func TestCancellation(t *testing.T) {
	for _, test := range endless {
		t.Run(test.name, func(t *testing.T) {
			p := compiled(t, test.text)
			stopsSoon(t, p, Entry{Item: p.Entries()[0]}, nil)
		})
	}
}

func TestCancellationOfLongOperators(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	numbers := make([]int32, 20_000_000)
	for i := range numbers {
		numbers[i] = random.Int32()
	}
	of := func(shape ...int) value.Value {
		return value.Of(numbers, len(numbers)).Slice(0, 0, value.Product(shape), 1).Convert(value.Float32).Reshape(shape)
	}
	args := []value.Value{
		&value.Fractal{Elems: value.NewLeaves(value.Of(numbers, len(numbers)))}, value.Of(numbers, len(numbers)), of(len(numbers)),
		of(3000, 3000), of(1, 64, 512, 512), of(64, 64, 3, 3), of(64, 1, 5, 5), of(64),
	}
	for _, test := range long {
		t.Run(test.name, func(t *testing.T) {
			p := compiled(t, `def @f(%xs : FractalTensor[int32], %xs32 : Tensor[(20000000), int32], %v : Tensor[(20000000), float32], %m : Tensor[(3000, 3000), float32], %i : Tensor[(1, 64, 512, 512), float32], %w : Tensor[(64, 64, 3, 3), float32], %d : Tensor[(64, 1, 5, 5), float32], %g : Tensor[(64), float32]) { `+test.body+` }`)
			stopsSoon(t, p, Entry{Name: "@f"}, args)
		})
	}
}

// stopsSoon cancels runs that last longer.
func stopsSoon(t *testing.T, p *Program, e Entry, args []value.Value) {
	t.Helper()
	longest := time.Duration(0)
	for _, o := range []Options{{Sequential: true}, {Threads: 2}} {
		for _, after := range []time.Duration{5 * time.Millisecond, 40 * time.Millisecond} {
			ctx, cancel := context.WithCancel(context.Background())
			asked := make(chan time.Time, 1)
			time.AfterFunc(after, func() { asked <- time.Now(); cancel() })
			_, _, err := p.Run(ctx, e, args, o)
			end := time.Now()
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%+v: ended with %v", o, err)
			}
			longest = max(longest, end.Sub(<-asked))
		}
	}
	t.Log(longest)
}
