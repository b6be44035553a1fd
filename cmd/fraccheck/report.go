package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/complexity/trial/chart"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/compare"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/output/bounds"
	"github.com/fraccheck/fraccheck/internal/report"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

type reportCommand struct {
	input
	Output   string `short:"o" required:"" placeholder:"DIR" help:"The directory that the site is written to: a new one, an empty one, or one with a report."`
	Hints    bool   `help:"Show hints too."`
	Base     string `placeholder:"REV" help:"Compare each file with what it was in a revision, as diff does."`
	Measure  bool   `help:"Run the definitions on growing arguments, and plot the measured costs with the bounds."`
	MaxSteps int    `name:"max-steps" placeholder:"N" default:"1000000" help:"How many steps the runs of one definition take in all (default: 1000000)."`
}

func (c *reportCommand) Run(env *environment) error {
	c.rules = true
	snapshot, paths, err := c.open(env)
	if err != nil {
		return err
	}
	ctx, stop := env.interruptible()
	defer stop()
	progress := env.progress("reporting")
	o := report.Options{Snapshot: snapshot, Paths: paths, Dir: env.path(c.Output), Hints: c.Hints, Jobs: int(c.Jobs), Explain: env.explanation, Progress: progress.show}
	if c.Measure {
		o.Measure = c.measure
	}
	if c.Base != "" {
		o.Base = console.Printable(c.Base)
		if o.Compare, err = c.comparer(ctx, env); err != nil {
			return err
		}
	}
	made, err := report.Write(ctx, o)
	progress.end()
	if errors.Is(err, context.Canceled) {
		return errInterrupted
	}
	if err != nil {
		return fmt.Errorf("cannot write the report %s: %w", c.Output, err)
	}
	fmt.Fprintf(env.Stdout, "%s: %s on %s (%s, %s)\n", filepath.Join(c.Output, "index.html"), console.Count(made.Pages, "page", "pages"), console.Count(made.Files, "file", "files"),
		console.Count(made.Counts[codes.Error], "error", "errors"), console.Count(made.Counts[codes.Warning], "warning", "warnings"))
	return nil
}

// comparer compares files with what they were in the base, one after the other: git is asked by
// one goroutine at a time.
func (c *reportCommand) comparer(ctx context.Context, env *environment) (func(ctx context.Context, path string) (*report.Compared, error), error) {
	tree, err := env.git().Files(ctx, env.root(), c.Base)
	if err != nil {
		return nil, err
	}
	r := &compare.Reader{Git: env.git(), Root: env.root(), Dir: env.dir, Jobs: int(c.Jobs), Stderr: env.Stderr}
	var turn sync.Mutex
	return func(ctx context.Context, path string) (*report.Compared, error) {
		turn.Lock()
		defer turn.Unlock()
		if _, err := tree.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return &report.Compared{Summary: "a new file", Text: "The file is new."}, nil
		}
		found, err := r.Compare(ctx, c.Base, path, nil)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil: // a file that cannot be read is no reason to have no report
			return &report.Compared{Summary: "not compared", Text: console.PrintableLines(err.Error())}, nil
		case !found.Differs():
			return nil, nil
		}
		text := &bytes.Buffer{}
		if err := found.Write(&console.Console{Stdout: text}, "text", ""); err != nil {
			return nil, err
		}
		compared := &report.Compared{Summary: found.Summary(), Text: text.String()}
		if sourcefile.IsModel(path) {
			compared.Page, _ = found.Page() // the text says what cannot be drawn
		}
		return compared, nil
	}, nil
}

// explanation is the page on a code, of a rule of the project too.
func (env *environment) explanation(code string) (string, bool) {
	if codes.Code(code).IsRule() {
		page, err := env.rulePage(code)
		return page, err == nil
	}
	return explain.Page(code)
}

// measure tries a definition, and draws what its runs cost.
func (c *reportCommand) measure(ctx context.Context, cost *cost.Cost) (m report.Measured) {
	metrics := bounds.Metrics["ops"]
	if !metrics.Bounded(*cost) {
		return m
	}
	tried := bounds.Tried{Cost: *cost, Trial: cost.Try(trial.Options{Steps: c.MaxSteps, Size: largestArgument, Stop: func() bool { return ctx.Err() != nil }})}
	m.Text = outdented(bounds.TrialText(tried, metrics))
	if p, ok := tried.Panel(metrics[0]); ok {
		m.Plot = chart.Draw([]chart.Panel{p}, "")
	}
	return m
}

// outdented is the text of a trial without the blanks that set it off from a cost.
func outdented(text string) string {
	const blanks = "    "
	return strings.TrimPrefix(strings.ReplaceAll(text, "\n"+blanks, "\n"), blanks)
}
