package exhaustive_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/exhaustive"
	"github.com/fraccheck/fraccheck/internal/checktest"
)

func TestHoles(t *testing.T) { checktest.Archives(t, "testdata/holes/*.txtar", exhaustive.Holes) }
