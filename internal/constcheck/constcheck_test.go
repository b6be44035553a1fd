package constcheck_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/constcheck"
)

func TestConstants(t *testing.T) { checktest.Programs(t, "testdata/*.frac", constcheck.Analyzer) }

func TestFixes(t *testing.T) { checktest.Archives(t, "testdata/*.txtar", constcheck.Analyzer) }
