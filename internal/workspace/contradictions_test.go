package workspace

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// A call that contradicts a declared type follows from an error of the definition that does so
// too: not from one that is suppressed, nor where the definition is as its own text wants it.
func TestErrorsThatFollowFromOthers(t *testing.T) {
	const head = "def @scale(%x: Tensor[(2), float32], %s: int32) -> Tensor[(2), float32] {\n"
	const calls = "}\n@scale(ones(shape=[2], dtype=\"float32\"), 2f)\n@scale(ones(shape=[2], dtype=\"float32\"), 3f)\n"
	for name, test := range map[string]struct {
		text  string
		lines string
	}{
		"the parameter is wrong": {head + "  %x * %s\n" + calls, "2"},
		"the calls are wrong":    {head + "  %x * cast(%s, dtype=\"float32\")\n" + calls, "4 5"},
		"suppressed":             {head + "  %x * %s # fraccheck:ignore dtype-mismatch\n" + calls, "4 5"},
		"the result is wrong": {
			"def @g(%x: Tensor[(2), float32]) -> Tensor[(2), float32] { @f(%x) + %x }\ndef @f(%x: Tensor[(2), float32]) -> Tensor[(3), float32] { nn.relu(%x) }\n", "2",
		},
		"the result is wrong, and the caller has a fix": {
			"def @g(%x: Optional[int32]) -> Optional[int32] { @h(%x, fn(%y) { @f(%y) }) }\ndef @f(%x: int32) -> int32 { if (%x == 0) { None() } else { Some(%x) } }\ndef @h(%o: Optional[int32], %f: fn(int32) -> Optional[int32]) -> Optional[int32] { %o }\n", "2",
		},
		"the field is wrong": {
			"data Box { Box(int32) }\ndef @f(%b: Box, %x: float32) { match (%b) { Box(%n) => %n + %x } }\ndef @g(%x: float32) { Box(%x) }\n", "2",
		},
		"the type of a function that is a parameter is wrong": {
			"def @h(%f: fn(int32) -> int32, %x: int32) -> int32 { if (%f(%x)) { 1 } else { 2 } }\ndef @p(%x: int32) -> bool { %x > 0 }\n@h(@p, 1)\n@h(@p, 2)\n", "1",
		},
		"the parameters of a function that is a parameter are wrong": {
			"def @h(%f: fn(int32) -> bool, %x: int32) -> bool { %f(%x, %x) && %f(%x, 1) }\ndef @p(%x: int32, %y: int32) -> bool { %x > %y }\n@h(@p, 1)\n", "1",
		},
		"the result of a function that is passed is wrong": {
			"def @h(%f: fn(int32) -> bool, %x: int32) -> bool { %f(%x) }\ndef @p(%x: int32) -> int32 { %x > 0 }\n@h(@p, 1)\n@h(@p, 2)\n", "2",
		},
		"a constructor has a field too few": {
			"data T { L: () -> T\n  N: (T, int32) -> T }\ndef @s(%t: T) -> int32 { match (%t) { L() => 0, N(%l, %v, %r) => @s(%l) + %v + @s(%r) } }\n@s(N(L(), 1, L()))\n", "2",
		},
		"a use of a constructor has a field too many, and others have not": {
			"data T { L: () -> T\n  N: (T, int32) -> T }\ndef @s(%t: T) -> int32 { match (%t) { L() => 0, N(%l, %v, %r) => 1 } }\ndef @t(%t: T) -> int32 { match (%t) { L() => 0, N(%l, _) => 1 } }\n@s(N(L(), 1, L()))\n", "3 5",
		},
		"an alias is too deep": {
			"type B = FractalTensor[FractalTensor[int32]]\ndef @f(%b: B) -> int32 { reduce(fn(%x, %y) { %x + %y }, %b, 0) }\ndef @g(%b: B) -> B { map(fn(%x) { 2 * %x }, %b) }\n@f([1, 2])\n@g([1, 2])\n", "1",
		},
		"an alias is too shallow": {
			"type B = FractalTensor[int32]\ndef @f(%b: B) -> FractalTensor[int32] { map(fn(%x) { length(%x) }, %b) }\n@f([[1], []])\n", "1",
		},
		"an alias has another dtype": {
			"type B = FractalTensor[int64]\ndef @f(%b: B) -> int32 { reduce(fn(%x, %y) { %x + %y }, %b, 0) }\n@f([1, 2])\n", "1",
		},
		"the uses of an alias contradict each other": {
			"type B = FractalTensor[FractalTensor[int32]]\ndef @f(%b: B) -> int32 { reduce(fn(%x, %y) { %x + %y }, %b, 0) }\ndef @g(%b: B) { map(fn(%x) { length(%x) }, %b) }\n@f([1, 2])\n@g([[1], [2]])\n", "2 4",
		},
		"the parameter that an error contradicts is inferred": {
			"def @f(%l) { @map(%l, fn(%x) { %x * 2 }) }\n@f(Cons(1, Nil()))\n", "1",
		},
	} {
		s := openMemory(map[string]string{"a.frac": test.text})
		var lines []string
		for _, f := range reportOf(t, s, "/a.frac").Findings {
			if f.Severity == codes.Error {
				start, _ := f.Range()
				lines = append(lines, string(rune('0'+start.Line)))
			}
		}
		if got := strings.Join(lines, " "); got != test.lines {
			t.Errorf("%s: errors in the lines %q, want %q", name, got, test.lines)
		}
	}
}
