package main

import (
	"fmt"
	"path/filepath"

	"github.com/fraccheck/fraccheck/complexity/trial/chart"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/excerpt"
)

// drawable is an error where the plot's file has another ending than that of its format.
func (c *costTrial) drawable() error {
	if c.Plot != "" && filepath.Ext(c.Plot) != ".svg" {
		return fmt.Errorf("--plot %s: plots are written as SVG, to files that end in .svg", c.Plot)
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
	return c.writePlot(env, chart.Draw(panels, plotCaption(len(panels), len(costs))))
}

// writePlot writes the plot's file.
func (c *costTrial) writePlot(env *environment, picture []byte) error {
	path := c.Plot
	if !filepath.IsAbs(path) {
		path = filepath.Join(env.dir, path)
	}
	if err := env.writeFile(path, picture); err != nil {
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
	s, ok := c.Series(c.Bound, m.metric)
	if !ok {
		return p, false
	}
	title := chart.Formula(excerpt.Of(c.Name+"   O("+c.Theta(m.metric)+")", longestTitle))
	return chart.Of(s, m.metric, title, c.Sizes[s.Size], m.name), true
}

// longestTitle is how many characters stand above a panel.
const longestTitle = 44
