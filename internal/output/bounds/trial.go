package bounds

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/complexity/trial/chart"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
)

// A triedCost is a cost with what its trial came to.
type Tried struct {
	cost.Cost
	*trial.Trial // nil where it was not tried
	Lower        cost.Lower
}

func (s MetricList) Bounded(c cost.Cost) bool {
	for _, m := range s {
		if c.Bounded(m.Kind) {
			return true
		}
	}
	return false
}

// Exceeded reports whether a run has cost more than a bound.
func Exceeded(costs []Tried, metrics MetricList) bool {
	for _, c := range costs {
		for _, m := range metrics {
			if c.Trial != nil && c.Exceeded(m.Kind) != nil {
				return true
			}
		}
	}
	return false
}

// TrialText is what the runs of a definition came to.
func TrialText(c Tried, metrics MetricList) string {
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

// cut returns how many runs were broken off.
func (c Tried) cut() string {
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

// notTried is why nothing was run.
func (c Tried) notTried() string {
	if c.Reason == "" {
		return "there was no time"
	}
	return c.Reason
}

func (c Tried) writeMetric(b *strings.Builder, m Metric) {
	closest, ratio := c.Closest(m.Kind)
	if closest == nil {
		return
	}
	if len(trial.Depends(c.Bound, m.Kind)) == 0 && ratio <= 1 {
		fmt.Fprintf(b, "        %s %d of %s at most\n", m.Name, closest.Measured[m.Kind], amount(closest.Bounds[m.Kind]))
		return
	}
	var shown []string
	for _, p := range some(c.Worst(m.Kind)) {
		shown = append(shown, fmt.Sprintf("%d of %s%s", p.Measured[m.Kind], amount(p.Bounds[m.Kind]), c.at(p, m.Kind)))
	}
	shown = slices.Compact(shown)
	fmt.Fprintf(b, "        %s %s\n", m.Name, strings.Join(shown, "; "))
	fmt.Fprintf(b, "            largest ratio %s%s", decimals(ratio, 3), c.at(*closest, m.Kind))
	if f, ok := c.Fit(m.Kind); ok && len(shown) > 1 {
		fmt.Fprintf(b, "; for n = %d…%d it grows as n^%s, the bound as n^%s", f.From, f.To, decimals(f.Measured, 2), decimals(f.Bound, 2))
	}
	b.WriteByte('\n')
	if p := c.Exceeded(m.Kind); p != nil {
		fmt.Fprintf(b, "        error: %s %d is more than the bound %s%s (arguments: %s): the bound is wrong, which is a mistake in fraccheck\n",
			m.Name, p.Measured[m.Kind], amount(p.Bounds[m.Kind]), c.at(*p, m.Kind), p.Style)
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
func (c Tried) at(p trial.Point, m complexity.Metric) string {
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

func trialJSON(c Tried, metrics MetricList) *jsonTrial {
	out := &jsonTrial{Metrics: map[string]*jsonTriedMetric{}}
	if c.Trial == nil {
		return out
	}
	out.Runs = len(c.Points)
	if reason := c.Reason; reason != "" {
		out.Reason = &reason
	}
	for _, m := range metrics {
		if closest, ratio := c.Closest(m.Kind); closest != nil {
			out.Metrics[m.Name] = c.metricJSON(m.Kind, ratio)
		}
	}
	return out
}

func (c Tried) metricJSON(m complexity.Metric, ratio float64) *jsonTriedMetric {
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

func (c Tried) pointJSON(p trial.Point, m complexity.Metric) jsonPoint {
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

// PlotTrials draws what the trials of definitions measured of a metric: a panel for each
// whose bound grows.
func PlotTrials(costs []Tried, m Metric) ([]byte, error) {
	var panels []chart.Panel
	for _, cost := range costs {
		if p, ok := cost.Panel(m); ok {
			panels = append(panels, p)
		}
	}
	if len(panels) == 0 {
		return nil, errors.New("no bound was tried that grows with an argument")
	}
	return chart.Draw(panels, plotCaption(len(panels), len(costs))), nil
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

// Panel draws the runs of the style that costs most over the size that its bound
// depends on most; ok is false where the bound does not grow.
func (c Tried) Panel(m Metric) (p chart.Panel, ok bool) {
	if c.Trial == nil {
		return p, false
	}
	s, ok := c.Series(c.Bound, m.Kind)
	if !ok {
		return p, false
	}
	title := chart.Formula(excerpt.Of(c.Name+"   O("+c.Theta(m.Kind)+")", longestTitle))
	var least func(sizes []int64) float64
	if e := c.Lower[m.Kind].Expr; e != nil {
		least = func(sizes []int64) float64 {
			in, err := c.Enclose(e, sizes)
			if err != nil {
				return 0 // is not drawn
			}
			return in.Low
		}
	}
	return chart.Of(s, m.Kind, least, title, c.Sizes[s.Size], m.Name), true
}

// longestTitle is how many characters are above a panel.
const longestTitle = 44
