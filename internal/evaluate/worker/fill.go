package worker

import (
	"context"
	"runtime"

	"github.com/fraccheck/fraccheck/internal/fill"
)

// fillHoles searches until the request's time is over.
func fillHoles(ctx context.Context, s *state, r *Run) (Response, error) {
	found, err := fill.Fill(ctx, fill.Request{Snapshot: s.snapshot, Path: r.Path, Workers: runtime.GOMAXPROCS(0)})
	if err != nil {
		return Response{}, err
	}
	answer := &Fill{Texts: []string{}, Examples: found.Examples, Candidates: found.Candidates, Weak: found.Weak}
	if found.Found {
		for _, f := range found.Fillings {
			answer.Texts = append(answer.Texts, f.Text)
		}
	}
	return Response{Fill: answer}, nil
}
