package evaluate

import (
	"testing"

	"github.com/fraccheck/fraccheck/explain"
	"github.com/fraccheck/fraccheck/interp"
)

// Every code of a fault has a page.
func TestFaultsAreExplained(t *testing.T) {
	for k := interp.ProgramFault; k <= interp.InternalFault; k++ {
		f := &Fault{Fault: &interp.Fault{Kind: k}}
		if explain.Summary(f.Code()) == "" {
			t.Errorf("%s has no page", f.Code())
		}
	}
}
