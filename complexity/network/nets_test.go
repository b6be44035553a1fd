package network_test

import (
	"fmt"
	"testing"

	"github.com/fraccheck/fraccheck/complexity/network"
	"github.com/fraccheck/fraccheck/internal/bench"
)

func TestX(t *testing.T) {
	for _, n := range []string{bench.MobileNet(), bench.ResNet50()} {
		r := report(t, n, "@main")
		for _, f := range r.Totals {
			fmt.Println(text(f))
		}
		fmt.Println(text(r.WeightBytes), text(r.Statistics), text(r.Peak.Figure), r.Peak.Exact)
		for _, i := range r.Inputs {
			fmt.Println(i.Name, i.Type)
		}
		for m := range network.Metric(3) {
			for _, l := range r.Layers(m)[:4] {
				fmt.Println(m, l.Operator, l.Times, l.Result, text(l.Figure))
			}
		}
	}
}
