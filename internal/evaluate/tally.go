package evaluate

import "fmt"

// A Tally counts verdicts. The zero value has none.
type Tally struct {
	Passed  int `json:"passed"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
}

// Add counts a verdict.
func (t *Tally) Add(v Verdict) {
	switch v {
	case Passed:
		t.Passed++
	case Failed:
		t.Failed++
	case Skipped:
		t.Skipped++
	}
}

// String is how a tally is shown to users; what was skipped is named where
// anything was.
func (t Tally) String() string {
	text := fmt.Sprintf("%d passed, %d failed", t.Passed, t.Failed)
	if t.Skipped > 0 {
		text += fmt.Sprintf(", %d skipped", t.Skipped)
	}
	return text
}

// VerdictNamed is the verdict of a name that String gave. A worker that ended
// before it could judge gives none: that claim failed.
func VerdictNamed(name string) Verdict {
	for v, known := range verdictNames {
		if name == known {
			return Verdict(v)
		}
	}
	return Failed
}
