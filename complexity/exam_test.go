package complexity_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// passed are how many bounds of testdata/exam are as good as can be, at least.
var passed = map[string]int{"work": 330, "span": 330, "tick": 45}

// TestExam holds the definitions of testdata/exam against what a reader expects of
// them. Above each stands how it grows: `exam: work |x|^2; span |x|`; for tick the worst case itself. Where less is known it says what
// (`found: work |x|^3; span unknown`), so that nothing changes unseen.
func TestExam(t *testing.T) {
	paths, _ := filepath.Glob("testdata/exam/*.frac")
	tight := map[string]int{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m := module(t, string(text))
		a := analysisOf(m)
		for i, item := range m.File().All() {
			found := commented(item, "# found: ")
			for metric, want := range commented(item, "# exam: ") {
				got := answer(a.Of(m.Object(i)), metric)
				if known, ok := found[metric]; ok {
					if got != known {
						t.Errorf("%s: %s: %s is %s, and was %s; wanted %s", path, m.Object(i).Name, metric, got, known, want)
					}
				} else if got != want {
					t.Errorf("%s: %s: %s is %s, want %s", path, m.Object(i).Name, metric, got, want)
				} else {
					tight[metric]++
				}
			}
		}
	}
	for metric, least := range passed {
		if tight[metric] < least {
			t.Errorf("%s: %d bounds are tight, and were %d", metric, tight[metric], least)
		}
	}
}

// commented reads a comment above an item: an answer for each metric.
func commented(item *syntax.Item, mark string) map[string]string {
	answers := map[string]string{}
	_, line, ok := strings.Cut(item.Text, mark)
	if !ok {
		return answers
	}
	line, _, _ = strings.Cut(line, "\n")
	for _, part := range strings.Split(line, "; ") {
		metric, text, _ := strings.Cut(part, " ")
		answers[metric] = text
	}
	return answers
}

// answer is how a bound grows, of tick the bound itself.
func answer(b *complexity.Bound, metric string) string {
	text := ""
	switch metric {
	case "work":
		text = b.Theta(complexity.Work)
	case "span":
		text = b.Theta(complexity.Span)
	case "tick":
		text = b.Text(complexity.Tick)
	}
	if text == "" {
		return "unknown"
	}
	return text
}
