package workspace

import (
	"slices"
	"testing"
)

// TestForceIgnore leaves out what is named in every snapshot that follows, too: a watch
// matches again and again.
func TestForceIgnore(t *testing.T) {
	files := Overlay{Disk{}, map[string]string{"/r/fraccheck.toml": "ignore = ['a.frac']\n", "/r/a.frac": "1\n", "/r/b.frac": "1\n"}}
	first := Open(Options{Files: files, Root: "/r", ForceIgnore: true})
	for name, s := range map[string]*Snapshot{
		"first": first, "fresh": first.Fresh(), "next": first.Reload("/r/a.frac"), "checking": first.Checking([]string{"/r/b.frac"}),
	} {
		if found, err := s.Match("/r", []string{"a.frac", "b.frac"}); err != nil || !slices.Equal(found, []string{"/r/b.frac"}) {
			t.Errorf("%s: %v, %v", name, found, err)
		}
	}
}
