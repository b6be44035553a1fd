package bounds

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/ranking"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
)

// A Metric is a metric with the name that reports have for it.
type Metric struct {
	Name string
	Kind complexity.Metric
	Unit string
}

// A MetricList are the metrics that are shown together.
type MetricList []Metric

// Wanted are the measures to be derived.
func (s MetricList) Wanted() []complexity.Metric {
	var all []complexity.Metric
	for _, m := range s {
		all = append(all, m.Kind)
	}
	return all
}

// Metrics are what is shown for each value of --metric.
var Metrics = map[string]MetricList{
	"ops":  {{"work", complexity.Work, ""}, {"span", complexity.Span, ""}, {"memory", complexity.Memory, " bytes"}},
	"tick": {{"work", complexity.Tick, ""}},
}

// costText are the bounds of a definition, first how they grow, then exactly; or why
// there is none.
func costText(tried Tried, metrics MetricList) string {
	c := tried.Cost
	var grows []string
	var exact strings.Builder
	for _, m := range metrics {
		text := c.Text(m.Kind)
		if text == "" {
			continue
		}
		least := tried.Lower[m.Kind]
		grows = append(grows, m.Name+" "+growthText(tried, m))
		fmt.Fprintf(&exact, "    %s at most %s%s", m.Name, text, m.Unit)
		if condition := c.Condition(m.Kind); condition != "" {
			exact.WriteString(", " + condition)
		}
		exact.WriteByte('\n')
		if least.Expr != nil && least.Expr.String() != text && (least.Growth != "1" || c.Number(m.Kind) != nil) {
			fmt.Fprintf(&exact, "    %s at least %s%s for some arguments of each size\n", m.Name, least.Expr, m.Unit)
		}
	}
	if len(grows) == 0 {
		return c.Name + " : " + lossText(c, c.Loss) + "\n" + endsText(c.Ends) + restBelow(tried, metrics)
	}
	exact.WriteString(restText(c, metrics))
	return c.Name + " : " + strings.Join(grows, ", ") + "\n" + exact.String()
}

// growthText is how the cost of the worst case grows: Θ where the bounds from above and below
// grow alike, else O and, if a bound from below is known that grows, Ω.
func growthText(c Tried, m Metric) string {
	least := c.Lower[m.Kind]
	switch {
	case c.Meets(m.Kind, least):
		return "Θ(" + c.Theta(m.Kind) + ")"
	case least.Expr != nil && least.Growth != "1":
		return "O(" + c.Theta(m.Kind) + ") and Ω(" + least.Growth + ")"
	}
	return "O(" + c.Theta(m.Kind) + ")"
}

// restBelow are the bounds from below of a definition that has none from above.
func restBelow(c Tried, metrics MetricList) string {
	var b strings.Builder
	for _, m := range metrics {
		if e := c.Lower[m.Kind].Expr; e != nil {
			fmt.Fprintf(&b, "    %s at least %s%s for some arguments of each size\n", m.Name, e, m.Unit)
		}
	}
	return b.String()
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
func restText(c cost.Cost, metrics MetricList) string {
	var rest, each []string
	for _, m := range metrics {
		if c.Bounded(m.Kind) {
			continue
		}
		text := lossText(c, c.Lost(m.Kind))
		each = append(each, "    "+m.Name+" "+text+"\n")
		if !slices.Contains(rest, text) {
			rest = append(rest, text)
		}
	}
	if len(rest) == 1 {
		return "    the rest is " + rest[0] + "\n"
	}
	return strings.Join(each, "")
}

// lossText says why there is no bound and, on lines of their own, what follows it and what
// a bound needs.
func lossText(c cost.Cost, l *complexity.Loss) string {
	text := "unknown: " + ReasonText(c, l)
	if origin := l.Origin(); origin != "" {
		text += "\n    " + origin + lossPlace(c, l.Cause)
	}
	if remedy := l.Remedy(); remedy != "" {
		text += "\n    " + remedy
	}
	return text
}

// ReasonText is why there is no bound, and where that stands.
func ReasonText(c cost.Cost, l *complexity.Loss) string { return l.String() + lossPlace(c, l) }

// lossPlace is where a reason stands, in brackets; "" where that is nowhere.
func lossPlace(c cost.Cost, l *complexity.Loss) string {
	p := c.PlaceOf(l)
	if p == nil {
		return ""
	}
	return " (" + output.At(*p) + ")"
}

// writeCosts writes the bounds of definitions of so many files; verify says whether what their
// trials came to is written too.
func Write(con *console.Console, format string, costs []Tried, metrics MetricList, files int, verify bool) error {
	if format == "json" {
		return writeCostsJSON(con, costs, metrics, verify)
	}
	heads := output.FileHeads{Several: files > 1}
	for _, cost := range costs {
		con.Stdout.WriteString(heads.Next(cost.Place))
		con.Stdout.WriteString(costText(cost, metrics))
		if verify && metrics.Bounded(cost.Cost) {
			con.Stdout.WriteString(TrialText(cost, metrics))
		}
	}
	return nil
}
