package agreement

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/progen"
)

// TestCompare runs programs before and after changes of which it is known what they
// do to the meaning: the first word is the verdict, `exact` that of a comparison to the
// bit where it is another one.
func TestCompare(t *testing.T) {
	tests := []struct{ verdict, before, after string }{
		{"agree", "def @f(%x: int32) { %x + 0 }", "def @f(%x: int32) { %x }"},
		{"differ", "def @f(%x: int32) { %x * 2 / 2 }", "def @f(%x: int32) { %x }"},
		{"agree, exact differ", "def @f(%x: Tensor[(5, 3), float32], %y: Tensor[(5, 3), float32]) { %x * %y / %y }", "def @f(%x: Tensor[(5, 3), float32], %y: Tensor[(5, 3), float32]) { %x * (%y / %y) }"},
		{"agree, exact differ", "def @f(%x: float32) { %x * 0f }", "def @f(%x: float32) { 0f }"},
		{"differ", "def @f(%x: float32) { %x / %x }", "def @f(%x: float32) { 1f }"},
		{"agree", "def @f(%x: float32) { %x * 1f }", "def @f(%x: float32) { %x }"},
		{"agree, exact differ", "def @f(%x: float32) { %x + 0f }", "def @f(%x: float32) { %x }"},
		{"agree, exact differ", "def @f(%x: float32, %y: float32, %z: float32) { %x * %y + %x * %z }", "def @f(%x: float32, %y: float32, %z: float32) { %x * (%y + %z) }"},
		{"agree", "def @f<n, m>(%x: Tensor[(n, m), float32]) { transpose(transpose(%x, axes=[1, 0]), axes=[1, 0]) }", "def @f<n, m>(%x: Tensor[(n, m), float32]) { %x }"},
		{"differ", "def @f<n>(%x: Tensor[(n, n), float32]) { transpose(%x, axes=[1, 0]) }", "def @f<n>(%x: Tensor[(n, n), float32]) { %x }"},
		{"differ", "def @f(%x: Tensor[(2, ?), float32]) { nn.relu(%x) }", "def @f(%x: Tensor[(2, ?), float32]) { %x }"},
		{"agree", "def @f(%l: List[int32]) { @length(%l) }", "def @f(%l: List[int32]) { @length(@rev(%l)) }"},
		{"differ", "def @f(%l: List[int32]) { %l }", "def @f(%l: List[int32]) { @rev(%l) }"},
		{"agree", "def @f<a>(%g: fn(a) -> a, %l: List[a]) { @map(%g, @map(%g, %l)) }", "def @f<a>(%g: fn(a) -> a, %l: List[a]) { @map(fn(%x) { %g(%g(%x)) }, %l) }"},
		{"differ", "def @f(%g: fn(int32) -> int32, %x: int32) { %g(%x) }", "def @f(%g: fn(int32) -> int32, %x: int32) { %g(%x + 1) }"},
		{"differ", "def @f(%p: fn(int32, int32) -> bool, %x: int32) { %p(%x, 3) }", "def @f(%p: fn(int32, int32) -> bool, %x: int32) { %p(3, %x) }"},
		{"agree", "def @f(%x: FractalTensor[int32]) { map(fn(%y) { %y + 0 }, %x) }", "def @f(%x: FractalTensor[int32]) { %x }"},
		{"differ", "def @f(%x: FractalTensor[int32]) { reduce(fn(%a, %b) { %a + %b }, map(fn(%a) { 1 }, %x), 0) }", "def @f(%x: FractalTensor[int32]) { max(reduce(fn(%a, %b) { %a + %b }, map(fn(%a) { 1 }, %x), 0), 1) }"},
		{"differ", "def @f(%r: ref(int32)) { ref_write(%r, 1); 2 }", "def @f(%r: ref(int32)) { 2 }"},
		{"agree", "def @f(%r: ref(int32)) { ref_write(%r, 1); 2 }", "def @f(%r: ref(int32)) { ref_write(%r, 1 + 0); 2 }"},
		{"agree", "def @f(%x: int32) { let %y = 1 / %x; %x }", "def @f(%x: int32) { %x }"},
		{"differ", "def @f(%x: int32) { %x }", "def @f(%x: int32) { let %y = 1 / %x; %x }"},
		{"agree", "def @f() { broadcast_to(1f, shape=[2147483647, 4096]) }", "def @f() { broadcast_to(2f - 1f, shape=[2147483647, 4096]) }"}, // 35 TB written out
		{"differ", "def @f<n>(%x: Tensor[(n - 7), float32]) { %x + 1f }", "def @f<n>(%x: Tensor[(n - 7), float32]) { %x + 2f }"},
		{"agree", "def @f<n, m>(%x: Tensor[(n - 7), float32], %y: Tensor[(m - n), float32]) { %x + 1f }", "def @f<n, m>(%x: Tensor[(n - 7), float32], %y: Tensor[(m - n), float32]) { 1f + %x }"},
		{"agree", "1 + 2", "3"},
		{"differ", "1 + 2", "4"},
		{"agree", "fn(%x: Tensor[(2,), float32]) { %x + %x }", "fn(%x: Tensor[(2,), float32]) { %x * 2f }"},
		{"differ", "fn(%x: Tensor[(2,), float32]) { %x + %x }", "fn(%x: Tensor[(2,), float32]) { %x * 3f }"},
		{"differ", "def @f(%x: int32) { fn(%y: int32) { %x - %y } }", "def @f(%x: int32) { fn(%y: int32) { %y - %x } }"},
		{"unknown", "def @f(%x: int32) { (fn(%y: int32) { %x - %y }, 1) }", "def @f(%x: int32) { (fn(%y: int32) { %y - %x }, 1) }"},
		{"unknown", "data Box<a> { Box : (fn(a) -> a) -> Box }\ndef @f(%x: int32) { Box(fn(%y: int32) { %x - %y }) }", "data Box<a> { Box : (fn(a) -> a) -> Box }\ndef @f(%x: int32) { Box(fn(%y: int32) { %x - %y + 0 }) }"},
		{"unknown", "data Step { Done : () -> Step  Next : (fn(int32) -> Step) -> Step }\ndef @f(%x: int32) { Cons(Next(fn(%y: int32) { Done() }), Nil()) }", "data Step { Done : () -> Step  Next : (fn(int32) -> Step) -> Step }\ndef @f(%x: int32) { Cons(Next(fn(%z: int32) { Done() }), Nil()) }"},
		{"unknown", "def @f(%x: Handle) { %x }\ntype Handle", "def @f(%x: Handle) { %x }\ntype Handle"},
		{"unknown", "def @f(%x: int32) -> int32 { @f(%x) + 1 }", "def @f(%x: int32) -> int32 { 1 }"},
		{"agree", "def @f(%x, %w) { nn.dense(%x, %w, units=2) }", "def @f(%x, %w) { nn.dense(%x, %w, units=2) }"},
		{"differ", "def @f(%x, %y) { %x - %y }", "def @f(%x, %y) { %y - %x }"},
		{"agree, exact differ", "def @f(%x: Tensor[(2, 3), float32]) { log(nn.softmax(%x, axis=0)) }", "def @f(%x: Tensor[(2, 3), float32]) { nn.log_softmax(%x, axis=0) }"},
		{"differ", "def @f(%x: Tensor[(5), float32]) { clip(%x, a_min=-100.0, a_max=100.0) }", "def @f(%x: Tensor[(5), float32]) { %x }"},
		{"differ", network("nn.relu(%2.0)"), network("%2.0")},
		{"agree", network("nn.relu(%2.0)"), network("nn.relu(nn.relu(%2.0))")},
		{"differ", "def @f(%x: float16) { isnan(%x) }", "def @f(%x: float16) { False }"},
		{"differ", "def @f(%x: int8) { %x + 1i8 > %x }", "def @f(%x: int8) { True }"},
	}
	for _, test := range tests {
		before, after := checktest.ModuleIn("", test.before), checktest.ModuleIn("", test.after)
		want, exact, ok := strings.Cut(test.verdict, ", exact ")
		if !ok {
			exact = want
		}
		for _, s := range Pairs(before, after) {
			for i, want := range []string{want, exact} {
				o := Compare(context.Background(), s, Options{Exact: i > 0, MaxSteps: 1e6})
				if got := [...]string{"agree", "differ", "unknown"}[o.Verdict]; got != want {
					t.Errorf("%s\n%s\n%s, want %s (%d compared, %s)%s", test.before, test.after, got, want, o.Compared, o.Reason, show(o.Counterexample))
				}
			}
		}
		if len(Pairs(before, after)) == 0 {
			t.Errorf("%s: nothing to compare", test.before)
		}
	}
}

// network is one in which a normalization precedes an activation.
func network(activation string) string {
	return `def @main(%p0: Tensor[(1, 3, 16, 16), float32], %p1: Tensor[(8, 3, 3, 3), float32], %p2: Tensor[(8), float32], %p3: Tensor[(8), float32],
  %p4: Tensor[(8), float32], %p5: Tensor[(8), float32]) {
  %1 = nn.conv2d(%p0, %p1, channels=8, kernel_size=[3, 3]);
  %2 = nn.batch_norm(%1, %p2, %p3, %p4, %p5);
  ` + activation + `
}
`
}

func show(e Counterexample) string {
	var b strings.Builder
	for _, in := range e.Inputs {
		fmt.Fprintf(&b, "\n  %s = %s", in.Name, in.Text)
	}
	fmt.Fprintf(&b, "\n  before: %s\n  after: %s\n  %s", e.Before, e.After, e.Difference)
	return b.String()
}

// TestCounterexample holds what a reader is shown.
func TestCounterexample(t *testing.T) {
	before := checktest.ModuleIn("", "def @f(%g: fn(int32) -> int32, %x: FractalTensor[int32]) { map(%g, %x) }")
	after := checktest.ModuleIn("", "def @f(%g: fn(int32) -> int32, %x: FractalTensor[int32]) { %x }")
	o := Compare(context.Background(), Pairs(before, after)[0], Options{})
	want := "\n  %g = fn(%a0: int32) -> int32 { %a0 * %a0 }\n  %x = [1, 5]\n  before: [1, 25]\n  after: [1, 5]\n  at .1: 5 where 25 is expected"
	if got := show(o.Counterexample); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestUnchanged compares random programs with themselves: they agree, or cannot be run.
func TestUnchanged(t *testing.T) {
	compared := 0
	for seed := range uint64(6) {
		m := checktest.ModuleIn("", progen.Make(seed).Text+"\n@main()\n")
		for _, s := range Pairs(m, m) {
			o := Compare(context.Background(), s, Options{MaxSteps: 100_000, Exact: true})
			if o.Verdict == Differ {
				t.Errorf("seed %d: %s differs from itself%s", seed, o.Name, show(o.Counterexample))
			}
			compared += o.Compared
		}
	}
	if compared < 100 {
		t.Errorf("only %d inputs were compared", compared)
	}
}

// TestNamed holds that an expression is called by its text, and run once.
func TestNamed(t *testing.T) {
	m := checktest.ModuleIn("", "1 + 2")
	o := Compare(context.Background(), Pairs(m, m)[0], Options{})
	if o.Name != "1 + 2" || o.Compared != 1 {
		t.Errorf("%q, %d", o.Name, o.Compared)
	}
}

// An ending context ends when it is asked for the last time that is left.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestEnded ends comparisons at any moment, also between a run and the look at what it gave:
// what was compared until then counts.
func TestEnded(t *testing.T) {
	same := checktest.ModuleIn("", "def @f(%x: int32) { %x + 0 }")
	other := checktest.ModuleIn("", "def @f(%x: int32) { %x }")
	for left := range 40 {
		o := Compare(&ending{context.Background(), left}, Pairs(same, other)[0], Options{})
		if o.Verdict == Differ {
			t.Errorf("after %d looks: %+v", left, o)
		}
	}
}
