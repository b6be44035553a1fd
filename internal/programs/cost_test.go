package programs

import (
	"testing"

	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
)

// TestExampleCosts holds the bounds of the examples against runs.
func TestExampleCosts(t *testing.T) {
	tried := 0
	for _, pattern := range []string{"examples/*.frac", "examples/*.relay"} {
		for _, path := range glob(t, pattern) {
			costs, err := cost.All(workspace.Open(workspace.Options{Root: path}), path, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range costs {
				r := c.Try(trial.Options{Steps: 50_000, Size: 128})
				for _, m := range trial.Metrics {
					if p := r.Exceeded(m); p != nil {
						t.Errorf("%s: %s costs %d, more than %s = %g where %v are %v (%s)", path, c.Name, p.Measured[m], c.Text(m), p.Bounds[m], c.Sizes, p.Sizes, p.Style)
					}
					if closest, _ := r.Closest(m); closest != nil {
						tried++
					}
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("only %d bounds were tried", tried)
	}
}
