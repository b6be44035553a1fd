package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/model/onnx/dataset"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
)

// Folders in the layout of ONNX's own tests hold a model with inputs and the outputs that are
// expected of it. `fraccheck test` runs the models of such folders, and what else it is given
// as programs.

// suites takes the folders of model tests out of the command's arguments.
func (c *testCommand) suites(env *environment) (tests []dataset.Test, err error) {
	var rest []string
	for _, path := range c.Paths {
		info, err := os.Stat(env.path(path))
		if err != nil || !info.IsDir() {
			rest = append(rest, path)
			continue
		}
		found, err := dataset.Find(env.path(path))
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			rest = append(rest, path)
		}
		tests = append(tests, found...)
	}
	c.Paths = rest
	return tests, nil
}

// testModels runs tests of models, several at a time, and writes their outcomes in order.
func (c *testCommand) testModels(ctx context.Context, env *environment, tests []dataset.Test) error {
	snapshot := workspace.Open(workspace.Options{Root: env.root(), Files: workspace.Disk{}, Jobs: 1, Formats: readers.All})
	results := make([]dataset.Result, len(tests))
	progress := env.progress("testing")
	defer progress.end()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range tests {
		group.Go(func() error {
			limited, cancel := c.judging(ctx)
			defer cancel()
			results[i] = dataset.Check(limited, &tests[i], func(_ context.Context, t *dataset.Test, _ *wire.Model) (dataset.Run, error) {
				return c.modelRun(snapshot, t)
			})
			if errors.Is(ctx.Err(), context.Canceled) {
				return errInterrupted
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	progress.end()
	return writeModelTests(env, c.Format, results)
}

// modelRun prepares the model of a test.
func (c *testCommand) modelRun(snapshot *workspace.Snapshot, t *dataset.Test) (dataset.Run, error) {
	m, err := evaluate.OpenModel(snapshot, t.Model())
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, inputs []dataset.Value) ([]value.Value, error) {
		values := make([]value.Value, len(inputs))
		for i, in := range inputs {
			values[i] = in.Value
		}
		outputs, _, err := m.Run(ctx, values, c.engine.options(c.MaxSteps, c.memory()))
		if reason := (*evaluate.NotRunnable)(nil); errors.As(err, &reason) {
			return nil, dataset.Refuse("%s", reason.Reason)
		}
		return outputs, err
	}, nil
}

// writeModelTests writes outcomes: in text those that did not pass, and a count.
func writeModelTests(env *environment, format string, results []dataset.Result) error {
	counts := map[dataset.Outcome]int{}
	for _, r := range results {
		counts[r.Outcome]++
	}
	if format == "json" {
		if err := output.EncodeJSON(env.Stdout, map[string]any{"version": 1, "tests": results}); err != nil {
			return err
		}
	} else {
		for _, r := range results {
			if r.Outcome != dataset.Passed {
				fmt.Fprintf(env.Stdout, "%s: %s: %s\n", console.Printable(r.Name), r.Outcome, console.OneLine(r.Reason))
			}
		}
		fmt.Fprintf(env.Stdout, "%d passed, %d failed, %d refused\n", counts[dataset.Passed], counts[dataset.Failed], counts[dataset.Refused])
	}
	if counts[dataset.Failed] > 0 {
		return errFound
	}
	return nil
}
