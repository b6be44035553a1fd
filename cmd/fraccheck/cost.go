package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/ranking"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

type costCommand struct {
	input
	Metric string `enum:"ops,tick,macs,params,bytes" default:"ops" help:"What is counted: ops (scalar operations, calls, constructors, projections and branches, one each) or tick (calls of definitions); of networks macs (multiply-adds), params (elements of weights) or bytes (moved)."`
	Format string `enum:"text,json" default:"text" help:"How costs are written: text or json."`
	Top    int    `default:"10" placeholder:"N" help:"Of networks, how many of the dearest layers are listed; 0 for all."`
	costTrial
}

// A jsonCost is a definition's line in the report. Null is what is not known.
type jsonCost struct {
	File    string            `json:"file"`
	Name    string            `json:"name"`
	Range   jsonRange         `json:"range"`
	Work    *jsonBound        `json:"work"`
	Span    *jsonBound        `json:"span"`
	Memory  *jsonBound        `json:"memory"`
	Sizes   []string          `json:"sizes"` // in the order of the parameters
	Where   map[string]string `json:"where"`
	Unknown *jsonUnknown      `json:"unknown"`
	// Rest are reasons by metric, where there is a bound of work and not of all.
	Rest map[string]*jsonUnknown `json:"rest,omitempty"`
	// Verification is there where the definition was to be tried.
	Verification *jsonTrial `json:"verification,omitempty"`
}

type jsonBound struct {
	Theta  string         `json:"theta"`
	Exact  string         `json:"exact"`
	Degree map[string]int `json:"degree"`
	Value  *int64         `json:"value"`
	Tight  *bool          `json:"tight"`
	Why    []jsonRelated  `json:"why"`
}

func (c *costCommand) Run(env *environment) error {
	if m, ok := networkMetrics[c.Metric]; ok {
		if c.Verify {
			return fmt.Errorf("--verify holds bounds against runs; with --metric %s there are none", c.Metric)
		}
		return c.networks(env, m)
	}
	if err := c.drawable(); err != nil {
		return err
	}
	metrics := costMetrics[c.Metric]
	costs, files, err := c.bound(env, metrics)
	if err != nil {
		return err
	}
	if c.Verify || c.Plot != "" {
		ctx, stop := env.interruptible()
		defer stop()
		if c.try(ctx, env, costs, metrics); ctx.Err() != nil {
			return errInterrupted
		}
	}
	if c.Plot != "" {
		if err := c.draw(env, costs, metrics[0]); err != nil {
			return err
		}
	}
	if err := c.write(env, costs, metrics, files); err != nil {
		return err
	}
	if exceeded(costs, metrics) {
		return errFound
	}
	return nil
}

// bound derives the costs of all definitions, of so many files.
func (c *costCommand) bound(env *environment, metrics shownMetrics) (costs []triedCost, files int, err error) {
	snapshot, paths, err := c.open(env)
	if err != nil {
		return nil, 0, err
	}
	for _, path := range paths {
		found, err := snapshot.Costs(path, metrics.wanted()...)
		if err != nil {
			return nil, 0, err
		}
		for _, cost := range found {
			costs = append(costs, triedCost{Cost: cost})
		}
	}
	return costs, len(paths), nil
}

func (c *costCommand) write(env *environment, costs []triedCost, metrics shownMetrics, files int) error {
	if c.Format == "json" {
		return c.writeJSON(env, costs, metrics)
	}
	heads := fileHeads{several: files > 1}
	for _, cost := range costs {
		env.Stdout.WriteString(heads.next(cost.Place))
		env.Stdout.WriteString(costText(cost.Cost, metrics))
		if c.Verify && metrics.bounded(cost.Cost) {
			env.Stdout.WriteString(trialText(cost, metrics))
		}
	}
	return nil
}

// A shownMetric is a metric with the name that reports have for it.
type shownMetric struct {
	name   string
	metric complexity.Metric
	unit   string
}

type shownMetrics []shownMetric

func (s shownMetrics) wanted() []complexity.Metric {
	var all []complexity.Metric
	for _, m := range s {
		all = append(all, m.metric)
	}
	return all
}

// costMetrics are what is shown for each value of --metric.
var costMetrics = map[string]shownMetrics{
	"ops":  {{"work", complexity.Work, ""}, {"span", complexity.Span, ""}, {"memory", complexity.Memory, " bytes"}},
	"tick": {{"work", complexity.Tick, ""}},
}

// costText are the bounds of a definition, first how they grow, then exactly; or why
// there is none.
func costText(c workspace.Cost, metrics shownMetrics) string {
	var grows []string
	var exact strings.Builder
	for _, m := range metrics {
		text := c.Text(m.metric)
		if text == "" {
			continue
		}
		grows = append(grows, fmt.Sprintf("%s O(%s)", m.name, c.Theta(m.metric)))
		fmt.Fprintf(&exact, "    %s at most %s%s\n", m.name, text, m.unit)
	}
	if len(grows) == 0 {
		return c.Name + " : " + lossText(c, c.Loss) + "\n" + endsText(c.Ends)
	}
	exact.WriteString(restText(c, metrics))
	return c.Name + " : " + strings.Join(grows, ", ") + "\n" + exact.String()
}

// endsText says why recursion ends that has no bound, or may not end; "" where nothing is known.
func endsText(v ranking.Verdict) string {
	if !v.Explains() {
		return ""
	}
	return "    " + v.Text() + "\n"
}

// restText says why some metrics have no bound where others have: once, where it is the same
// for all.
func restText(c workspace.Cost, metrics shownMetrics) string {
	var rest, each []string
	for _, m := range metrics {
		if c.Bounded(m.metric) {
			continue
		}
		text := lossText(c, c.Lost(m.metric))
		each = append(each, "    "+m.name+" "+text+"\n")
		if !slices.Contains(rest, text) {
			rest = append(rest, text)
		}
	}
	if len(rest) == 1 {
		return "    the rest is " + rest[0] + "\n"
	}
	return strings.Join(each, "")
}

// lossText says why there is no bound and, on a line of its own, what is behind it.
func lossText(c workspace.Cost, l *complexity.Loss) string {
	text := "unknown: " + reasonText(c, l)
	if origin := l.Origin(); origin != "" {
		text += "\n    " + origin + lossPlace(c, l.Cause)
	}
	return text
}

// reasonText is why there is no bound, and where that stands.
func reasonText(c workspace.Cost, l *complexity.Loss) string { return l.String() + lossPlace(c, l) }

// lossPlace is where a reason stands, in brackets; "" where that is nowhere.
func lossPlace(c workspace.Cost, l *complexity.Loss) string {
	p := c.PlaceOf(l)
	if p == nil {
		return ""
	}
	place := placeJSON(*p)
	return fmt.Sprintf(" (%s:%d:%d)", place.File, place.Range.Start.Line, place.Range.Start.Column)
}

func (c *costCommand) writeJSON(env *environment, costs []triedCost, metrics shownMetrics) error {
	out, verify := []jsonCost{}, c.Verify
	for _, tried := range costs {
		c := tried.Cost
		place := placeJSON(c.Place)
		line := jsonCost{File: place.File, Name: c.Name, Range: place.Range, Sizes: append([]string{}, c.Sizes...), Where: c.Where()}
		fields := map[string]**jsonBound{"work": &line.Work, "span": &line.Span, "memory": &line.Memory}
		for _, m := range metrics {
			*fields[m.name] = boundJSON(c, m.metric)
		}
		line.Unknown, line.Rest = unknownJSON(c, line.Work), restJSON(c, metrics)
		if verify {
			line.Verification = trialJSON(tried, metrics)
		}
		out = append(out, line)
	}
	return encode(env.Stdout, map[string]any{"definitions": out})
}

// boundJSON is a bound in the report; nil where there is none.
func boundJSON(c workspace.Cost, m complexity.Metric) *jsonBound {
	text := c.Text(m)
	if text == "" {
		return nil
	}
	b := &jsonBound{Theta: c.Theta(m), Exact: text, Degree: c.Degrees(m), Value: c.Number(m), Why: []jsonRelated{}}
	for _, step := range c.Steps(m) {
		b.Why = append(b.Why, jsonRelated{placeJSON(step.Place), step.Message})
	}
	return b
}
