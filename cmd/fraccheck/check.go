package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/internal/workspace/repair"
)

type checkCommand struct {
	input
	baselineFlags
	signatureFlags
	changedSince
	Format  string  `enum:"text,short,json,github,sarif,junit,checkstyle,rdjson,gitlab" default:"text" help:"How diagnostics are written: text, short, json, github (annotations of a workflow), sarif, junit, checkstyle, rdjson (Reviewdog) or gitlab (code quality)."`
	FailOn  string  `name:"fail-on" enum:"error,warning,info,hint,never" default:"error" help:"The least severity that makes the exit status 1: error, warning, info, hint or never."`
	Fix     fixFlag `placeholder:"likely" complete:"safe,likely" help:"Apply the fixes that cannot change what a program means; with =likely also those that are a guess."`
	Diff    bool    `help:"Print what --fix would change, and write nothing; exit status 1 if anything would."`
	Hints   bool    `help:"Show hints too."`
	Watch   bool    `help:"Check again whenever a file changes."`
	Execute bool    `help:"Make the checks too that run the program's own functions, on small values."`
	NoCache bool    `name:"no-cache" help:"Check every file, whatever is known of it, and keep nothing (fraccheck help cache)."`
	Verbose bool    `short:"v" help:"Print how many files came from the cache and how many were checked."`
	Debug   bool    `hidden:"" help:"Print the stack of every internal error."`
}

func (c *checkCommand) Run(env *environment) error {
	if c.Diff && c.Fix == 0 {
		c.Fix = fixFlag(codes.Safe)
	}
	if c.Fix > 0 && !c.Diff && slices.Contains(c.Paths, "-") {
		return errors.New("--fix cannot change standard input; --diff shows what it would")
	}
	if err := errors.Join(c.checkBaseline(), c.checkSignatures()); err != nil {
		return err
	}
	if apart, err := c.needsIsolation(env); err != nil {
		return err
	} else if apart {
		return c.isolated(env)
	}
	progress := env.progress("checking")
	options := workspace.Options{Progress: progress.show, ReadAhead: c.batched(), Hints: c.wantsHints()}
	if c.Execute {
		execute, end, err := executor(env.root())
		if err != nil {
			return err
		}
		defer end()
		options.Execute = execute
	}
	c.rules = true
	env.serialized(&c.input, &options)
	var err error
	if options.Signed, err = c.readSignatures(env); err != nil {
		return err
	}
	options.Configurations = config.Parts
	snapshot, paths, err := c.openWith(env, options)
	if err != nil {
		return err
	}
	ctx, stop := env.interruptible()
	defer stop()
	once := func(s *workspace.Snapshot, paths []string) error { return c.once(ctx, env, s, paths, progress) }
	if !c.Watch {
		return once(snapshot, paths)
	}
	return c.watch(ctx, env, snapshot, paths, once)
}

// once checks files and writes what was found.
func (c *checkCommand) once(ctx context.Context, env *environment, snapshot *workspace.Snapshot, paths []string, progress *progress) error {
	all := len(paths)
	snapshot, paths, err := c.affected(ctx, env, snapshot, paths)
	if err != nil {
		return err
	}
	report, changes, err := c.check(ctx, env, snapshot, paths, progress)
	progress.end()
	if err != nil {
		return err
	}
	report.Unaffected = all - len(paths)
	if !c.Diff {
		if err := output.WriteReport(&env.Console, c.Format, c.joined(snapshot, c.shown(report))); err != nil {
			return err
		}
	}
	c.writeCrashes(env, report)
	if err := env.unexecuted(report); err != nil {
		return err
	}
	if c.failed(report) || c.Diff && changes {
		return errFound
	}
	return nil
}

// check gives what is found in files, after fixes where they are to be made, and
// whether these change anything.
func (c *checkCommand) check(ctx context.Context, env *environment, snapshot *workspace.Snapshot, paths []string, progress *progress) (report *workspace.Report, changes bool, err error) {
	if c.apart() {
		report, err = c.checkApart(env, snapshot, paths, progress)
		if err == nil {
			err = c.sift(ctx, env, snapshot, paths, report)
		}
		return report, false, err
	}
	if c.batched() {
		report, err = c.checkBatch(env, snapshot, paths, progress)
		if err == nil {
			err = c.sift(ctx, env, snapshot, paths, report)
		}
		return report, false, err
	}
	if c.Fix > 0 {
		fixed, err := c.applyFixes(ctx, env, snapshot, paths)
		if err != nil {
			return nil, false, err
		}
		return fixed.Report, fixed.Applied > 0, c.sift(ctx, env, fixed.Snapshot, paths, fixed.Report)
	}
	if report, err = snapshot.Check(ctx, paths); err != nil {
		return nil, false, err
	}
	if err := c.sift(ctx, env, snapshot, paths, report); err != nil {
		return nil, false, err
	}
	report.Findings, err = fixer.Offer(ctx, snapshot, report.Findings)
	return report, false, err
}

func (c *checkCommand) wantsHints() bool { return c.Hints || c.FailOn == "hint" }

// shown is a report as it is written: without hints unless they are asked for.
// They are counted all the same.
func (c *checkCommand) shown(report *workspace.Report) *workspace.Report {
	if c.wantsHints() {
		return report
	}
	next := *report
	next.Hidden += report.Count(codes.Hint)
	next.Findings = slices.DeleteFunc(slices.Clone(report.Findings), func(f workspace.Finding) bool { return f.Severity == codes.Hint })
	return &next
}

// joined is a report with one error for all uses of an undefined name, where people read it.
func (c *checkCommand) joined(snapshot *workspace.Snapshot, report *workspace.Report) *workspace.Report {
	if c.Format != "text" {
		return report
	}
	next := *report
	w := repair.Workspace{Finder: &reference.Finder{Snapshot: snapshot.Throwaway()}, Outlines: &reference.Outlines{}}
	next.Findings = w.JoinUndefined(report.Findings)
	return &next
}

// failOn are the severities that end with status 1, by the flag's value.
var failOn = map[string]codes.Severity{
	"error": codes.Error, "warning": codes.Warning, "info": codes.Info, "hint": codes.Hint,
}

func (c *checkCommand) failed(report *workspace.Report) bool {
	limit, ok := failOn[c.FailOn]
	return ok && slices.ContainsFunc(report.Findings, func(f workspace.Finding) bool { return f.Severity <= limit })
}

func (c *checkCommand) writeCrashes(env *environment, report *workspace.Report) {
	for _, crash := range report.Crashes {
		if c.Debug {
			fmt.Fprintf(env.Stderr, "internal error %s: %s\n%s\n", crash.Token, crash.Value, crash.Stack)
		}
	}
}
