package bounds

import (
	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/lower"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
)

// A jsonCost is a definition's line in the report. Null is what is not known.
type Definition struct {
	File    string            `json:"file"`
	Name    string            `json:"name"`
	Range   output.Range      `json:"range"`
	Work    *Bound            `json:"work"`
	Span    *Bound            `json:"span"`
	Memory  *Bound            `json:"memory"`
	Sizes   []string          `json:"sizes"` // in the order of the parameters
	Where   map[string]string `json:"where"`
	Unknown *Unknown          `json:"unknown"`
	// Lower are the bounds from below by metric where there is none from above.
	Lower map[string]*Lower `json:"lower,omitempty"`
	// Rest are reasons by metric, where there is a bound of work and not of all.
	Rest map[string]*Unknown `json:"rest,omitempty"`
	// Verification is there where the definition was to be tried.
	Verification *jsonTrial `json:"verification,omitempty"`
}

type Bound struct {
	Theta  string           `json:"theta"`
	Exact  string           `json:"exact"`
	Degree map[string]int   `json:"degree"`
	Value  *int64           `json:"value"`
	Tight  *bool            `json:"tight"`
	Why    []output.Related `json:"why"`
	// Condition is what the bound rests on besides; absent where it holds for all arguments.
	Condition string `json:"condition,omitempty"`
	// Lower is what a call costs at least, for some arguments of every size; absent where that is
	// not known.
	Lower *Lower `json:"lower,omitempty"`
}

// A Lower is a bound from below: for all sizes, and how it grows.
type Lower struct {
	Theta string `json:"theta"`
	Exact string `json:"exact"`
}

// lowerJSON is a bound from below in the report; nil where there is none.
func lowerJSON(b lower.Bound) *Lower {
	if b.Expr == nil {
		return nil
	}
	return &Lower{Theta: b.Growth, Exact: b.Expr.String()}
}

func writeCostsJSON(con *console.Console, costs []Tried, metrics MetricList, verify bool) error {
	out := []Definition{}
	for _, tried := range costs {
		c := tried.Cost
		place := output.PlaceOf(c.Place)
		line := Definition{File: place.File, Name: c.Name, Range: place.Range, Sizes: append([]string{}, c.Sizes...), Where: c.Where()}
		fields := map[string]**Bound{"work": &line.Work, "span": &line.Span, "memory": &line.Memory}
		for _, m := range metrics {
			if *fields[m.Name] = boundJSON(c, m.Kind); *fields[m.Name] != nil {
				(*fields[m.Name]).Lower = lowerJSON(tried.Lower[m.Kind])
			}
		}
		line.Lower = restLower(tried, metrics)
		line.Unknown, line.Rest = unknownJSON(c, line.Work), restJSON(c, metrics)
		if verify {
			line.Verification = trialJSON(tried, metrics)
		}
		out = append(out, line)
	}
	return output.EncodeJSON(con.Stdout, map[string]any{"definitions": out})
}

// restLower are the bounds from below of the metrics that have none from above.
func restLower(c Tried, metrics MetricList) map[string]*Lower {
	rest := map[string]*Lower{}
	for _, m := range metrics {
		if b := lowerJSON(c.Lower[m.Kind]); b != nil && !c.Bounded(m.Kind) {
			rest[m.Name] = b
		}
	}
	return rest
}

// boundJSON is a bound in the report; nil where there is none.
func boundJSON(c cost.Cost, m complexity.Metric) *Bound {
	text := c.Text(m)
	if text == "" {
		return nil
	}
	b := &Bound{Theta: c.Theta(m), Exact: text, Degree: c.Degrees(m), Value: c.Number(m), Why: []output.Related{}, Condition: c.Condition(m)}
	for _, step := range c.Steps(m) {
		b.Why = append(b.Why, output.Related{Place: output.PlaceOf(step.Place), Message: step.Message})
	}
	return b
}

// A jsonUnknown says in a report why there is no bound.
type Unknown struct {
	Reason string        `json:"reason"`
	Range  *output.Range `json:"range"`
	Cause  *jsonCause    `json:"cause,omitempty"`  // of a call
	Remedy string        `json:"remedy,omitempty"` // what a bound needs
	Ends   string        `json:"ends,omitempty"`   // what is known of whether calls end
}

// A jsonCause is what is at the bottom of an unknown: why the last of the calls that lead
// there has no bound.
type jsonCause struct {
	Definition *string       `json:"definition"` // that it is in; null for a function literal
	Reason     string        `json:"reason"`
	Place      *output.Place `json:"place"`
}

// unknownJSON is why work has no bound; nil where it has one.
func unknownJSON(c cost.Cost, work *Bound) *Unknown {
	if work != nil {
		return nil
	}
	u := lossJSON(c, c.Loss)
	if c.Ends.Explains() {
		u.Ends = c.Ends.Text()
	}
	return u
}

// restJSON are the reasons of those metrics that have no bound where work has one.
func restJSON(c cost.Cost, metrics MetricList) map[string]*Unknown {
	rest := map[string]*Unknown{}
	for _, m := range metrics {
		if c.Bounded(complexity.Work) && !c.Bounded(m.Kind) {
			rest[m.Name] = lossJSON(c, c.Lost(m.Kind))
		}
	}
	return rest
}

func lossJSON(c cost.Cost, l *complexity.Loss) *Unknown {
	u := &Unknown{Reason: l.String(), Cause: causeJSON(c, l), Remedy: l.Remedy()}
	if p := c.PlaceOf(l); p != nil {
		at := output.PlaceOf(*p)
		u.Range = &at.Range
	}
	return u
}

func causeJSON(c cost.Cost, l *complexity.Loss) *jsonCause {
	if l.Origin() == "" {
		return nil
	}
	cause := &jsonCause{Reason: l.Cause.String()}
	if l.Cause.In != "" {
		cause.Definition = &l.Cause.In
	}
	if p := c.PlaceOf(l.Cause); p != nil {
		at := output.PlaceOf(*p)
		cause.Place = &at
	}
	return cause
}
