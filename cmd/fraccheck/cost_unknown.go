package main

import (
	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A jsonUnknown says in a report why there is no bound.
type jsonUnknown struct {
	Reason string     `json:"reason"`
	Range  *jsonRange `json:"range"`
	Cause  *jsonCause `json:"cause,omitempty"` // of a call
	Ends   string     `json:"ends,omitempty"`  // what is known of whether calls end
}

// A jsonCause is what is at the bottom of an unknown: why the last of the calls that lead
// there has no bound.
type jsonCause struct {
	Definition *string    `json:"definition"` // that it stands in; null for a function literal
	Reason     string     `json:"reason"`
	Place      *jsonPlace `json:"place"`
}

// unknownJSON is why work has no bound; nil where it has one.
func unknownJSON(c workspace.Cost, work *jsonBound) *jsonUnknown {
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
func restJSON(c workspace.Cost, metrics shownMetrics) map[string]*jsonUnknown {
	rest := map[string]*jsonUnknown{}
	for _, m := range metrics {
		if c.Bounded(complexity.Work) && !c.Bounded(m.metric) {
			rest[m.name] = lossJSON(c, c.Lost(m.metric))
		}
	}
	return rest
}

func lossJSON(c workspace.Cost, l *complexity.Loss) *jsonUnknown {
	u := &jsonUnknown{Reason: l.String(), Cause: causeJSON(c, l)}
	if p := c.PlaceOf(l); p != nil {
		at := placeJSON(*p)
		u.Range = &at.Range
	}
	return u
}

func causeJSON(c workspace.Cost, l *complexity.Loss) *jsonCause {
	if l == nil || l.Cause == nil {
		return nil
	}
	cause := &jsonCause{Reason: l.Cause.String()}
	if l.Cause.In != "" {
		cause.Definition = &l.Cause.In
	}
	if p := c.PlaceOf(l.Cause); p != nil {
		at := placeJSON(*p)
		cause.Place = &at
	}
	return cause
}
