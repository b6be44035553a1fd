package interp

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/interp/machine"
)

// Bindings that do not need each other run side by side. Each body has %x of
// 1 × 8 × 20 × 20, and weights %v and %w of 8 × 8 × 3 × 3; forks is the number
// of forks in its code.
var forking = []struct {
	name, body string
	forks      int
}{
	{"lets", `let %a = nn.conv2d(%x, %v, padding=[1, 1]); let %b = nn.conv2d(%x, %w, padding=[1, 1]); %a + %b`, 1},
	{"strands", `let %a = nn.conv2d(%x, %v, padding=[1, 1]); let %b = nn.conv2d(%x, %w, padding=[1, 1]); let %c = nn.relu(%a); let %d = nn.conv2d(%b, %w); let %e = nn.conv2d(%c, %v); (%d - %e, %c)`, 1},
	{"after a common one", `let %o = nn.conv2d(%x, %v, padding=[1, 1]); let %p = nn.relu(%o); let %a = nn.conv2d(%p, %v); let %b = nn.conv2d(%p, %w); let %c = %a * %b; tanh(%c)`, 1},
	{"graph", `%0 = nn.conv2d(%x, %v, padding=[1, 1]); %1 = nn.relu(%0); %2 = nn.conv2d(%1, %v); %3 = nn.conv2d(%1, %w); %4 = nn.relu(%3); concatenate((%2, %4), axis=1)`, 2},
	{"chained", `%0 = nn.conv2d(%x, %v); %1 = nn.conv2d(%x, %w); add(%0, %1)`, 2},
	{"tuple pattern", `let (%a, %c) = (nn.conv2d(%x, %v), 1f); let %b = nn.conv2d(%x, %w); %a * %c + %b`, 1},
	{"of what is postponed", `let %a = %x * 2f; let %b = nn.conv2d(nn.relu(%a), %v); let %c = nn.conv2d(%x, %w); %b + %c`, 1},
	{"needed by each other", `let %a = nn.conv2d(%x, %v, padding=[1, 1]); let %b = nn.conv2d(%a, %w, padding=[1, 1]); %a + %b`, 0},
	{"small", `let %a = %x + 1f; let %b = %x * 2f; (%a, %b)`, 0},
	{"effects", `let %r = ref(1f); let %a = nn.conv2d(%x, %v) * ref_read(%r); let %u = ref_write(%r, 2f); let %b = nn.conv2d(%x, %w) * ref_read(%r); %a + %b`, 0},
	{"calls", `let %a = nn.conv2d(@same(%x), %v); let %b = nn.conv2d(@same(%x), %w); %a + %b`, 0},
	{"in an arm", `%0 = nn.conv2d(%x, %v); %1 = nn.conv2d(%x, %w); if (%x[0][0][0][0] < 0f) { %0 } else { %1 }`, 0},
	{"in a loop", `foldl(fn(%s, %i) { let %a = nn.conv2d(%s, %v, padding=[1, 1]); let %b = nn.conv2d(%s, %w, padding=[1, 1]); tanh(%a + %b) }, arange(3), %x)`, 1},
}

const forkHead = `def @same(%x : Tensor[(1, 8, 20, 20), float32]) -> Tensor[(1, 8, 20, 20), float32] { %x }
def @f(%x : Tensor[(1, 8, 20, 20), float32], %v : Tensor[(8, 8, 3, 3), float32], %w : Tensor[(8, 8, 3, 3), float32]) `

func TestForks(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	args := []value.Value{uniformArray(random, 1, 8, 20, 20), uniformArray(random, 8, 8, 3, 3), uniformArray(random, 8, 8, 3, 3)}
	for _, test := range forking {
		t.Run(test.name, func(t *testing.T) {
			p := compiled(t, forkHead+"{ "+test.body+" }")
			want := result(t, p, "@f", args, Options{Sequential: true})
			for _, threads := range []int{1, 2, 8} {
				if got := result(t, p, "@f", args, Options{Threads: threads}); got != want {
					t.Errorf("%d threads give another result", threads)
				}
			}
			for _, f := range p.code.Snapshot().Functions {
				if len(f.Messages) > 0 {
					t.Errorf("the code says %q", f.Messages)
				}
			}
			if taken := p.engine.Taken(machine.BindingsForked) > 0; taken != (test.forks > 0) {
				t.Errorf("forks were taken: %t", taken)
			}
			if got := forksIn(p); got != test.forks {
				t.Errorf("%d forks, want %d", got, test.forks)
			}
		})
	}
}

func forksIn(p *Program) int {
	n := 0
	program := p.code.Snapshot()
	for _, f := range program.Functions {
		for _, o := range program.Instructions(f) {
			if o == code.OpFork {
				n++
			}
		}
	}
	return n
}

// What fails first in the order of the program is reported.
func TestFaultsInForks(t *testing.T) {
	const body = `{
  let %a = nn.conv2d(%x, %v); let %z = 1 / %n; let %b = nn.conv2d(%x, %w); let %y = 2 / %n; let %c = nn.relu(%a); let %d = nn.relu(%b); (%c, %d, %z, %y)
}`
	p := compiled(t, strings.Replace(forkHead, "@f(", "@f(%n : int32, ", 1)+body)
	random := rand.New(rand.NewPCG(11, 12))
	args := []value.Value{value.FromInt(value.Int32, 0), uniformArray(random, 1, 8, 20, 20), uniformArray(random, 8, 8, 3, 3), uniformArray(random, 8, 8, 3, 3)}
	for _, o := range []Options{{Sequential: true}, {Threads: 2}, {Threads: 8}} {
		for range 5 {
			if _, _, err := p.Run(context.Background(), Entry{Name: "@f"}, args, o); err == nil || !strings.HasPrefix(err.Error(), "division by zero: 1 / 0") {
				t.Fatalf("%+v: %v", o, err)
			}
		}
	}
}

// Graph bindings may be needed by several cores at once, and by themselves.
func TestGraphBindingsOnCores(t *testing.T) {
	const head = `def @fib(%n : int32) -> int32 { if (%n < 2) { %n } else { @fib(%n - 1) + @fib(%n - 2) } }
def @f(%k : int32) -> int32 `
	for _, test := range []struct {
		body string
		want FaultKind // ProgramFault: none
	}{
		{`{ %0 = @fib(%k); reduce(add, map(fn(%x) { match(Some(%x)) { case Some(%y) { %y + %0 + @fib(3) } case None() { 0 } } }, arange(10000))) }`, ProgramFault},
		{`{ %0 = @fib(%k); %1 = reduce(add, map(fn(%x) { match(Some(%x)) { case Some(%y) { %y + %0 + @fib(3) } case None() { 0 } } }, arange(1000)));
  reduce(add, map(fn(%x) { match(Some(%x)) { case Some(%y) { %y + %1 + @fib(3) } case None() { 0 } } }, arange(1000))) }`, ProgramFault},
		{`{ %0 = reduce(add, map(fn(%x) { match(Some(%x)) { case Some(%y) { %y + %0 + @fib(3) } case None() { 0 } } }, arange(1000))); %0 + 1 }`, CycleFault},
	} {
		p := compiled(t, head+test.body)
		var want value.Value
		for _, o := range []Options{{Sequential: true}, {Threads: 2}, {Threads: 8}, {Threads: 8}, {Threads: 8}} {
			v, _, err := p.Run(context.Background(), Entry{Name: "@f"}, []value.Value{value.FromInt(value.Int32, 15)}, o)
			f, failed := err.(*Fault)
			switch {
			case test.want == ProgramFault && failed || test.want != ProgramFault && (!failed || f.Kind != test.want):
				t.Fatalf("%s with %+v: %v", test.body, o, err)
			case want != nil && v != want:
				t.Fatalf("%s with %+v gives %s", test.body, o, value.Text(v))
			}
			want = v
		}
	}
}

// Two convolutions of moderate size, one after the other and side by side.
func BenchmarkFork(b *testing.B) {
	random := rand.New(rand.NewPCG(11, 12))
	args := []value.Value{uniformArray(random, 1, 8, 20, 20), uniformArray(random, 8, 8, 3, 3), uniformArray(random, 8, 8, 3, 3)}
	b.Run("calls", func(b *testing.B) {
		runOn(b, forkHead+"{ let %a = nn.conv2d(@same(%x), %v); let %b = nn.conv2d(@same(%x), %w); %a + %b }", args...)
	})
	b.Run("forked", func(b *testing.B) {
		runOn(b, forkHead+"{ let %a = nn.conv2d(%x, %v); let %b = nn.conv2d(%x, %w); %a + %b }", args...)
	})
}
