package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/evaluate"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/workspace"
)

type runCommand struct {
	File      string   `arg:"" help:"A program, a document, or - for standard input."`
	Call      []string `arg:"" optional:"" name:"@name arg" help:"A definition and its arguments: expressions, @FILE.npy, @FILE.npz or @FILE.npz:NAME. Without it, all top-level expressions."`
	StdinName string   `name:"stdin-name" placeholder:"NAME" help:"What standard input is called, and with its ending what it is."`
	engine
	MaxSteps  int64         `name:"max-steps" placeholder:"N" help:"Stop after so many steps (default: none)."`
	MaxMemory size          `name:"max-memory" placeholder:"SIZE" default:"4GiB" help:"Stop when more memory is in use; 0 for no limit (default: 4GiB)."`
	Timeout   time.Duration `placeholder:"D" help:"Stop an evaluation after this time, such as 10s (default: none)."`
	Format    string        `enum:"text,json" default:"text" help:"How values are written: text or json."`
	Profile   profileFlag   `placeholder:"FILE" help:"Tell what each definition took; with =FILE also as a profile for go tool pprof."`
	Output    string        `short:"o" placeholder:"FILE" help:"Write the last value as .npy, or a tuple of tensors as .npz."`
}

// A runResult is what one evaluation of a run gave, and what was evaluated.
type runResult struct {
	evaluate.Result
	place workspace.Place
}

func (c *runCommand) Run(env *environment) error {
	ctx, stop := interruptible()
	defer stop()
	ceiling(c.MaxMemory)
	if c.Output != "" && !regexp.MustCompile(`\.np[yz]$`).MatchString(c.Output) {
		return fmt.Errorf("-o %s: values are written to .npy or .npz files", c.Output)
	}
	in := input{Paths: []string{c.File}, StdinName: c.StdinName}
	snapshot, paths, err := in.open(env)
	if err != nil {
		return err
	}
	if len(paths) != 1 {
		return fmt.Errorf("%s holds %d programs; `run` takes one", c.File, len(paths))
	}
	report, err := snapshot.Check(ctx, paths)
	if err != nil {
		return err
	}
	if errs := errorsOf(report); len(errs.Findings) > 0 {
		return c.refuse(env, errs)
	}
	program, err := evaluate.Open(snapshot, paths[0])
	if err != nil {
		return err
	}
	results, err := c.evaluate(ctx, env, program)
	if err != nil {
		return err
	}
	return c.write(env, results)
}

// errorsOf leaves of a report what keeps a program from being run.
func errorsOf(report *workspace.Report) *workspace.Report {
	errs := &workspace.Report{Files: report.Files}
	for _, f := range report.Findings {
		if f.Severity == syntax.Error {
			errs.Findings = append(errs.Findings, f)
		}
	}
	return errs
}

// refuse reports why nothing is run.
func (c *runCommand) refuse(env *environment, report *workspace.Report) error {
	if c.Format == "json" {
		if err := writeRefusal(env, report); err != nil {
			return err
		}
		return errFound
	}
	p := env.printer()
	for _, findings := range byFile(report.Findings) {
		p.file(findings)
	}
	fmt.Fprintf(&p.out, "not run: %s\n", count(len(report.Findings), "error", "errors"))
	fmt.Fprint(env.stderr, p.out.String())
	return errFound
}

// printer shows findings in the colours of the environment.
func (env *environment) printer() *textPrinter {
	p := &textPrinter{style: plain}
	if env.colour {
		p.style = colours
	}
	return p
}

func (c *runCommand) options() interp.Options {
	o := c.engine.options(c.MaxSteps, c.MaxMemory)
	o.Profile = c.Profile.asked
	return o
}

func (c *runCommand) evaluate(ctx context.Context, env *environment, p *evaluate.Program) ([]runResult, error) {
	if len(c.Call) > 0 {
		return c.apply(ctx, env, p)
	}
	var results []runResult
	items := p.Expressions()
	if len(items) == 0 {
		return nil, fmt.Errorf("%s has no top-level expression%s", p.Source.Name, choices(p))
	}
	for _, item := range items {
		place := workspace.Place{Source: p.Source, Span: p.Source.Absolute(item, p.Source.File.Items[item].Span(p.Source.File.Items[item].Root))}
		if name := p.Free(item); name != "" {
			fmt.Fprintf(env.stderr, "fraccheck: %s: not run: `%s` is bound nowhere, so this expression is only checked\n", at(place), name)
			continue
		}
		results = append(results, runResult{c.limited(ctx, func(ctx context.Context) evaluate.Result {
			return p.Run(ctx, item, c.options())
		}), place})
	}
	return results, nil
}

// choices names what may be run of a file without expressions.
func choices(p *evaluate.Program) string {
	names := p.Definitions()
	if len(names) == 0 {
		return ""
	}
	return "; name a definition: " + strings.Join(names[:min(len(names), 8)], ", ")
}

func (c *runCommand) limited(ctx context.Context, do func(context.Context) evaluate.Result) evaluate.Result {
	ctx, cancel := limited(ctx, c.Timeout)
	defer cancel()
	return do(ctx)
}

// apply runs one definition on arguments.
func (c *runCommand) apply(ctx context.Context, env *environment, p *evaluate.Program) ([]runResult, error) {
	name := c.Call[0]
	if !strings.HasPrefix(name, "@") {
		return nil, fmt.Errorf("%q is no definition; its name begins with @, as in @main", name)
	}
	args, err := env.arguments(c.Call[1:])
	if err != nil {
		return nil, err
	}
	a, err := p.Apply(name, args)
	if err != nil {
		return nil, err
	}
	if len(a.Mistakes) > 0 {
		return nil, c.refuse(env, a.Report())
	}
	result := c.limited(ctx, func(ctx context.Context) evaluate.Result { return a.Run(ctx, c.options()) })
	return []runResult{{result, a.Place()}}, nil
}

func (c *runCommand) write(env *environment, results []runResult) error {
	failed := false
	for _, r := range results {
		failed = failed || r.Err != nil
	}
	if err := runWriters[c.Format](env, results); err != nil {
		return err
	}
	if c.Profile.asked {
		if err := c.Profile.write(env, results); err != nil {
			return err
		}
	}
	if c.Output != "" && !failed && len(results) > 0 {
		if err := c.save(env, results[len(results)-1]); err != nil {
			return err
		}
	}
	if failed {
		return errFound
	}
	return nil
}

func (c *runCommand) save(env *environment, r runResult) error {
	data, err := encodeArrays(c.Output, r.Value)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", c.Output, err)
	}
	path := env.path(c.Output)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return os.WriteFile(path, data, 0o644)
	}
	return replaceFile(path, string(data))
}
