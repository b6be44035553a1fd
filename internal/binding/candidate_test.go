package binding_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/binding"
	"github.com/fraccheck/fraccheck/internal/checktest"
)

// TestCandidates holds that nothing is found in what is passed over.
func TestCandidates(t *testing.T) {
	checktest.PassesOver(t, binding.Missed, 20, "testdata/*.frac", "../../examples/*.frac")
}
