package ranges_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/ranges"
	"github.com/fraccheck/fraccheck/internal/shadow"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/witness"
	"github.com/fraccheck/fraccheck/typecheck"
)

var (
	programs = flag.Int("programs", 40, "how many random programs are run")
	from     = flag.Uint64("from", 0, "the first seed of them")
)

// TestRunsStayWithinRanges runs the definitions of random programs with arguments in their
// ranges: no value of a run is outside of the range of its expression.
func TestRunsStayWithinRanges(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2+*from))
	runs, values := 0, 0
	for seed := *from; seed < *from+uint64(*programs); seed++ {
		for _, text := range []string{progen.Make(seed).Text, progen.MakeSound(seed), arithmetic(r)} {
			m := checktest.Module("test.frac", text)
			for i := range m.File().All() {
				o := m.Object(i)
				if o == nil || o.Kind != typecheck.DefObject || len(m.Check(i).Diagnostics) > 0 {
					continue
				}
				n, v := runWithin(t, m, o, text)
				runs, values = runs+n, values+v
				if t.Failed() {
					return
				}
			}
		}
	}
	if runs < 200 || values < 1000 {
		t.Errorf("only %d runs with %d values", runs, values)
	}
	t.Logf("%d runs, %d values", runs, values)
}

// runWithin runs a definition and counts the runs and the values that were looked at.
func runWithin(t *testing.T, m *typecheck.Module, o *typecheck.Object, text string) (runs, values int) {
	a := ranges.Of(m, o, nil)
	if !a.Known {
		return 0, 0
	}
	p := shadow.New(m)
	for _, args := range witness.Samples(o, nil, 24) {
		observer := shadow.Observer{Operation: func(item *syntax.Item, n syntax.NodeID, _ *op.Op, _ []shadow.Value, result shadow.Value) {
			if item != o.Item || t.Failed() {
				return
			}
			known, ok := a.At(n)
			if !ok {
				return
			}
			values++
			if x, outside := beyond(result, known); outside {
				t.Errorf("%s: `%s` is %v, outside of %s, in\n%s", o.Name, item.SourceText(n), x, ranges.Text(known), text)
			}
		}}
		got, err := p.Run(context.Background(), o, args, shadow.Limits{Steps: 200_000, Depth: 300}, observer)
		if err != nil {
			continue
		}
		runs++
		if x, outside := beyond(got.Value, a.Result); outside {
			t.Errorf("%s gives %v, outside of %s, in\n%s", o.Name, x, ranges.Text(a.Result), text)
		}
	}
	return runs, values
}

// TestFirstToLeaveIsForeseen runs random programs in float16: the first operator whose result is infinite or NaN
// is among those that may leave it.
func TestFirstToLeaveIsForeseen(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4+*from))
	left := 0
	for seed := *from; seed < *from+uint64(*programs); seed++ {
		for _, text := range []string{progen.Make(seed).Text, progen.MakeSound(seed), arithmetic(r), arithmetic(r)} {
			m := checktest.Module("test.frac", text)
			for i := range m.File().All() {
				o := m.Object(i)
				if o != nil && o.Kind == typecheck.DefObject && len(m.Check(i).Diagnostics) == 0 {
					left += leavesForeseen(t, m, o, text)
				}
			}
		}
	}
	if left < 100 {
		t.Errorf("only %d runs left the dtype", left)
	}
	t.Logf("%d runs left the dtype", left)
}

// TestCallsAreForeseen holds that operators that stand as functions are asked, and functions of which nothing is
// known counted, at the call that applies them.
func TestCallsAreForeseen(t *testing.T) {
	for _, text := range []string{
		"def @f(%xs: FractalTensor[Tensor[(2), float32]]) { map(exp, %xs) }\n",
		"def @f(%xs: FractalTensor[Tensor[(2), float32]], %z: Tensor[(2), float32]) { foldl(multiply, %xs, %z) }\n",
		"def @f(%x: Tensor[(2), float32]) { let %g = exp; %g(%x) }\n",
		"def @f(%x: Tensor[(2), float32], %b: bool) { let %g = if (%b) { fn(%y: Tensor[(2), float32]) { exp(%y) } } else { fn(%y: Tensor[(2), float32]) { %y } }; %g(%x) }\n",
		"def @f(%xs: FractalTensor[FractalTensor[Tensor[(2), float32]]]) { forall(exp, %xs) }\n",
		"def @f(%x) { %x * %x }\n",
	} {
		m := checktest.Module("test.frac", text)
		if found := m.Check(0).Diagnostics; len(found) > 0 {
			t.Errorf("%s: %v", text, found)
		}
		if a := ranges.InDtype(m, m.Object(0), nil, value.Float16); a.Known && len(a.Leavings) == 0 {
			t.Errorf("nothing may leave float16 in %s", text)
		}
	}
}

// leavesForeseen runs a definition in float16 and counts the runs that leave it.
func leavesForeseen(t *testing.T, m *typecheck.Module, o *typecheck.Object, text string) (left int) {
	a := ranges.InDtype(m, o, nil, value.Float16)
	if !a.Known {
		return 0
	}
	foreseen := map[shadow.Site]bool{}
	for _, l := range a.Leavings {
		foreseen[shadow.Site{Item: l.Item, Node: l.Node}] = true
	}
	p := shadow.NewIn(m, value.Float16)
	for _, args := range witness.Samples(o, ranges.Tried(o, nil, value.Float16), 24) {
		first := shadow.Site{}
		observer := shadow.Observer{Operation: func(item *syntax.Item, n syntax.NodeID, called *op.Op, args []shadow.Value, result shadow.Value) {
			_, bad := shadow.Outside(result, isFinite)
			for _, x := range args {
				if _, spoilt := shadow.Outside(x, isFinite); spoilt {
					return // a literal, or an operand of a function
				}
			}
			if bad && first.Item == nil {
				first = shadow.Site{Item: item, Node: n}
			}
		}}
		if _, err := p.Run(context.Background(), o, args, shadow.Limits{Steps: 200_000, Depth: 300}, observer); err != nil && first.Item == nil {
			continue
		}
		if first.Item == nil {
			continue
		}
		left++
		if !foreseen[first] {
			t.Errorf("%s: `%s` leaves float16 first and is not foreseen, in\n%s", o.Name, first.Item.SourceText(first.Node), text)
			return left
		}
	}
	return left
}

func isFinite(x float64) bool { return x-x == 0 }

// beyond finds a number of a value that is outside of what is known.
func beyond(v shadow.Value, known ranges.Value) (float64, bool) {
	switch k := known.(type) {
	case *ranges.Tensor:
		t, ok := v.(*shadow.Tensor)
		if !ok {
			return 0, false
		}
		return shadow.Outside(t, k.Contains)
	case *ranges.Tuple:
		switch v := v.(type) {
		case *shadow.Tuple:
			for i, e := range v.Elems {
				if i < len(k.Elems) {
					if x, outside := beyond(e, k.Elems[i]); outside {
						return x, true
					}
				}
			}
		}
	case *ranges.Sequence:
		if s, ok := v.(*shadow.Sequence); ok {
			for _, e := range s.Elems {
				if x, outside := beyond(e, k.Elem); outside {
					return x, true
				}
			}
		}
	}
	return 0, false
}

// arithmetic is a program of chains of functions of numbers, with conditions, folds and
// recursion.
func arithmetic(r *rand.Rand) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	dtype := pick("float32", "float16", "float64", "int32", "int8", "uint8")
	suffix := map[string]string{"float32": "f", "float16": "f16", "float64": "f64", "int32": "", "int8": "i8", "uint8": "u8"}[dtype]
	float := dtype[0] == 'f'
	number := func() string {
		if float {
			return pick("0", "1", "2", "0.5", "100", "3.25") + suffix
		}
		return pick("0", "1", "2", "5", "100") + suffix
	}
	var expr func(depth int, vars []string) string
	expr = func(depth int, vars []string) string {
		if depth <= 0 {
			if r.IntN(4) == 0 {
				return number()
			}
			return vars[r.IntN(len(vars))]
		}
		e := func() string { return expr(depth-1-r.IntN(2), vars) }
		if float && r.IntN(3) == 0 {
			return pick("exp", "log", "sqrt", "rsqrt", "tanh", "sigmoid", "abs", "negative", "floor", "round", "sin", "sign", "atan", "nn.relu", "ceil", "acos", "atanh") + "(" + e() + ")"
		}
		switch r.IntN(9) {
		case 0:
			return "maximum(" + e() + ", " + e() + ")"
		case 1:
			return "minimum(" + e() + ", " + e() + ")"
		case 2:
			return "if (" + vars[r.IntN(len(vars))] + pick(" < ", " <= ", " > ", " >= ", " == ", " != ") + vars[r.IntN(len(vars))] + ") { " + e() + " } else { " + e() + " }"
		case 3:
			return "(" + e() + ") - (" + e() + ")"
		case 4:
			return "(" + e() + ") * (" + e() + ")"
		case 5:
			if float {
				return "(" + e() + ") / (" + e() + ")"
			}
			return "(" + e() + ") / (1" + suffix + " + " + "(" + e() + "))"
		case 6:
			return "{ let %k = " + e() + "; " + pick("%k * %k", "%k - %k", "%k + %k", "maximum(%k, %k)") + " }"
		case 7:
			if float {
				return "power(" + e() + ", " + number() + ")"
			}
			return "cast(cast(" + e() + ", dtype=\"float32\"), dtype=\"" + dtype + "\")"
		}
		return "(" + e() + ") + (" + e() + ")"
	}
	text := "def @f(%x: " + dtype + ", %y: " + dtype + ") -> " + dtype + " {\n  let %a = " + expr(3, []string{"%x", "%y"}) + ";\n  let %b = " +
		expr(3, []string{"%x", "%y", "%a"}) + ";\n  " + expr(3, []string{"%x", "%a", "%b"}) + "\n}\n"
	text += "def @g(%n: int32, %x: " + dtype + ") -> " + dtype + " { if (%n <= 0) { %x } else { @g(%n - 1, " + expr(2, []string{"%x"}) + ") } }\n"
	if float {
		text += "def @t<n>(%x: Tensor[(n), " + dtype + "], %w: Tensor[(n), " + dtype + "]) {\n  let %m = " + pick("max", "min", "mean", "sum") + "(%x);\n  let %d = %x - %m;\n  let %e = " +
			pick("exp", "abs", "tanh", "nn.relu") + "(%d);\n  let %s = sum(%e);\n  " + pick("%e / %s", "%d * %d / %s", "sum(%e * %w)", "%e / sum(%e)", "mean(%e) * %s") + "\n}\n"
		text += matrices(pick, dtype, suffix)
		text += "def @h(%xs: FractalTensor[Tensor[(2), " + dtype + "]], %z: Tensor[(2), " + dtype + "]) { foldl(fn(%s, %x) { " + expr(2, []string{"%s", "%x"}) + " }, %xs, %z) }\n"
	} else {
		text += "def @h(%xs: FractalTensor[" + dtype + "], %z: " + dtype + ") { scanl(fn(%s, %x) { " + expr(2, []string{"%s", "%x"}) + " }, %xs, %z) }\n"
	}
	return text
}

// matrices is a definition of reductions along axes, of what is made of them, and of functions of networks.
func matrices(pick func(...string) string, dtype, suffix string) string {
	reduced := func(x string) string {
		return pick("max", "min", "sum", "mean") + "(" + x + ", axis=" + pick("[0]", "[1]", "[-1]", "[0, 1]") + ", keepdims=True)"
	}
	d := "%x - " + pick(reduced("%x"), "max(%x, axis=[1], keepdims=True)", "max(%x, axis=[0], keepdims=True)", reduced("%w"), "%x", "%w")
	e := pick("exp(%d)", "abs(%d)", "nn.relu(%d)", "exp(%x)", "%d * %d", "clip(%d, a_min=-1f, a_max=2f)", "nn.softmax(%d)", "nn.log_softmax(%d)",
		"nn.leaky_relu(%d, alpha=0.25f)", "where(less(%d, %w), %d, %w)", "sigmoid(%d)", "nn.l2_normalize(%d, eps=1e-5f, axis=[1])")
	s := pick("sum(%e, axis=[1], keepdims=True)", "sum(%e, axis=[0], keepdims=True)", "sum(%e)", reduced("%e"))
	last := pick("%e / %s", "%d / %s", "%e * %w - %s", "sqrt(%e) / (%s + 1"+suffix+")", "rsqrt(%s)", "log(%s)", "nn.dense(%e, %w)", "%s / %e", "minimum(%e, %s) - maximum(%d, %s)")
	return "def @m(%x: Tensor[(3, 4), " + dtype + "], %w: Tensor[(3, 4), " + dtype + "]) {\n  let %d = " + d + ";\n  let %e = " + e + ";\n  let %s = " + s + ";\n  " + last + "\n}\n"
}
