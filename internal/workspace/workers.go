package workspace

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// each does n things on as many threads as the snapshot has.
func (s *Snapshot) each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	return Each(ctx, s.jobs, n, do)
}

// Each does n things on some threads, in their order. The first error ends it, as the end of
// the context does. Each goroutine does many things: one for each of thousands of files would
// have its stack grow anew each time.
func Each(ctx context.Context, jobs, n int, do func(ctx context.Context, i int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range min(n, max(1, jobs)) {
		g.Go(func() error {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := do(ctx, int(i)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}
