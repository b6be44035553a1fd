package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/isolation"
	"github.com/fraccheck/fraccheck/internal/resource"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

type workerCommand struct {
	MaxMemory size `name:"max-memory" placeholder:"SIZE" default:"2GiB" help:"End the process when it takes more memory."`
}

// Run serves on standard input and output. An interrupt from the keyboard is
// for the parent, which knows what to do about its child.
func (c *workerCommand) Run(env *environment) error {
	endable()
	serving()
	isolation.Follow(func() { os.Exit(statusFailed) })
	if c.MaxMemory > 0 {
		resource.LowerLimit(int64(c.MaxMemory))
		resource.Confine(uint64(c.MaxMemory))
	}
	if err := worker.Serve(env.stdin, env.direct); err != nil {
		return errors.Join(errors.New("the worker ends"), err)
	}
	return nil
}

// longestExecution is how long the checks that run a file's functions may take.
const longestExecution = time.Minute

// workerCommandLine is how this program starts a worker.
func workerCommandLine() ([]string, error) {
	self, err := ownPath()
	if err != nil {
		return nil, err
	}
	return []string{self, "worker"}, nil
}

// executor makes the checks by execution in a child process, which close ends.
func executor(root string) (execute workspace.Executor, close func(), err error) {
	command, err := workerCommandLine()
	if err != nil {
		return nil, nil, err
	}
	w := worker.New(command...)
	execute = func(ctx context.Context, path string, texts map[string]string) (map[int][]syntax.Diagnostic, error) {
		ctx, cancel := limited(ctx, longestExecution)
		defer cancel()
		answer, err := w.Check(ctx, worker.Run{Root: root, Path: path, Texts: texts})
		if err == nil && answer.Error != nil {
			err = answer.Error
		}
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("they did not end within %v", longestExecution)
		}
		return answer.ByItem(), err
	}
	return execute, func() { _ = w.Close() }, nil
}

// unexecuted says which functions could not be run. What was found besides stands, but
// it is not all that was asked for.
func (env *environment) unexecuted(report *workspace.Report) error {
	for _, err := range report.Unexecuted {
		fmt.Fprintf(env.Stderr, "fraccheck: %s; all other checks were made\n", console.OneLine(err.Error()))
	}
	if len(report.Unexecuted) > 0 {
		return errTrouble
	}
	return nil
}
