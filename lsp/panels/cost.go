package panels

import (
	"context"
	"errors"
	"math"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/complexity/trial/chart"
	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"github.com/fraccheck/fraccheck/lsp/request"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// costViewTime is how long a client waits for a bound that a user asks for.
const costViewTime = 10 * time.Second

type costArguments struct {
	placeArguments
	Measure bool `json:"measure"`
}

// A costReply is what calling a definition costs at most, for clients.
type costReply struct {
	Title    string            `json:"title"`
	Range    protocol.Range    `json:"range"`
	Work     *boundReply       `json:"work"`
	Span     *boundReply       `json:"span"`
	Memory   *boundReply       `json:"memory"`
	Where    map[string]string `json:"where"` // what the sizes are, by name
	Unknown  *lossReply        `json:"unknown"`
	Measured *measuredReply    `json:"measured,omitempty"`
}

type boundReply struct {
	Growth string     `json:"growth"`
	Exact  string     `json:"exact"`
	Why    []whyReply `json:"why"`
	// Condition is what the bound rests on besides.
	Condition string `json:"condition,omitempty"`
}

// A whyReply is a call that a bound's leading term comes from.
type whyReply struct {
	URI     uri.URI        `json:"uri"`
	Range   protocol.Range `json:"range"`
	Message string         `json:"message"`
}

// A lossReply is why there is no bound.
type lossReply struct {
	Reason string          `json:"reason"`
	Remedy string          `json:"remedy,omitempty"` // what a bound needs
	URI    uri.URI         `json:"uri,omitempty"`
	Range  *protocol.Range `json:"range,omitempty"`
}

// A measuredReply is what runs cost.
type measuredReply struct {
	Runs   int             `json:"runs"`
	Ratio  *float64        `json:"ratio"` // the largest one of what was measured to the bound
	Reason *string         `json:"reason"`
	SVG    *string         `json:"svg"`
	Points []measuredPoint `json:"points"`
}

type measuredPoint struct {
	Sizes map[string]int64 `json:"sizes"`
	Work  int64            `json:"work"`
	Bound *float64         `json:"bound"`
}

// showCost shows what calling the definition at a position costs at most, and where that is
// asked for what runs of it cost.
//
// The bound gets more time than in a hover, since the user asks for it.
func showCost(ctx context.Context, v *request.View, a *costArguments, token protocol.ProgressToken) (any, error) {
	source, i, _, err := a.program(v)
	if err != nil {
		return nil, err
	}
	if a.Measure && !v.Settings.Trusted {
		return nil, request.Failed(errors.New("nothing is run to measure it while the workspace is not trusted (the setting `fraccheck.trusted`)"))
	}
	limited, cancel := context.WithTimeout(ctx, costViewTime)
	defer cancel()
	cost, err := cost.Of(limited, v.Snapshot, source.Path, i)
	switch {
	case ctx.Err() != nil:
		return nil, protocol.ErrRequestCancelled
	case err != nil:
		return nil, request.Failed(err)
	case cost == nil:
		return nil, request.Failed(errors.New("costs are those of calling a definition, and here is none"))
	}
	reply := costReplyTo(request.NewMapper(v), source, i, cost)
	if a.Measure {
		reply.Measured, err = measured(ctx, v, source, i, token)
	}
	return reply, err
}

// costReplyTo is a cost for a client: three bounds, with the meanings of the sizes that they mention,
// and why there is none of the others.
func costReplyTo(p *request.Mapper, source *workspace.Source, i int, c *cost.Cost) costReply {
	reply := costReply{Title: c.Name, Range: p.ExtentOf(source, i), Where: map[string]string{}}
	for _, k := range contract.Keys {
		switch k.Metric {
		case complexity.Work:
			reply.Work = bound(p, c, k)
		case complexity.Span:
			reply.Span = bound(p, c, k)
		case complexity.Memory:
			reply.Memory = bound(p, c, k)
		}
	}
	for size, meaning := range c.Where() {
		for _, b := range []*boundReply{reply.Work, reply.Span, reply.Memory} {
			if b != nil && request.DependsOn(b.Exact, size) {
				reply.Where[size] = meaning
			}
		}
	}
	if c.Loss != nil {
		reply.Unknown = &lossReply{Reason: c.Loss.String(), Remedy: c.Loss.Remedy()}
		if c.Why != nil {
			at := p.Location(*c.Why)
			reply.Unknown.URI, reply.Unknown.Range = at.URI, &at.Range
		}
	}
	return reply
}

// bound is that of one metric, nil where it is not known.
func bound(p *request.Mapper, c *cost.Cost, k contract.Key) *boundReply {
	text := c.Text(k.Metric)
	if text == "" {
		return nil
	}
	growth := strings.TrimSuffix(strings.TrimPrefix(c.Order(k.Metric), "O("), ")")
	b := &boundReply{Growth: growth, Exact: text + k.Unit, Why: []whyReply{}, Condition: c.Condition(k.Metric)}
	for _, step := range c.Steps(k.Metric) {
		at := p.Location(step.Place)
		b.Why = append(b.Why, whyReply{at.URI, at.Range, strings.TrimSuffix(step.Message, " here")})
	}
	return b
}

// How much is run to measure a definition.
const (
	measuredSteps = 1_000_000
	measuredSize  = 1024
)

// measured runs a definition on arguments that grow.
//
// The definition runs on sampled arguments of growing sizes (package trial), and the largest
// ratio of measured work to the bound is reported: near 1 the bound is tight, above 1 it would
// be wrong, which tests exclude.
func measured(ctx context.Context, v *request.View, source *workspace.Source, i int, token protocol.ProgressToken) (*measuredReply, error) {
	ctx, task := v.Session.Begin(ctx, v.Client, token, "fraccheck: measure "+request.ItemTitle(source.File.Item(i)), 0)
	defer task.End("")
	cost, err := cost.ToTry(v.Snapshot, source.Path, i, trial.Metrics...)
	if err != nil || cost == nil {
		return nil, request.Failed(errors.New("the definition cannot be tried"))
	}
	if !cost.Bounded(complexity.Work) {
		reason := "there is no bound of its work to measure against"
		return &measuredReply{Reason: &reason, Points: []measuredPoint{}}, nil
	}
	tried := cost.Try(trial.Options{Steps: measuredSteps, Size: measuredSize, Stop: func() bool { return ctx.Err() != nil }})
	if ctx.Err() != nil {
		return nil, protocol.ErrRequestCancelled
	}
	reply := &measuredReply{Points: []measuredPoint{}}
	for _, p := range tried.Points {
		if !p.Cut && p.Known[complexity.Work] {
			reply.Points = append(reply.Points, pointReply(cost, p))
		}
	}
	reply.Runs = len(reply.Points)
	if _, ratio := tried.Closest(complexity.Work); reply.Runs > 0 && finite(ratio) != nil {
		reply.Ratio = &ratio
	}
	if tried.Reason != "" {
		reply.Reason = &tried.Reason
	}
	if s, ok := tried.Series(cost.Bound, complexity.Work); ok {
		title := chart.Formula(request.Abbreviate(cost.Name + "   O(" + cost.Theta(complexity.Work) + ")"))
		svg := string(chart.Draw([]chart.Panel{chart.Of(s, complexity.Work, nil, title, cost.Sizes[s.Size], "work")}, ""))
		reply.SVG = &svg
	}
	return reply, nil
}

func pointReply(cost *cost.Cost, p trial.Point) measuredPoint {
	point := measuredPoint{Sizes: map[string]int64{}, Work: p.Measured[complexity.Work], Bound: finite(p.Bounds[complexity.Work])}
	for k, size := range p.Sizes {
		point.Sizes[cost.Sizes[k]] = size
	}
	return point
}

// finite is a number that JSON has, nil for others.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
