package interp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/machine"
)

// Bindings that are read once become part of the chain that reads them. Each
// body has %x and %w, of 40 × 30 floats, and %c, of 30; chains are the numbers
// of operators in the passes that it should make.
var bindings = []struct {
	name, body string
	chains     string
}{
	{"let", `let %a = multiply(%x, %w); let %b = add(%a, %c); tanh(%b)`, "[3]"},
	{"relu", `nn.leaky_relu(nn.relu(%x) - %w, alpha=0.5)`, "[3]"},
	{"graph", `%0 = multiply(%x, %w); %1 = add(%0, %c); tanh(%1)`, "[3]"},
	{"read twice", `let %a = multiply(%x, %w); let %b = tanh(%a); add(%a, %b)`, "[2]"},
	{"graph read twice", `%0 = multiply(%x, %w); %1 = sigmoid(%0); multiply(%0, %1)`, "[2]"},
	{"not elementwise between", `let %a = multiply(%x, %w); let %s = sum(%x, axis=[0]); let %b = add(%a, %s); exp(%b)`, "[3]"},
	{"negation", `let %a = multiply(%x, %w); -%a`, "[2]"},
	{"in a function", `let %a = multiply(%x, %w); let %f = fn(%y) { %a + %y }; %f(%x) + %f(%w)`, "[]"},
	{"graph in a function", `%0 = multiply(%x, %w); let %f = fn(%y) { %0 + %y }; %f(%x)`, "[]"},
	{"in an arm", `let %a = multiply(%x, %w); if (%x[0][0] < 3f) { %a + %c } else { %w }`, "[]"},
	{"annotated", `let %a : Tensor[(40, 30), float32] = multiply(%x, %w); tanh(%a)`, "[2]"},
	{"small operand", `let %a = tanh(%c); let %b = exp(%a); add(multiply(%b, %x), %w)`, "[2 2]"},
	{"tuple", `let %a = %x * %w; let %b = %x - %w; (tanh(%a) + %c, exp(%b)).0`, "[3 2]"},
	{"nested block", `let %a = %x * %w; { let %b = %a + %c; tanh(%b) }`, "[3]"},
	{"held operand", `let %r = ref(%x); let %a = ref_read(%r) * %w; ref_write(%r, %w); let %b = %a + ref_read(%r); tanh(%b)`, "[3]"},
	{"gated", `let %a = sigmoid(%x); multiply(%a, %x)`, "[2]"},
	{"gated twice", `let %y = nn.relu(%w); %y * sigmoid(%y) * sigmoid(%x * sigmoid(%x))`, "[6]"},
	{"gate and product", `%0 = sigmoid(%x); %1 = multiply(%x, %0); %2 = tanh(%1); %3 = add(%0, %2); exp(%3)`, "[4]"},
	{"other gate", `let %a = sigmoid(%w); multiply(%a, %x)`, "[2]"},
	{"division", `let %a = %x*%w; %a/2f`, "[2]"},
}

func TestBindingsInChains(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	x, w, c := uniformArray(random, 40, 30), uniformArray(random, 40, 30), uniformArray(random, 30)
	for _, test := range bindings {
		t.Run(test.name, func(t *testing.T) {
			text := fmt.Sprintf("def @f(%%x : Tensor[(40, 30), float32], %%w : Tensor[(40, 30), float32], %%c : Tensor[(30), float32]) { %s }\n", test.body)
			p := compiled(t, text)
			args := []value.Value{x, w, c}
			want := result(t, compiled(t, boundText.ReplaceAllString(text, "$1 ($2,).0;")), "@f", args, Options{Sequential: true})
			for _, o := range []Options{{Sequential: true}, {Threads: 1}, {Threads: 2}, {Threads: 8}} {
				if got := result(t, p, "@f", args, o); got != want {
					t.Errorf("%+v gives another result", o)
				}
			}
			if taken := p.engine.Taken(machine.OperatorsFused) > 0; taken != (test.chains != "[]") {
				t.Errorf("chains were fused: %t", taken)
			}
			if got := fmt.Sprint(chainsOf(p)); got != test.chains {
				t.Errorf("chains of %s operators, want %s", got, test.chains)
			}
		})
	}
}

// boundText finds the values of bindings.
var boundText = regexp.MustCompile(`((?:let %\w|%\d)(?: : [^=]*)? =) ([^;{}]+);`)

// Long rows of bindings, each read once by the next, are compiled in pieces.
func TestLongChains(t *testing.T) {
	const n = 4000
	for _, form := range []struct{ bind, read, dim string }{
		{"let %%a%d = tanh(%s + %%w);\n", "%%a%d", "64"}, {"%%%d = tanh(%s + %%w);\n", "%%%d", "64"},
		{"let %%a%d = tanh(%s + %%w);\n", "%%a%d", "?"},
	} {
		var text strings.Builder
		fmt.Fprintf(&text, "def @f(%%x : Tensor[(%s), float32], %%w : Tensor[(%[1]s), float32]) {\n", form.dim)
		last := "%x"
		for i := range n {
			fmt.Fprintf(&text, form.bind, i, last)
			last = fmt.Sprintf(form.read, i)
		}
		text.WriteString(last + "\n}\n")
		p := compiled(t, text.String())
		x := value.Zeros(value.Float32, 64)
		start := time.Now()
		want := result(t, p, "@f", []value.Value{x, x}, Options{Sequential: true})
		if got := result(t, p, "@f", []value.Value{x, x}, Options{Threads: 2}); got != want {
			t.Errorf("%s: another result in parallel", form.bind)
		}
		t.Log(form.bind, time.Since(start))
	}
}

// chainsOf counts the operators of the chains that are called.
func chainsOf(p *Program) []int {
	counts := []int{}
	for _, f := range p.code.Snapshot().Functions {
		for _, s := range f.Sites {
			if s.Fused != nil {
				counts = append(counts, len(s.Fused.Sites))
			}
		}
	}
	return counts
}

func uniformArray(random *rand.Rand, shape ...int) *value.Array {
	a := value.NewArray(value.Float32, shape)
	for i := range a.Len() {
		value.Store(a.Data, i, value.FromFloat(value.Float32, random.Float64()*4-2))
	}
	return a
}

// What fails first is reported, whatever chains are made of a program.
func TestFaultsInChains(t *testing.T) {
	const head = `def @fail(%n : int32) -> Tensor[(600), int32] { let %z = 1 / %n; repeat(reshape(%z, newshape=[1]), repeats=600, axis=0) }
def @f(%x : Tensor[(600), int32], %y : Tensor[(600), int32]) `
	for _, test := range []struct{ body, want string }{
		{`{ let %a = divide(%x, %y); let %b = @fail(0); let %c = add(%a, %b); multiply(%c, %x) }`, "divide(%x, %y)"},
		{`{ let %a = add(%x, %y); let %b = @fail(0); let %c = divide(%a, %y); multiply(%c, %b) }`, "1 / %n"},
		{`{ add(divide(%x, %y), @fail(0)) }`, "divide(%x, %y)"},
		{`{ let %a = divide(%x, %y); let %b = mod(%x, subtract(%y, 1)); multiply(%b, %a) }`, "divide(%x, %y)"},
		{`{ %0 = divide(%x, %y); %1 = @fail(0); %2 = add(%0, %1); multiply(%2, %x) }`, "divide(%x, %y)"},
		{`{ %0 = divide(%x, %y); %1 = @fail(0); %2 = add(%1, %0); multiply(%2, %x) }`, "1 / %n"},
	} {
		p := compiled(t, head+test.body)
		ones, zeros := value.FromScalar(value.FromInt(value.Int32, 1)).Broadcast([]int{600}), value.Zeros(value.Int32, 600)
		for _, o := range []Options{{Sequential: true}, {Threads: 1}, {Threads: 2}, {Threads: 8}} {
			_, _, err := p.Run(context.Background(), Entry{Name: "@f"}, []value.Value{ones, zeros}, o)
			f, ok := err.(*Fault)
			if !ok || f.Kind != ZeroFault {
				t.Fatalf("%s: %v", test.body, err)
			}
			item := f.Path[0].Module.File().Item(f.Path[0].Item)
			at := item.Text[f.Path[0].Span.Start:f.Path[0].Span.End]
			if !strings.Contains(test.want, at) {
				t.Errorf("%s with %+v fails at %s, want %s", test.body, o, at, test.want)
			}
		}
	}
}
