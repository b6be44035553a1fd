package rangecheck_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/rangecheck"
)

func TestNumbers(t *testing.T) {
	checktest.Programs(t, "testdata/*.frac", rangecheck.Declarations, rangecheck.Analyzer, rangecheck.Defaults)
}

// TestSeverity holds that what only ranges show that nothing declares is a hint.
func TestSeverity(t *testing.T) {
	for _, c := range []struct {
		text string
		want codes.Severity
	}{
		{"def @f(%x: float32) -> float32 { log(%x) }\n", codes.Hint},
		{"#[range(x = \"0..1\")]\ndef @f(%x: float32) -> float32 { log(%x) }\n", codes.Warning},
		{"#[range(x = \"0..1\")]\ndef @f(%x: float32, %y: float32) -> float32 { %x + log(%y) }\n", codes.Hint},
		{"#[range(x = \"0..1\")]\ndef @f(%x: float32, %y: float32) -> float32 { %y + log(%x) }\n", codes.Warning},
		{"def @f() -> float16 { cast(100000f, dtype=\"float16\") }\n", codes.Warning},
	} {
		found := checktest.Check("test.frac", c.text, rangecheck.Analyzer, rangecheck.Defaults).Analyzed()
		if len(found) != 1 || found[0].Severity != c.want {
			t.Errorf("%s: %v", c.text, found)
			continue
		}
		data := found[0].Data
		if data["definition"] != "@f" || data["value"] == "" || data["witness"] == nil {
			t.Errorf("%s: %v", c.text, data)
		}
	}
}

// TestRepeatable holds that a search of one text finds the same each time.
func TestRepeatable(t *testing.T) {
	text := "#[range(x = \"-9..9\", y = \"-9..9\")]\ndef @f(%x: Tensor[(3), float16], %y: Tensor[(3), float16]) { log(sum(%x * %y)) / (max(%x) - min(%y)) }\n"
	show := func() string {
		var all strings.Builder
		for _, d := range checktest.Check("test.frac", text, rangecheck.Analyzer).Analyzed() {
			all.WriteString(string(d.Code) + d.Notes[0] + "\n")
		}
		return all.String()
	}
	if first := show(); first == "" || first != show() {
		t.Errorf("%s\nand\n%s", first, show())
	}
}

// TestAnyProgram searches in random programs, whole and broken: whatever is found was run, and
// nothing ends the search but its bounds.
func TestAnyProgram(t *testing.T) {
	for seed := range uint64(15) {
		for _, text := range []string{progen.Make(seed).Text, progen.MakeSound(seed), progen.MakeFaults(seed), progen.MakeDense(seed)} {
			for _, program := range []string{text, progen.NewMutator(seed).Token(text)} {
				for _, d := range checktest.Check("test.frac", program, rangecheck.Declarations, rangecheck.Analyzer, rangecheck.Defaults).Analyzed() {
					if d.Data["witness"] == nil {
						t.Errorf("%s without a witness: %s", d.Code, d.Message)
					}
				}
			}
		}
	}
}

// TestFixes holds which remedies are offered, and what each writes.
func TestFixes(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"#[range(x = \"-200..200\")]\ndef @f(%x: Tensor[(4, 6), float32]) -> Tensor[(4, 6), float32] {\n  let %e = exp(%x);\n  %e / sum(%e, axis=[1], keepdims=True)\n}\n",
			"%x - max(%x, axis=[1], keepdims=True); minimum(%x, 88.7f)"},
		{"#[range(x = \"-200..200\")]\ndef @f(%x: Tensor[(4), float32]) -> Tensor[(4), float32] { exp(%x * 2f) / sum(exp(%x * 2f)) }\n",
			"%x * 2f - max(%x * 2f), %x * 2f - max(%x * 2f); minimum(%x * 2f, 88.7f)"},
		// Another sum than that of the exponentials: the quotient would change.
		{"#[range(x = \"0..100\")]\ndef @f(%x: Tensor[(4), float32]) -> Tensor[(4), float32] { exp(%x) / sum(%x) }\n", "minimum(%x, 88.7f)"},
		{"#[range(x = \"0..1\")]\ndef @f(%x: Tensor[(4), float32]) -> float32 { sum(%x * log(%x)) }\n", "maximum(%x, 1e-7f)"},
		{"#[range(x = \"0..1\")]\ndef @f(%x: float16) -> float16 { 1f16 / %x }\n", "maximum(%x, 0.001f16)"},
		{"#[range(x = \"-1..1\")]\ndef @f(%x: float64) -> float64 { sqrt(%x - 0.5f64) }\n", "maximum(%x - 0.5f64, 0f64)"},
		// The range has no end within which the result is finite.
		{"#[range(x = \"-1..1\")]\ndef @f(%x: float32) -> float32 { 1f / %x }\n", ""},
		// A sum whose parts are bounded is another sum.
		{"#[range(x = \"0..100\")]\ndef @f(%x: Tensor[(4000), float16]) -> float16 { sum(%x) }\n", ""},
		{"#[range(x = \"-100..100\")]\ndef @f(%x: Tensor[(2000), float16]) -> float16 { tanh(sum(%x) / 40f16) }\n", ""},
	} {
		found := checktest.Check("test.frac", test.text, rangecheck.Analyzer).Analyzed()
		var fixes []string
		if len(found) > 0 {
			for _, fix := range found[0].Fixes {
				var edits []string
				for _, e := range fix.Edits {
					edits = append(edits, e.NewText)
				}
				fixes = append(fixes, strings.Join(edits, ", "))
			}
		}
		if got := strings.Join(fixes, "; "); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}
}
