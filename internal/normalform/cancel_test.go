package normalform_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/normalform"
)

// TestCancel holds that the conversion of one item stops when its context ends, and
// converts nothing then.
func TestCancel(t *testing.T) {
	var text strings.Builder
	text.WriteString("def @f(%a0: int32) -> int32 {\n")
	for i := range 2000 {
		fmt.Fprintf(&text, "let %%a%d = %%a%d + (%%a%d * 2);\n", i+1, i, i)
	}
	text.WriteString("%a2000 }\n")
	m := checktest.Module("cancel.frac", text.String())
	ctx, cancel := context.WithCancel(context.Background())
	result := m.Check(0)
	target := normalform.Target{Module: m, Index: 0, Result: result, Unit: analysis.NewUnit(ctx, m, 0, result, facts.Of(m))}
	cancel()
	for _, form := range []normalform.Form{normalform.ANF, normalform.GNF, normalform.BBNF} {
		if r, err := normalform.Convert(target, form, normalform.Nested); r != nil || err == nil {
			t.Errorf("a conversion to %v is made though nobody waits", form)
		}
	}
}
