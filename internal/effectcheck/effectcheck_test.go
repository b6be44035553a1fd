package effectcheck_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/effectcheck"
)

func TestEffects(t *testing.T) {
	checktest.Programs(t, "testdata/*.frac", effectcheck.Analyzer, effectcheck.Order)
}

func TestFixes(t *testing.T) { checktest.Archives(t, "testdata/*.txtar", effectcheck.Analyzer) }
