package network_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity/network"
)

func TestPublishedFigures(t *testing.T) {
	for _, p := range networks() {
		t.Run(p.name, func(t *testing.T) {
			r := report(t, p.text, "@main")
			macs, params := number(t, r.Totals[network.MultiplyAdds]), number(t, r.Totals[network.Parameters])
			trained := params - number(t, r.Statistics)
			if got := short(macs, 1e9, p.giga); got != p.giga {
				t.Errorf("%d multiply-adds are %s thousand million, not %s", macs, got, p.giga)
			}
			if got := short(trained, 1e6, p.mega); got != p.mega || p.params != 0 && trained != p.params {
				t.Errorf("%d parameters (%s million), not %d (%s)", trained, got, p.params, p.mega)
			}
			if len(r.Inputs) != 1 {
				t.Errorf("%d inputs, not 1: %v", len(r.Inputs), r.Inputs)
			}
			t.Logf("%d multiply-adds, %d parameters, peak %s, exact %v", macs, params, text(r.Peak.Figure), r.Peak.Exact)
		})
	}
}

func number(t *testing.T, f network.Figure) int64 {
	t.Helper()
	n, ok := f.Size.Const()
	if !ok || f.Why != nil {
		t.Fatalf("%s is no number", text(f))
	}
	return n
}

// short is a number in units, with as many digits after the point as another text has.
func short(n int64, unit float64, like string) string {
	_, digits, _ := strings.Cut(like, ".")
	return strconv.FormatFloat(float64(n)/unit, 'f', len(digits), 64)
}
