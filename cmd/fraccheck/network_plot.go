package main

import (
	"fmt"

	"github.com/fraccheck/fraccheck/complexity/network"
	"github.com/fraccheck/fraccheck/complexity/trial/chart"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// drawNetworks draws the dearest layers of each definition as bars.
func (c *costCommand) drawNetworks(env *environment, all []workspace.Network, m network.Metric) error {
	var groups []chart.Group
	for i := range all {
		w := networkText{env.Stdout, &all[i], m}
		if g := w.bars(c.Top); len(g.Bars) > 0 {
			groups = append(groups, g)
		}
	}
	if len(groups) == 0 {
		return fmt.Errorf("--plot %s: there is nothing to draw, since no layer has a number of %s", c.Plot, counted[m])
	}
	caption := counted[m] + " of the dearest layers"
	if len(groups) > chart.Most {
		caption += fmt.Sprintf(", %d of %d definitions", chart.Most, len(groups))
	}
	return c.writePlot(env, chart.Bars(groups, caption))
}

// bars are the dearest layers whose figures are numbers.
func (w networkText) bars(top int) chart.Group {
	if w.Report == nil {
		return chart.Group{}
	}
	g := chart.Group{Title: w.Name + "   " + w.total(w.metric)}
	for _, l := range dearest(w.Layers(w.metric), top) {
		if n, ok := l.Size.Const(); ok && l.Why == nil {
			g.Bars = append(g.Bars, chart.Bar{
				Label: operatorName(l) + "  " + w.layerPlace(l), Text: short(n) + "   " + w.share(l), Value: float64(n),
			})
		}
	}
	return g
}
