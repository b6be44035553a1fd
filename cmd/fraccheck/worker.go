package main

import (
	"errors"
	"os"

	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/lifeline"
)

type workerCommand struct {
	MaxMemory size `name:"max-memory" placeholder:"SIZE" default:"2GiB" help:"End the process when it takes more memory."`
}

// Run serves on standard input and output. An interrupt from the keyboard is
// for the parent, which knows what to do about its child.
func (c *workerCommand) Run(env *environment) error {
	endable()
	serving()
	lifeline.Follow(func() { os.Exit(statusFailed) })
	if c.MaxMemory > 0 {
		lowerMemoryLimit(int64(c.MaxMemory))
		confine(uint64(c.MaxMemory))
	}
	if err := worker.Serve(env.stdin, env.direct); err != nil {
		return errors.Join(errors.New("the worker ends"), err)
	}
	return nil
}
