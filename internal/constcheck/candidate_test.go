package constcheck_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/constcheck"
)

// TestCandidates holds that nothing is found in what is passed over.
func TestCandidates(t *testing.T) {
	checktest.PassesOver(t, constcheck.Missed, 150, "testdata/*.frac")
}
