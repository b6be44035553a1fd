package costcheck_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/costcheck"
	"github.com/fraccheck/fraccheck/internal/progen"
)

func TestForms(t *testing.T) {
	checktest.Programs(t, "testdata/*.frac", costcheck.Unrun)
}

// TestConfidence holds that a form that rounds in another way is no fix of a batch, that one that
// does not is, and that nothing is offered where nothing was run.
func TestConfidence(t *testing.T) {
	const exact = "def @f<n>(%x: Tensor[(n), int32], %y: Tensor[(n), int32], %z: Tensor[(n), int32]) -> Tensor[(n), int32] { %x * %y + %x * %z }\n"
	const product = "def @f<n>(%a: Tensor[(n, n), float32], %v: Tensor[(n, 1), float32]) -> Tensor[(n, 1), float32] { nn.matmul(nn.matmul(%a, %a), %v) }\n"
	for text, want := range map[string]codes.Confidence{exact: codes.Likely, product: codes.Sketch} {
		found := checktest.Check("test.frac", text, costcheck.Analyzer).Analyzed()
		if len(found) != 1 || len(found[0].Fixes) != 1 || found[0].Fixes[0].Confidence != want {
			t.Errorf("%s: %v", text, found)
		}
		found = checktest.Check("test.frac", text, costcheck.Unrun).Analyzed()
		if len(found) != 1 || len(found[0].Fixes) != 0 {
			t.Errorf("%s: %v", text, found)
		}
	}
}

// TestComments holds that a body with a comment is reported and not written anew.
func TestComments(t *testing.T) {
	const text = "def @f<n>(%x: Tensor[(n), int32], %y: Tensor[(n), int32], %z: Tensor[(n), int32]) -> Tensor[(n), int32] {\n  // why\n  %x * %y + %x * %z\n}\n"
	if found := checktest.Check("test.frac", text, costcheck.Analyzer).Analyzed(); len(found) != 0 {
		t.Errorf("%v", found)
	}
	if found := checktest.Check("test.frac", text, costcheck.Unrun).Analyzed(); len(found) != 1 {
		t.Errorf("%v", found)
	}
}

// TestAnyProgram looks at random programs, whole and broken.
func TestAnyProgram(t *testing.T) {
	for seed := range uint64(10) {
		for _, text := range []string{progen.Make(seed).Text, progen.MakeSound(seed), progen.MakeFaults(seed), progen.MakeDense(seed)} {
			for _, d := range checktest.Check("test.frac", text, costcheck.Analyzer).Analyzed() {
				if !strings.Contains(d.Message, "can do less work") {
					t.Error(d.Message)
				}
			}
		}
	}
}
