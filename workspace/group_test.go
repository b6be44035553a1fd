package workspace

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

// TestGroup: every task is done, not more of them at once than is said; the first error is
// given and ends the context, and what is asked for behind it is done all the same.
func TestGroup(t *testing.T) {
	failure := errors.New("failure")
	for _, limit := range []int{1, 3} {
		g, ctx := newGroup(context.Background(), limit)
		var done, now, most atomic.Int64
		for i := range 1000 {
			g.Go(func() error {
				defer done.Add(1)
				defer now.Add(-1)
				if n := now.Add(1); n > most.Load() {
					most.Store(n)
				}
				if i == 500 {
					return failure
				}
				return ctx.Err()
			})
		}
		if err := g.Wait(); err != failure {
			t.Errorf("%d at once: %v", limit, err)
		}
		if done.Load() != 1000 || most.Load() > int64(limit) || context.Cause(ctx) != failure {
			t.Errorf("%d at once: %d done, %d at once, %v", limit, done.Load(), most.Load(), context.Cause(ctx))
		}
	}
	g, ctx := newGroup(context.Background(), 2)
	if err := g.Wait(); err != nil || ctx.Err() == nil {
		t.Errorf("no task: %v, %v", err, ctx.Err())
	}
}
