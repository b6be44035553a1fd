package lawcheck_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/lawcheck"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// check gives what the Analyzer finds in a program, which must have no errors.
func check(t *testing.T, text string) []syntax.Diagnostic {
	t.Helper()
	p := checktest.Check("test.frac", text, lawcheck.Analyzer)
	for _, f := range p.Errors() {
		if f.Checker {
			t.Errorf("%s: %s %v", f.Code, f.Message, f.Notes)
		}
	}
	var found []syntax.Diagnostic
	for _, f := range p.Analyzed() {
		found = append(found, f.Diagnostic)
	}
	return found
}

func codesOf(found []syntax.Diagnostic) string {
	var all []string
	for _, d := range found {
		all = append(all, string(d.Code))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

const (
	notAssociative = string(codes.ReduceNotAssociative)
	noIdentity     = string(codes.ReduceIdentity)
	asReduce       = string(codes.FoldAsReduce)
)

// Each row is a call in a definition of %xs, whose elements have the type, with
// the codes that it gives.
func TestVerdicts(t *testing.T) {
	const (
		int32s   = "int32"
		vector   = "Tensor[(2), float32]"
		matrices = "Tensor[(n, n), float32]"
		open     = "Tensor[(?), float32]"
		rows     = "FractalTensor[int32]"
	)
	tests := []struct{ elem, call, want string }{
		// Functions of integers.
		{int32s, "reduce(subtract, %xs)", notAssociative},
		{int32s, "reduce(fn(%a, %b) { %a - %b }, %xs)", notAssociative},
		{int32s, "reduce(fn(%a, %b) { %a / %b }, %xs)", notAssociative},
		{int32s, "reduce(fn(%a, %b) { (%a + %b) / 2 }, %xs)", notAssociative},
		{int32s, "reduce(fn(%a, %b) { 2 * %a + %b }, %xs)", notAssociative},
		{int32s, "reduce(@saturating, %xs)", notAssociative},
		{int32s, "reduce(fn(%a, %b) { -(%a + %b) }, %xs)", notAssociative},
		{int32s, "reduce(add, %xs)", ""},
		{"int8", "reduce(add, %xs)", ""},
		{"uint8", "reduce(fn(%a, %b) { %a + %b }, %xs)", ""},
		{"int64", "reduce(multiply, %xs)", ""},
		{int32s, "reduce(fn(%a, %b) { %a + %b + %a * %b }, %xs)", ""},
		{int32s, "reduce(maximum, %xs)", ""},
		{int32s, "reduce(fn(%a, %b) { if (%a > %b) { %a } else { %b } }, %xs)", ""},
		{int32s, "reduce(fn(%a, %b) { %a }, %xs)", ""},
		{int32s, "reduce(fn(%a, %b) { %b }, %xs)", ""},
		{int32s, "reduce(fn(%a, %b) { minimum(%a + %b, 2147483647) }, %xs)", ""},
		{"Tensor[(1), bool]", "reduce(logical_and, %xs)", ""},
		{"Tensor[(1), bool]", "reduce(fn(%a, %b) { logical_not(logical_and(%a, %b)) }, %xs)", notAssociative},
		{"Tensor[(3), int32]", "reduce(fn(%a, %b) { %a - %b }, %xs)", notAssociative},

		// Functions of floats: rounding is no counterexample.
		{vector, "reduce(add, %xs)", ""},
		{vector, "reduce(multiply, %xs)", ""},
		{vector, "reduce(subtract, %xs)", notAssociative},
		{vector, "reduce(divide, %xs)", notAssociative},
		{vector, "reduce(fn(%a, %b) { (%a + %b) / 2f }, %xs)", notAssociative},
		{vector, "reduce(fn(%a, %b) { log(exp(%a) + exp(%b)) }, %xs)", ""},
		{vector, "reduce(fn(%a, %b) { sqrt(%a * %a + %b * %b) }, %xs)", ""},
		{vector, "reduce(fn(%a, %b) { %a * %b / (%a + %b) }, %xs)", ""},
		{vector, "reduce(fn(%a, %b) { %a + 1e8 + %b - 1e8 }, %xs)", ""},
		{vector, "reduce(fn(%a, %b) { %a + %b + 0.1 * %a * %b }, %xs)", ""},
		{vector, "reduce(fn(%a, %b) { floor((%a + %b) * 0.1) }, %xs)", ""},
		{vector, "reduce(fn(%a, %b) { let %p = %a * %a; let %q = %p * %p; let %r = %q * %q; %r + (%a + %b) - %r }, %xs)", ""},
		{vector, "reduce(fn(%a, %b) { let %g = fn(%x) { %x * %x }; let %r = %g(%g(%g(%a))); %r + (%a + %b) - %r }, %xs)", ""},
		{vector, "reduce(fn(%a, %b) { %a * %b + %a }, %xs)", notAssociative},
		{vector, "let %f = fn(%a, %b) { %a - %b }; reduce(%f, %xs)", notAssociative},
		{vector, "reduce(fn(%a, %b) { where(greater(%a, %b), %a, %b) }, %xs)", ""},
		{vector, "reduce(fn(%a, %b) { exp(log(%a) + log(%b)) }, %xs)", ""},
		{vector, "reduce(fn(%a, %b) { tanh(%a + %b) }, %xs)", notAssociative},
		{"(Tensor[(2), float32], Tensor[(2), float32])", "reduce(fn((%a, %i), (%b, %j)) { (%a * %b, %i * %b + %j) }, %xs)", ""},
		{"Tensor[(2), float16]", "reduce(add, %xs)", ""},
		{"Tensor[(2), bfloat16]", "reduce(multiply, %xs)", ""},
		{"Tensor[(2), float16]", "reduce(subtract, %xs)", notAssociative},
		{int32s, `reduce(fn(%a, %b) { cast(cast(%a, dtype="float32") + cast(%b, dtype="float32"), dtype="int32") }, %xs)`, ""},
		{open, "reduce(subtract, %xs)", notAssociative},
		{matrices, "reduce(fn(%a, %b) { matmul(%a, %b) }, %xs)", ""},
		{matrices, "reduce(fn(%a, %b) { matmul(%b, %a) }, %xs)", ""},
		{matrices, "reduce(fn(%a, %b) { matmul(%a, transpose(%b, axes=None)) }, %xs)", notAssociative},

		// FractalTensors and tuples.
		{rows, "reduce(join, %xs)", ""},
		{rows, "reduce(fn(%a, %b) { join(%b, %a) }, %xs)", ""},
		{rows, "reduce(fn(%a, %b) { join(join(%a, %b), %a) }, %xs)", notAssociative},
		{rows, "reduce(fn(%a, %b) { map(fn((%x, %y)) { %x - %y }, zip(%a, %b)) }, %xs)", notAssociative},
		{rows, "reduce(fn(%a, %b) { map(fn((%x, %y)) { %x + %y }, zip(%a, %b)) }, %xs)", ""},
		{"(int32, int32)", "reduce(@least, %xs)", ""},
		{"(int32, int32)", "reduce(fn((%a, %i), (%b, %j)) { (%a + %b, %j - %i) }, %xs)", notAssociative},
		{"(int32, int32)", "reduce(fn((%a, %i), (%b, %j)) { (%a * %b, %i * %b + %j) }, %xs)", ""},

		// What surrounds the function.
		{int32s, "let %f = fn(%a, %b) { %a - %b }; reduce(%f, %xs)", notAssociative},
		{int32s, "let %k = 2; let %f = fn(%a, %b) { %a + %b * %k }; reduce(%f, %xs)", notAssociative},
		{int32s, "reduce(fn(%a, %b) { %a * %b + %m }, %xs)", notAssociative},
		{int32s, "reduce(fn(%a, %b) { %a + %b + %m }, %xs)", ""},
		{int32s, "reduce(fn(%a, %b) { if (%m > 0) { %a + %b } else { %a - %b } }, %xs)", ""},
		{int32s, "if (%m == 1) { reduce(fn(%a, %b) { %a + %m * %b }, %xs) } else { 0 }", ""},
		{int32s, "let %k = 3; let %g = fn(%x) { %x * %k }; let %s = fn(%k) { reduce(fn(%a, %b) { %g(%a) + %k * %b }, %xs) }; %s(1)", ""},
		{int32s, "let %c = ref(0); reduce(fn(%a, %b) { ref_write(%c, 1); %a - %b }, %xs)", ""},
		{int32s, "reduce(@counted, %xs)", ""},
		{int32s, "reduce(fn(%a, %b) { %a / (%b - %b) }, %xs)", ""},
		{int32s, "reduce(@endless, %xs)", ""},
		{int32s, "reduce(@flip(@minus), %xs)", notAssociative},

		// Initial values.
		{int32s, "reduce(add, %xs, 0)", ""},
		{int32s, "reduce(add, %xs, 1)", noIdentity},
		{int32s, "reduce(add, %xs, init=1)", noIdentity},
		{int32s, "reduce(multiply, %xs, 1)", ""},
		{int32s, "reduce(multiply, %xs, 0)", noIdentity},
		{int32s, "reduce(maximum, %xs, 0)", noIdentity},
		{int32s, "reduce(maximum, %xs, -2147483647 - 1)", ""},
		{int32s, "reduce(fn(%a, %b) { %b }, %xs, 7)", ""},
		{int32s, "reduce(fn(%a, %b) { %a }, %xs, 7)", noIdentity},
		{int32s, "reduce(add, %xs, %m)", ""},
		{int32s, "reduce(subtract, %xs, 0)", notAssociative},
		{vector, "reduce(add, %xs, Constant(0, (2), float32))", ""},
		{vector, "reduce(add, %xs, Constant(1, (2), float32))", noIdentity},

		// Folds.
		{int32s, "foldl(add, %xs, 0)", asReduce},
		{int32s, "fold(add, %xs)", asReduce},
		{int32s, "foldr(fn(%s, %x) { %x * %s }, %xs, 1)", asReduce},
		{int32s, "foldl(fn(%s, %x) { maximum(%x, %s) }, %xs, 5)", asReduce},
		{rows, "foldl(join, %xs)", asReduce},
		{int32s, "foldl(mul, %xs)", asReduce},
		{"Tensor[(2), float32]", "foldl(maximum, %xs)", asReduce}, // it chooses, and does not round
		{"Tensor[(2), float32]", "foldl(add, %xs)", ""},
		{rows, "foldr(join, %xs)", ""},
		{vector, "foldl(add, %xs)", ""},
		{int32s, "foldl(subtract, %xs, 0)", ""},
		{int32s, "foldl(fn(%s, %x) { %s + %s }, %xs, 0)", ""},
		{int32s, "foldl(fn(%s, %x) { %s + %x + 0 }, %xs, 0)", ""},
		{int32s, "foldl(fn(%s, %x) { Cons(%x, %s) }, %xs, Nil())", ""},
	}
	for _, test := range tests {
		t.Run(test.elem+" "+test.call, func(t *testing.T) {
			found := check(t, program(test.elem, test.call))
			if got := codesOf(found); got != test.want {
				t.Errorf("found %q, want %q: %v", got, test.want, found)
			}
		})
	}
}

func program(elem, call string) string {
	params := ""
	if strings.Contains(elem, "n,") {
		params = "<n>"
	}
	return fmt.Sprintf(`
def @saturating(%%a : int32, %%b : int32) -> int32 { minimum(%%a + %%b, 100) }
def @least(%%a : (int32, int32), %%b : (int32, int32)) -> (int32, int32) { if (%%b.0 < %%a.0) { %%b } else { %%a } }
def @counted(%%a : int32, %%b : int32) -> int32 { let %%c = ref(%%a); ref_write(%%c, %%a - %%b); ref_read(%%c) }
def @endless(%%a : int32, %%b : int32) -> int32 { @endless(%%b, %%a) }
def @minus(%%a : int32, %%b : int32) -> int32 { %%a - %%b }
def @main%s(%%xs : FractalTensor[%s], %%m : int32) {
%s
}
`, params, elem, call)
}

func TestCounterexample(t *testing.T) {
	text := program("int32", "reduce(subtract, %xs)")
	found := check(t, text)
	if len(found) != 1 || !strings.Contains(found[0].Notes[0], "⊕") {
		t.Fatalf("found %v", found)
	}
	var a, b, c, left, right int
	line := strings.NewReplacer("(", "", ")", "", "⊕", "", "=", "", ",", "").Replace(found[0].Notes[0])
	if _, err := fmt.Sscanf(line, "%d %d %d %d but", &a, &b, &c, &left); err != nil || left != a-b-c {
		t.Errorf("%q", found[0].Notes[0])
	}
	if _, err := fmt.Sscan(fmt.Sprint(found[0].Data["right"]), &right); err != nil || right != a-(b-c) {
		t.Errorf("%v", found[0].Data)
	}
	if diff := cmp.Diff(found, check(t, text)); diff != "" {
		t.Errorf("another check finds another counterexample:\n%s", diff)
	}
}

// What an item is told does not depend on the items around it.
func TestRepeatable(t *testing.T) {
	text := program("int32", "reduce(fn(%a, %b) { 3 * %a + %b * %m }, %xs)")
	one, other := check(t, text), check(t, "def @more(%x : int32) -> int32 { %x }\n"+text)
	if len(one) != 1 || len(other) != 1 || one[0].Notes[0] != other[0].Notes[0] {
		t.Errorf("%v, then %v", one, other)
	}
}

// TestOverflow holds that counterexamples are small where small ones exist, and
// that it is said where there are none without overflow.
func TestOverflow(t *testing.T) {
	for _, c := range []struct {
		body     string
		overflow bool
	}{
		{"%a - %b", false},
		{"minimum(%a + %b, 300)", true}, // associative, but for sums that wrap around
		{"if (%a > 300) { %a - %b } else { maximum(%a, %b) }", false},
		{"2 * %a + %b", false},
	} {
		text := "def @f(%xs : FractalTensor[int32]) { reduce(fn(%a, %b) { " + c.body + " }, %xs) }"
		found := checktest.Check("test.frac", text, lawcheck.Analyzer).Analyzed()
		if len(found) != 1 {
			t.Errorf("%s: found %d", c.body, len(found))
			continue
		}
		if got := found[0].Data["overflow"] == true; got != c.overflow {
			t.Errorf("%s: %v", c.body, found[0].Notes)
		}
	}
}
