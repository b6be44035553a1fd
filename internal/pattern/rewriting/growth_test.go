package rewriting_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
)

// TestGrowthIsBounded holds that a rule whose results make hundreds of copies is given
// up before they are written: eight million in the third round.
func TestGrowthIsBounded(t *testing.T) {
	m := checktest.Module("test.frac", "def @f(%x: Tensor[(4), float32]) { nn.relu(%x) }\n")
	copies := strings.Repeat("(", 200) + "nn.relu(x)" + strings.Repeat(" + nn.relu(x))", 200)
	r := apply(t, m, "rewrite many { var x  match nn.relu(x)  with "+copies+" }")
	if got := r.Module.File().Text(); got != m.File().Text() {
		t.Errorf("the text has %d bytes", len(got))
	}
	if len(r.Refused) != 1 || !strings.Contains(r.Refused[0].Message, "the rule `many` make the text more than 10 times as long") {
		t.Errorf("%v", r.Refused)
	}
}
