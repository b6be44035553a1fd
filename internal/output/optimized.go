package output

import (
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/optimize"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

type jsonOptimized struct {
	Version     int                       `json:"version"`
	File        string                    `json:"file"`
	Metric      string                    `json:"metric"`
	Text        string                    `json:"text"`
	Definitions []jsonOptimizedDefinition `json:"definitions"`
}

type jsonOptimizedDefinition struct {
	Name    string             `json:"name"`
	Range   Range              `json:"range"`
	Changed bool               `json:"changed"`
	Traded  bool               `json:"traded,omitempty"`
	Exact   bool               `json:"exact,omitempty"`
	Before  string             `json:"before,omitempty"`
	After   string             `json:"after,omitempty"`
	Reason  string             `json:"reason,omitempty"`
	Steps   []jsonOptimizeStep `json:"steps"`
}

type jsonOptimizeStep struct {
	Rule   string `json:"rule"`
	Range  *Range `json:"range,omitempty"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// WriteOptimizedJSON writes an optimized program, with the costs of its definitions before and
// after and the chains of rewrites.
func WriteOptimizedJSON(con *console.Console, source *workspace.Source, metric string, r *optimize.Result) error {
	out := jsonOptimized{1, source.Name, metric, r.Text, []jsonOptimizedDefinition{}}
	place := func(item int, span syntax.Span) Range {
		return PlaceOf(workspace.Place{Source: source, Span: source.Absolute(item, span)}).Range
	}
	for _, d := range r.Changes {
		item := source.File.Item(d.Item)
		def := jsonOptimizedDefinition{
			Name: d.Name, Range: place(d.Item, item.Span(item.Root)), Changed: d.Changed, Traded: d.Traded, Exact: d.Changed && d.Exact,
			Before: d.Before.Text, After: d.After.Text, Reason: d.Reason, Steps: []jsonOptimizeStep{},
		}
		for _, s := range d.Steps {
			step := jsonOptimizeStep{Rule: s.Rule, Before: s.Before, After: s.After}
			if s.Place != (syntax.Span{}) {
				at := place(d.Item, s.Place)
				step.Range = &at
			}
			def.Steps = append(def.Steps, step)
		}
		out.Definitions = append(out.Definitions, def)
	}
	return EncodeJSON(con.Stdout, out)
}
