package workspace

import (
	"context"
	"sync"
)

// A group does tasks on several goroutines, and stops at the first error. It is
// golang.org/x/sync/errgroup with goroutines that take one task after the other: a stack
// that one task has made larger is there for the next, where growing them anew took
// a thirtieth of a check.
type group struct {
	tasks  chan func() error
	limit  int // of goroutines
	count  int // of those that there are
	done   sync.WaitGroup
	first  sync.Once
	err    error
	cancel context.CancelCauseFunc
}

// group is a group of as many goroutines as the snapshot may use.
func (s *Snapshot) group(ctx context.Context) (*group, context.Context) {
	return newGroup(ctx, s.jobs)
}

// newGroup is a group of up to limit goroutines. The context ends with the first error,
// and with Wait.
func newGroup(ctx context.Context, limit int) (*group, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	return &group{tasks: make(chan func() error), limit: limit, cancel: cancel}, ctx
}

// Go has a task done as soon as a goroutine is free for it. Tasks may not call it.
func (g *group) Go(task func() error) {
	if g.count < g.limit {
		g.count++
		g.done.Go(func() { g.work(task) })
		return
	}
	g.tasks <- task
}

func (g *group) work(task func() error) {
	for ok := true; ok; task, ok = <-g.tasks {
		if err := task(); err != nil {
			g.first.Do(func() {
				g.err = err
				g.cancel(err)
			})
		}
	}
}

// Wait waits for all tasks, and gives the first error.
func (g *group) Wait() error {
	close(g.tasks)
	g.done.Wait()
	g.cancel(g.err)
	return g.err
}
