package registry_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/analysis/registry"
	"github.com/fraccheck/fraccheck/internal/checktest"
)

// TestIndependent holds that findings do not hide one another.
func TestIndependent(t *testing.T) {
	checktest.Programs(t, "testdata/*.frac", registry.Analyzers()...)
}
