package typecheck_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
)

// TestLanguage reads the programs under testdata, which say in comments what the
// checker must say of them.
func TestLanguage(t *testing.T) { checktest.Programs(t, "testdata/*.*") }
