package workspace

import (
	"context"
	"sync"
	"sync/atomic"
)

// An endingContext ends after it was asked some number of times whether it has.
type endingContext struct {
	context.Context
	left atomic.Int64
	once sync.Once
	done chan struct{}
}

func (c *endingContext) Done() <-chan struct{} { _ = c.Err(); return c.done }

func (c *endingContext) Err() error {
	if c.left.Add(-1) >= 0 {
		return nil
	}
	c.once.Do(func() { close(c.done) })
	return context.Canceled
}
