package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/workspace"
)

type checkCommand struct {
	input
	Format  string `enum:"text,short,json" default:"text" help:"How findings are written: text, short or json."`
	FailOn  string `name:"fail-on" enum:"error,warning,info,hint,never" default:"error" help:"The least severity that makes the exit status 1: error, warning, info, hint or never."`
	Fix     bool   `help:"Apply the fixes of findings that have exactly one."`
	Watch   bool   `help:"Check again whenever a file changes."`
	Execute bool   `help:"Make the checks too that run the program's own functions, on small values."`
	Debug   bool   `hidden:"" help:"Print the stack of every internal error."`
}

// writers are the output formats.
var writers = map[string]func(*environment, *workspace.Report) error{
	"text":  writeText,
	"short": writeShort,
	"json":  writeJSON,
}

func (c *checkCommand) Run(env *environment) error {
	if c.Fix && slices.Contains(c.Paths, "-") {
		return errors.New("--fix cannot change standard input")
	}
	progress := env.progress("checking")
	options := workspace.Options{Progress: progress.show}
	if c.Execute {
		execute, end, err := executor(env.root())
		if err != nil {
			return err
		}
		defer end()
		options.Execute = execute
	}
	snapshot, paths, err := c.openWith(env, options)
	if err != nil {
		return err
	}
	once := func(s *workspace.Snapshot, paths []string) error { return c.once(env, s, paths, progress) }
	if !c.Watch {
		return once(snapshot, paths)
	}
	ctx, stop := interruptible()
	defer stop()
	return c.watch(ctx, env, snapshot, paths, once)
}

// once checks files and writes what was found.
func (c *checkCommand) once(env *environment, snapshot *workspace.Snapshot, paths []string, progress *progress) error {
	report, err := c.check(env, snapshot, paths)
	progress.end()
	if err != nil {
		return err
	}
	if err := writers[c.Format](env, report); err != nil {
		return err
	}
	c.writeCrashes(env, report)
	if c.failed(report) {
		return errFound
	}
	return nil
}

func (c *checkCommand) check(env *environment, snapshot *workspace.Snapshot, paths []string) (*workspace.Report, error) {
	report, err := snapshot.Check(context.Background(), paths)
	if err == nil && c.Fix {
		return applyFixes(env, snapshot, paths, report)
	}
	return report, err
}

// failOn are the severities that end with status 1, by the flag's value.
var failOn = map[string]syntax.Severity{
	"error": syntax.Error, "warning": syntax.Warning, "info": syntax.Info, "hint": syntax.Hint,
}

func (c *checkCommand) failed(report *workspace.Report) bool {
	limit, ok := failOn[c.FailOn]
	return ok && slices.ContainsFunc(report.Findings, func(f workspace.Finding) bool { return f.Severity <= limit })
}

func (c *checkCommand) writeCrashes(env *environment, report *workspace.Report) {
	for _, crash := range report.Crashes {
		if c.Debug {
			fmt.Fprintf(env.stderr, "internal error %s: %s\n%s\n", crash.Token, crash.Value, crash.Stack)
		}
	}
}
