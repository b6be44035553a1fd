package sharing_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/sharing"
)

func TestSharing(t *testing.T) { checktest.Programs(t, "testdata/*.frac", sharing.Analyzer) }

func TestFixes(t *testing.T) { checktest.Archives(t, "testdata/*.txtar", sharing.Analyzer) }
