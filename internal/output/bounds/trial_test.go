package bounds

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
)

// No bound that is derived is exceeded as far as anybody knows: the trial is written by
// hand.
func TestExceededBound(t *testing.T) {
	point := func(measured int64, bound float64) trial.Point {
		p := trial.Point{Style: "rising", N: 5, Sizes: []int64{5}}
		p.Measured[complexity.Work], p.Bounds[complexity.Work], p.Known[complexity.Work] = measured, bound, true
		return p
	}
	c := Tried{
		Cost:  cost.Cost{Name: "@f", Bound: &complexity.Bound{Sizes: []string{"n"}}},
		Trial: &trial.Trial{Points: []trial.Point{point(3, 4.5), point(7, 6)}},
	}
	metrics := Metrics["ops"]
	if !Exceeded([]Tried{c}, metrics) {
		t.Error("not seen")
	}
	want := "error: work 7 is more than the bound 6 (arguments: rising): the bound is wrong"
	if text := TrialText(c, metrics); !strings.Contains(text, want) {
		t.Errorf("%s", text)
	}
	if p := trialJSON(c, metrics).Metrics["work"].Exceeded; p == nil || p.Measured != 7 || p.Sizes["n"] != 5 {
		t.Errorf("%+v", p)
	}
	c.Points = c.Points[:1]
	if Exceeded([]Tried{c}, metrics) {
		t.Error("seen where there is nothing")
	}
}
