package sharing_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/sharing"
)

// TestCandidates holds that nothing is found in items that are not looked at, and that
// these are many in programs that people write.
func TestCandidates(t *testing.T) {
	looked, all := 0, 0
	for _, pattern := range []string{"../../examples/*", "../../*/testdata/*.frac", "../*/testdata/*.frac"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatal("no programs: ", err)
		}
		for _, path := range paths {
			if text, err := os.ReadFile(path); err == nil {
				l, a := holdPassed(t, path, string(text))
				looked, all = looked+l, all+a
			}
		}
	}
	if looked*4 > all {
		t.Errorf("%d of %d items are looked at", looked, all)
	}
	n, first := number()
	for _, k := range kinds {
		for seed := first; seed < first+n; seed++ {
			holdPassed(t, k.name, k.make(seed))
		}
	}
}

// holdPassed looks at the items of a program that are no candidates, and counts the
// others.
func holdPassed(t *testing.T, name, text string) (looked, all int) {
	passed := sharing.Passed(func(candidate bool) {
		if all++; candidate {
			looked++
		}
	})
	for _, f := range checktest.Check("test.frac", text, passed).Analyzed() {
		t.Errorf("%s: what is no candidate has a finding: %s: %s\n%s", name, f.Code, f.Message, text)
	}
	return looked, all
}
