package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/complexity/trial/chart"
	"github.com/fraccheck/fraccheck/disk"
)

// drawable tells whether the plot's file has a format.
func (c *costTrial) drawable() error {
	if c.Plot != "" && !chart.Draws(filepath.Ext(c.Plot)) {
		return fmt.Errorf("--plot %s: plots are written to .svg or .png files", c.Plot)
	}
	return nil
}

// draw writes the plot of a metric: a panel for each definition whose bound grows.
func (c *costTrial) draw(env *environment, costs []triedCost, m shownMetric) error {
	var panels []chart.Panel
	for _, cost := range costs {
		if p, ok := cost.panel(m); ok {
			panels = append(panels, p)
		}
	}
	if len(panels) == 0 {
		return fmt.Errorf("--plot %s: there is nothing to draw, since no bound was tried that grows with an argument", c.Plot)
	}
	picture, err := chart.Draw(filepath.Ext(c.Plot), panels, plotCaption(len(panels), len(costs)))
	if err != nil {
		return fmt.Errorf("cannot draw %s: %w", c.Plot, err)
	}
	return c.writePlot(env, picture)
}

// writePlot writes the plot's file.
func (c *costTrial) writePlot(env *environment, picture []byte) error {
	path := c.Plot
	if !filepath.IsAbs(path) {
		path = filepath.Join(env.dir, path)
	}
	if err := disk.Write(path, picture); err != nil {
		return fmt.Errorf("cannot write the plot %s: %w", c.Plot, disk.Cause(err))
	}
	return nil
}

// plotCaption counts what is not drawn.
func plotCaption(growing, all int) string {
	drawn := min(growing, chart.Most)
	text := fmt.Sprintf("%d of %d definitions", drawn, all)
	if drawn == 1 && all == 1 {
		text = "1 definition"
	}
	if more := growing - drawn; more > 0 {
		text += fmt.Sprintf("; %d more grow", more)
	}
	if rest := all - growing; rest > 0 {
		text += fmt.Sprintf("; %d constant, unknown or not tried", rest)
	}
	return text + "."
}

// panel draws the runs of the style that costs most over the size that its bound
// depends on most; ok is false where the bound does not grow.
func (c triedCost) panel(m shownMetric) (p chart.Panel, ok bool) {
	if c.Trial == nil {
		return p, false
	}
	series := c.Dearest(m.metric)
	size, ok := c.largestSize(series, m.metric)
	if !ok {
		return p, false
	}
	p = chart.Panel{Title: chart.Formula(shortenedTitle(c.Name + "   O(" + c.Theta(m.metric) + ")")), X: c.Sizes[size], Y: m.name}
	several := len(c.depends(m.metric)) > 1 // then the others are not under one curve
	for _, r := range c.Points {
		if !several && r.Known[m.metric] && !r.Cut && r.Style != series[0].Style {
			p.Others = append(p.Others, pointAt(r, size, float64(r.Measured[m.metric])))
		}
	}
	for _, r := range series {
		p.Measured = append(p.Measured, pointAt(r, size, float64(r.Measured[m.metric])))
		p.Bound = append(p.Bound, pointAt(r, size, r.Bounds[m.metric]))
	}
	return p, true
}

func pointAt(r trial.Point, size int, y float64) chart.Point {
	return chart.Point{X: float64(r.Sizes[size]), Y: y}
}

// largestSize is the size that gets largest of those that a bound depends on; ok is
// false where none grows.
func (c triedCost) largestSize(series []trial.Point, m complexity.Metric) (at int, ok bool) {
	if len(series) < 2 {
		return 0, false
	}
	depends := c.depends(m)
	first, last := series[0].Sizes, series[len(series)-1].Sizes
	for i, name := range c.Sizes {
		if depends[name] != "" && last[i] > first[i] && (!ok || last[i] > last[at]) {
			at, ok = i, true
		}
	}
	return at, ok
}

// longestTitle is how many characters stand above a panel.
const longestTitle = 44

func shortenedTitle(text string) string {
	if runes := []rune(text); len(runes) > longestTitle {
		return strings.TrimSpace(string(runes[:longestTitle-1])) + "…"
	}
	return text
}
