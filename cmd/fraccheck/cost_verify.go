package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A costTrial says how bounds are held against runs.
type costTrial struct {
	Verify   bool          `help:"Run the definitions on arguments that grow, and hold what the runs cost against the bounds."`
	MaxSteps int           `name:"max-steps" placeholder:"N" default:"1000000" help:"How many steps the runs of one definition take in all (default: 1000000)."`
	Timeout  time.Duration `placeholder:"D" help:"Stop trying definitions after this time, such as 1m (default: none)."`
	Plot     string        `placeholder:"FILE" help:"Draw what --verify measures, and the bounds, or the dearest layers of networks: an SVG, FILE ends in .svg."`
}

// largestArgument is how large arguments get, if the steps last so long.
const largestArgument = 1024

// A triedCost is a cost with what its trial came to.
type triedCost struct {
	workspace.Cost
	*trial.Trial // nil where it was not tried
}

// try tries the definitions that have a bound. It leaves off where it is interrupted.
func (c *costTrial) try(ctx context.Context, env *environment, costs []triedCost, metrics shownMetrics) {
	limited, cancel := limited(ctx, c.Timeout)
	defer cancel()
	o := trial.Options{Steps: c.MaxSteps, Size: largestArgument, Stop: func() bool { return limited.Err() != nil }}
	p := env.progress("Trying")
	defer p.end()
	for i := range costs {
		if metrics.bounded(costs[i].Cost) && limited.Err() == nil {
			costs[i].Trial = costs[i].Try(o)
		}
		p.show(i+1, len(costs))
	}
}

func (s shownMetrics) bounded(c workspace.Cost) bool {
	for _, m := range s {
		if c.Bounded(m.metric) {
			return true
		}
	}
	return false
}

// exceeded tells whether a run has cost more than a bound.
func exceeded(costs []triedCost, metrics shownMetrics) bool {
	for _, c := range costs {
		for _, m := range metrics {
			if c.Trial != nil && c.Exceeded(m.metric) != nil {
				return true
			}
		}
	}
	return false
}

// trialText is what the runs of a definition came to.
func trialText(c triedCost, metrics shownMetrics) string {
	if c.Trial == nil {
		return "    not verified\n"
	}
	var b strings.Builder
	if len(c.Points) == 0 {
		fmt.Fprintf(&b, "    not verified: %s\n", c.notTried())
		return b.String()
	}
	fmt.Fprintf(&b, "    %d runs%s\n", len(c.Points), c.cut())
	if c.Reason != "" {
		fmt.Fprintf(&b, "        not all of them count: %s\n", c.Reason)
	}
	for _, m := range metrics {
		c.writeMetric(&b, m)
	}
	return b.String()
}

// cut tells how many runs were broken off.
func (c triedCost) cut() string {
	n := 0
	for _, p := range c.Points {
		if p.Cut {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d of them broken off", n)
}

func (c triedCost) notTried() string {
	if c.Reason == "" {
		return "there was no time"
	}
	return c.Reason
}

func (c triedCost) writeMetric(b *strings.Builder, m shownMetric) {
	closest, ratio := c.Closest(m.metric)
	if closest == nil {
		return
	}
	if len(trial.Depends(c.Bound, m.metric)) == 0 && ratio <= 1 {
		fmt.Fprintf(b, "        %s %d of %s at most\n", m.name, closest.Measured[m.metric], amount(closest.Bounds[m.metric]))
		return
	}
	var shown []string
	for _, p := range some(c.Worst(m.metric)) {
		shown = append(shown, fmt.Sprintf("%d of %s%s", p.Measured[m.metric], amount(p.Bounds[m.metric]), c.at(p, m.metric)))
	}
	shown = slices.Compact(shown)
	fmt.Fprintf(b, "        %s %s\n", m.name, strings.Join(shown, "; "))
	fmt.Fprintf(b, "            largest ratio %s%s", decimals(ratio, 3), c.at(*closest, m.metric))
	if f, ok := c.Fit(m.metric); ok && len(shown) > 1 {
		fmt.Fprintf(b, "; for n = %d…%d it grows as n^%s, the bound as n^%s", f.From, f.To, decimals(f.Measured, 2), decimals(f.Bound, 2))
	}
	b.WriteByte('\n')
	if p := c.Exceeded(m.metric); p != nil {
		fmt.Fprintf(b, "        error: %s %d is more than the bound %s%s (arguments: %s): the bound is wrong, which is a mistake in fraccheck\n",
			m.name, p.Measured[m.metric], amount(p.Bounds[m.metric]), c.at(*p, m.metric), p.Style)
	}
}

// shownPoints is how many runs are shown of each metric.
const shownPoints = 4

// some are a few of the runs, evenly spread, the largest among them.
func some(points []trial.Point) (few []trial.Point) {
	n := min(len(points), shownPoints)
	for i := 1; i <= n; i++ {
		few = append(few, points[i*len(points)/n-1])
	}
	return few
}

// at tells the sizes of a run that a bound depends on.
func (c triedCost) at(p trial.Point, m complexity.Metric) string {
	var sizes []string
	depends := trial.Depends(c.Bound, m)
	for i, name := range c.Sizes {
		if label := depends[name]; label != "" {
			sizes = append(sizes, fmt.Sprintf("%s = %d", label, p.Sizes[i]))
		}
	}
	if len(sizes) == 0 {
		return ""
	}
	return " at " + strings.Join(sizes, ", ")
}

// amount is the value of a bound, without decimals where it is whole.
func amount(x float64) string {
	if math.Abs(x) < 1e15 {
		return decimals(x, 2)
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

// decimals is a number with no more than some decimals.
func decimals(x float64, n int) string {
	text := strconv.FormatFloat(x, 'f', n, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// A jsonTrial is what the runs of a definition came to.
type jsonTrial struct {
	Runs    int                         `json:"runs"`
	Reason  *string                     `json:"reason"`
	Metrics map[string]*jsonTriedMetric `json:"metrics"`
}

type jsonTriedMetric struct {
	Points   []jsonPoint `json:"points"`
	Ratio    *float64    `json:"ratio"`
	Fit      *jsonFit    `json:"fit"`
	Exceeded *jsonPoint  `json:"exceeded"`
}

type jsonPoint struct {
	Style    string           `json:"style"`
	Sizes    map[string]int64 `json:"sizes"`
	Measured int64            `json:"measured"`
	Bound    *float64         `json:"bound"`
}

type jsonFit struct {
	From     int     `json:"from"`
	To       int     `json:"to"`
	Measured float64 `json:"measured"`
	Bound    float64 `json:"bound"`
}

func trialJSON(c triedCost, metrics shownMetrics) *jsonTrial {
	out := &jsonTrial{Metrics: map[string]*jsonTriedMetric{}}
	if c.Trial == nil {
		return out
	}
	out.Runs = len(c.Points)
	if reason := c.Reason; reason != "" {
		out.Reason = &reason
	}
	for _, m := range metrics {
		if closest, ratio := c.Closest(m.metric); closest != nil {
			out.Metrics[m.name] = c.metricJSON(m.metric, ratio)
		}
	}
	return out
}

func (c triedCost) metricJSON(m complexity.Metric, ratio float64) *jsonTriedMetric {
	out := &jsonTriedMetric{Points: []jsonPoint{}, Ratio: finite(ratio)}
	for _, p := range c.Worst(m) {
		out.Points = append(out.Points, c.pointJSON(p, m))
	}
	if f, ok := c.Fit(m); ok {
		out.Fit = &jsonFit{f.From, f.To, f.Measured, f.Bound}
	}
	if p := c.Exceeded(m); p != nil {
		point := c.pointJSON(*p, m)
		out.Exceeded = &point
	}
	return out
}

func (c triedCost) pointJSON(p trial.Point, m complexity.Metric) jsonPoint {
	out := jsonPoint{Style: p.Style, Sizes: map[string]int64{}, Measured: p.Measured[m], Bound: finite(p.Bounds[m])}
	for i, name := range c.Sizes {
		out.Sizes[name] = p.Sizes[i]
	}
	return out
}

// finite is a number as JSON has it: null where it is infinite.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}
