package worker

import (
	"context"
	"errors"

	"github.com/fraccheck/fraccheck/internal/optimize"
)

var errNoDefinition = errors.New("there is no definition with a body here")

// reduce searches until the request's time is over.
func reduce(ctx context.Context, s *state, r *Run) (Response, error) {
	m, err := s.snapshot.Module(r.Path)
	if err != nil {
		return Response{}, err
	}
	if r.Item == nil || *r.Item < 0 || *r.Item >= m.Items() {
		return Response{}, errNoDefinition
	}
	found, err := optimize.Module(ctx, m, optimize.Options{Metric: optimize.Work, Items: []int{*r.Item}, Commented: true})
	if err != nil {
		return Response{}, err
	}
	if len(found.Changes) == 0 {
		return Response{}, errNoDefinition
	}
	c := found.Changes[0]
	answer := &Reduced{Reason: c.Reason, Before: c.Before.Text, After: c.After.Text}
	if c.Changed {
		answer.Text = c.Text
	}
	return Response{Reduced: answer}, nil
}

// steps writes how the definitions of a file become forms that do less work, until the request's time
// is over.
func steps(ctx context.Context, s *state, r *Run) (Response, error) {
	m, err := s.snapshot.Module(r.Path)
	if err != nil {
		return Response{}, err
	}
	found, err := optimize.Module(ctx, m, optimize.Options{Metric: optimize.Work, Explain: true})
	if err != nil {
		return Response{}, err
	}
	return Response{Value: found.Steps(optimize.Work)}, nil
}
