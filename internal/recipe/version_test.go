package recipe

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// usedAction is an action of somebody else and its version.
var usedAction = regexp.MustCompile(`(?m)^ *- +uses: +([a-z-]+/[a-z/-]+)@(v[0-9]+)\b`)

// leastVersions are those from which on an action runs on Node 24: runners have no Node 20.
var leastVersions = map[string]string{
	"actions/cache": "v5", "actions/checkout": "v5", "actions/setup-go": "v6", "github/codeql-action/upload-sarif": "v4",
}

// TestVersions holds that what users copy, and what runs for them, names versions of
// actions that runners can run, everywhere the same.
func TestVersions(t *testing.T) {
	for _, name := range []string{"action.yml", "README.md", "docs/ci.md", "docs/scale.md", ".github/workflows/test.yml"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, used := range usedAction.FindAllStringSubmatch(string(text), -1) {
			if want := leastVersions[used[1]]; used[2] != want {
				t.Errorf("%s uses %s@%s, want %q", name, used[1], used[2], want)
			}
		}
	}
}

// TestActionKeepsNoBuild holds that setup-go is not asked to keep builds: it takes files of
// the checked repository alone, and those of an action lie outside of it.
func TestActionKeepsNoBuild(t *testing.T) {
	var a action
	read(t, "action.yml", &a)
	for _, s := range a.Runs.Steps {
		if s.Uses == "actions/setup-go@v6" && (s.With["cache"] != "false" || s.With["cache-dependency-path"] != "") {
			t.Errorf("setup-go is to keep builds: %v", s.With)
		}
	}
}
