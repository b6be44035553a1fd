package recipe

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

var yamlBlock = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// A workflow of GitHub, as far as it is looked at.
type workflow struct {
	On   any
	Jobs map[string]struct {
		Steps []struct{ Uses, Run string }
	}
}

// TestWorkflows holds that the workflows in the manual are whole: they say when they run,
// take the files first, and install fraccheck before they call it.
func TestWorkflows(t *testing.T) {
	for name, want := range map[string]int{"README.md": 1, "docs/ci.md": 3} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, block := range yamlBlock.FindAllStringSubmatch(string(text), -1) {
			var w workflow
			if err := yaml.Unmarshal([]byte(block[1]), &w); err != nil || w.Jobs == nil {
				continue
			}
			found++
			if missing := w.missing(); missing != "" {
				t.Errorf("%s: a workflow lacks %s:\n%s", name, missing, block[1])
			}
		}
		if found != want {
			t.Errorf("%s has %d workflows, want %d", name, found, want)
		}
	}
}

// missing is what a workflow lacks.
func (w *workflow) missing() string {
	if w.On == nil {
		return "`on`"
	}
	for _, job := range w.Jobs {
		there := false
		for i, step := range job.Steps {
			switch {
			case i == 0 && !strings.HasPrefix(step.Uses, "actions/checkout@"):
				return "the checkout"
			case strings.HasPrefix(step.Run, "go install "):
				there = true
			case strings.HasPrefix(step.Run, "fraccheck ") && !there:
				return "a step that installs fraccheck"
			}
		}
	}
	return ""
}
