package workspace

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
)

func TestEach(t *testing.T) {
	s := Open(Options{Root: t.TempDir(), Jobs: 3})
	const n = 100
	done := make([]int32, n)
	if err := s.Each(context.Background(), n, func(_ context.Context, i int) error {
		atomic.AddInt32(&done[i], 1)
		return nil
	}); err != nil || slices.ContainsFunc(done, func(times int32) bool { return times != 1 }) {
		t.Error(err, done)
	}
	if err := s.Each(context.Background(), 0, nil); err != nil {
		t.Error(err)
	}
}

// TestEachEnds holds that the first error and the end of the context leave out what is not
// begun.
func TestEachEnds(t *testing.T) {
	s := Open(Options{Root: t.TempDir(), Jobs: 2})
	failure := errors.New("failure")
	var begun atomic.Int32
	err := s.Each(context.Background(), 1000, func(ctx context.Context, i int) error {
		if begun.Add(1); i == 3 {
			return failure
		}
		if i > 3 {
			<-ctx.Done()
		}
		return nil
	})
	if !errors.Is(err, failure) || begun.Load() > 6 {
		t.Error(err, begun.Load())
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if err := s.Each(ended, 5, func(context.Context, int) error { t.Error("begun"); return nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
