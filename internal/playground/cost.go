package playground

import (
	"bytes"
	"context"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/lower"
	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/complexity/trial/chart"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output/bounds"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
)

// A Costs is what calling the definitions of a program costs: the text that `fraccheck cost`
// prints, and a picture of measured runs beside the bounds where there are any.
type Costs struct {
	Text string `json:"text"`
	SVG  string `json:"svg,omitempty"`
}

// How much is run to measure a definition.
const (
	measuredSteps = 200_000
	measuredSize  = 256
)

// costs bounds the costs of all definitions and measures those whose bounds of work grow.
func costs(ctx context.Context, s *session, _ *workspace.Source, r *Request) (any, error) {
	metrics := bounds.Metrics["ops"]
	found, err := cost.All(s.snapshot, r.Path, nil, metrics.Wanted()...)
	if err != nil {
		return nil, err
	}
	var tried []bounds.Tried
	var panels []chart.Panel
	session := lower.NewSession()
	for _, c := range found {
		t := bounds.Tried{Cost: c, Lower: c.BoundBelow(ctx, session)}
		tried = append(tried, t)
		if !c.Bounded(complexity.Work) || len(panels) == chart.Most {
			continue
		}
		t.Trial = c.Try(trial.Options{Steps: measuredSteps, Size: measuredSize, Stop: func() bool { return ctx.Err() != nil }})
		if panel, ok := t.Panel(metrics[0]); ok {
			panels = append(panels, panel)
		}
	}
	text := &console.Console{Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}}
	if err := bounds.Write(text, "text", tried, metrics, 1, false); err != nil {
		return nil, err
	}
	out := &Costs{Text: text.Stdout.String()}
	if len(panels) > 0 {
		out.SVG = string(chart.Draw(panels, "Work of measured runs, and its bound"))
	}
	return out, nil
}
