package complexity_test

import (
	"os"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
)

// metricNames are the words with which comments in testdata begin.
var metricNames = map[string]complexity.Metric{
	"work": complexity.Work, "tick": complexity.Tick, "span": complexity.Span, "memory": complexity.Memory,
}

// TestFractalBounds holds the bounds that stand above definitions on FractalTensors and
// tensors.
func TestFractalBounds(t *testing.T) {
	for _, path := range []string{"testdata/fractal.frac", "testdata/tensors.frac"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m := module(t, string(text))
		a := analysisOf(m)
		for i, item := range m.File().Items {
			for name, metric := range metricNames {
				_, expected, ok := strings.Cut(item.Text, "# "+name+": ")
				if !ok {
					continue
				}
				expected, _, _ = strings.Cut(expected, "\n")
				b := a.Of(m.Object(i))
				got := b.Text(metric)
				if got == "" {
					got = "unknown"
				}
				if got != expected {
					t.Errorf("%s: %s: %s %s, want %s (%v)", path, m.Object(i).Name, name, got, expected, b.Loss)
				}
			}
		}
	}
}
