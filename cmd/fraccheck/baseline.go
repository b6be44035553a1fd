package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// baselineFlag says which findings are known already.
type baselineFlag struct {
	Baseline string `placeholder:"FILE" help:"Leave out the findings that a baseline lists (instead of the one that fraccheck.toml names)."`
}

// baselineFlags say besides which are from now on.
type baselineFlags struct {
	baselineFlag
	WriteBaseline string `name:"write-baseline" placeholder:"FILE" help:"Write the findings into a baseline; they are known from then on."`
}

// checkBaseline refuses flags that do not go together.
func (c *checkCommand) checkBaseline() error {
	switch {
	case c.WriteBaseline == "":
		return nil
	case c.Baseline != "":
		return errors.New("--write-baseline writes all findings, whatever --baseline lists; leave one of the two out")
	case c.Diff:
		return errors.New("--diff writes nothing; leave --write-baseline out")
	case c.Watch:
		return errors.New("--write-baseline with --watch would take every new finding for a known one; leave one of the two out")
	}
	return nil
}

// sift leaves out of a report what baselines know, after a new one was written if that
// is wanted, and tells of entries that are of no use any more.
func (c *checkCommand) sift(ctx context.Context, env *environment, s *workspace.Snapshot, paths []string, report *workspace.Report) (err error) {
	b := newBaselines(env, s, paths)
	b.sparse = sync.OnceValue(func() map[string]bool { return sparseNames(ctx, env, s.Root()) })
	switch {
	case c.WriteBaseline != "":
		err = b.write(c.WriteBaseline, c.shown(report).Findings)
	case c.Baseline != "":
		err = b.use(c.Baseline)
	}
	if err != nil {
		return err
	}
	if err := b.sift(report); err != nil {
		return err
	}
	if report.Known > 0 && (c.Format == "short" || c.Format == "github") { // the others have or tell it
		fmt.Fprintf(env.stderr, "fraccheck: not shown: %s\n", known(report.Known))
	}
	b.tellLeft()
	return nil
}

// siftKnown leaves out of a report of some checks what baselines know. Of entries that are
// not found nothing is said: other checks may find them.
func (c *baselineFlag) siftKnown(env *environment, s *workspace.Snapshot, paths []string, report *workspace.Report) error {
	err := c.withoutKnown(env, s, paths, report)
	if err == nil && report.Known > 0 {
		fmt.Fprintf(env.stderr, "fraccheck: not shown: %s\n", known(report.Known))
	}
	return err
}

// withoutKnown leaves out of a report what baselines know, and says nothing.
func (c *baselineFlag) withoutKnown(env *environment, s *workspace.Snapshot, paths []string, report *workspace.Report) error {
	b := newBaselines(env, s, paths)
	if c.Baseline != "" {
		if err := b.use(c.Baseline); err != nil {
			return err
		}
	}
	return b.sift(report)
}

// known counts the findings that stand in baselines.
func known(n int) string {
	return count(n, "diagnostic listed in the baseline", "diagnostics listed in the baseline")
}

// sift leaves out what is known.
func (b *baselines) sift(report *workspace.Report) error {
	for _, path := range b.paths {
		if _, err := b.of(path); err != nil {
			return err
		}
	}
	told := []workspace.Finding{}
	for i := range report.Findings {
		f := &report.Findings[i]
		sieve, err := b.of(f.Source.Path)
		if err != nil {
			return err
		}
		if sieve == nil || !sieve.Knows(f) {
			told = append(told, *f)
		}
	}
	report.Known, report.Findings = len(report.Findings)-len(told), told
	return nil
}

// mostLeft is how many entries of no use are named.
const mostLeft = 5

// tellLeft tells of entries to which no finding belongs any more.
func (b *baselines) tellLeft() {
	for _, sieve := range b.inUse() {
		left := slices.DeleteFunc(sieve.Left(), func(k workspace.KnownFinding) bool { return !b.decided(sieve.PathOf(k)) })
		if len(left) == 0 {
			continue
		}
		name := printable(sieve.Name)
		fmt.Fprintf(b.env.stderr, "fraccheck: %s lists what is not found any more; `fraccheck --write-baseline %s PATH…` writes it anew:\n", name, name)
		for _, k := range left[:min(mostLeft, len(left))] {
			fmt.Fprintln(b.env.stderr, "  "+leftLine(b.snapshot.Name(sieve.PathOf(k)), k))
		}
		if more := len(left) - mostLeft; more > 0 {
			fmt.Fprintf(b.env.stderr, "  and %d more\n", more)
		}
	}
}

// leftLine is an entry in words.
func leftLine(file string, k workspace.KnownFinding) string {
	in := ""
	if k.Definition != "" {
		in = " in " + printable(k.Definition)
	}
	times := ""
	if k.Count > 1 {
		times = fmt.Sprintf(" (%d times)", k.Count)
	}
	return fmt.Sprintf("%s: %s%s: %s%s", printable(filepath.ToSlash(file)), printable(string(k.Code)), in, oneLine(k.Message), times)
}
