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
