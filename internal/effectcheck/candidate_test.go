package effectcheck_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/effectcheck"
)

// TestCandidates holds that nothing is found in what is passed over.
func TestCandidates(t *testing.T) {
	checktest.PassesOver(t, effectcheck.Missed, 150, "testdata/*.frac")
}
