package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/optimize"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/linediff"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleuse"
)

type optimizeCommand struct {
	input
	Metric  string        `enum:"work,span,memory,macs,bytes" default:"work" help:"What is to become less: work, span, memory, macs or bytes."`
	Rules   []string      `sep:"none" placeholder:"FILE" help:"A file of rewrite rules (.fracrule) to use besides those that come with the command; repeat it for several."`
	Timeout time.Duration `placeholder:"D" default:"10s" help:"End the search after so long, such as 1m (default: 10s)."`
	Diff    bool          `short:"d" help:"Print what would change; exit status 1 if anything would."`
	Write   bool          `short:"w" help:"Write the file instead of printing it."`
	Verify  bool          `help:"Run the programs before and after on generated arguments, and compare; where they differ, nothing is written."`
	Explain bool          `help:"Print on standard error the chain of rewrites that leads to the result."`
	Format  string        `enum:"text,json" default:"text" help:"How the result is written: text or json."`
}

// Run optimizes the definitions of a file.
func (c *optimizeCommand) Run(env *environment) error {
	interrupted, stop := env.interruptible()
	defer stop()
	rules := ruleInput{input: c.input, Rules: c.Rules}
	rules.takeRules()
	c.Paths = rules.Paths
	snapshot, paths, err := rules.open(env)
	if err != nil {
		return err
	}
	switch {
	case len(paths) != 1:
		return fmt.Errorf("optimize takes one file, and %d are given", len(paths))
	case c.Write && slices.Contains(c.Paths, "-"):
		return errors.New("-w cannot change standard input")
	case c.Format == "json" && c.Diff:
		return errors.New("--format json has the text: it does not go with -d")
	}
	file, err := snapshot.File(paths[0])
	if err != nil {
		return err
	}
	if source := file.Source; !source.Program() || source.Model != nil {
		return fmt.Errorf("%s: only programs are optimized; `fraccheck convert --to frac -o m.frac` makes a program of a model", source.Name)
	}
	errs, err := rules.sound(interrupted, snapshot, paths)
	if err == nil && len(errs.Findings) > 0 {
		env.refuse(errs, "not changed")
		err = errFound
	}
	if err != nil {
		return err
	}
	more, err := c.moreRules(env, &rules, snapshot)
	if err != nil {
		return err
	}
	ctx, end := limited(interrupted, c.Timeout)
	defer end()
	result, err := optimize.Module(ctx, file.Module, optimize.Options{Metric: optimize.Metric(c.Metric), Rules: more, Commented: c.Write || c.Diff, Explain: c.Explain || c.Format == "json"})
	switch {
	case interrupted.Err() != nil:
		return errInterrupted
	case err != nil:
		return err
	}
	if err := c.finish(interrupted, env, file.Source, result); err != nil {
		return err
	}
	return rules.incomplete(env)
}

// moreRules reads the rules that are named.
func (c *optimizeCommand) moreRules(env *environment, in *ruleInput, s *workspace.Snapshot) ([]*pattern.Rule, error) {
	if len(in.Rules) == 0 {
		return nil, nil
	}
	set, err := in.ruleSet(env, s, pattern.Rewrite)
	if err != nil {
		return nil, err
	}
	return set.Rules, nil
}

// finish does with the new program what the flags ask for.
func (c *optimizeCommand) finish(ctx context.Context, env *environment, source *workspace.Source, r *optimize.Result) error {
	rewritten := &ruleuse.Rewritten{Source: source, Text: r.Text, Edits: linediff.Items(source.File, r.Text), Before: r.Before, After: r.After}
	if c.Verify {
		exact := map[int]bool{}
		for _, d := range r.Changes {
			exact[d.Item] = d.Exact
		}
		out := ruleOutput{Timeout: c.Timeout, exactly: func(_ *ruleuse.Rewritten, item int) bool { return exact[item] }}
		if err := out.verify(ctx, env, []*ruleuse.Rewritten{rewritten}); err != nil {
			return err
		}
	}
	if c.Write && len(rewritten.Edits) > 0 {
		if err := env.save(source, r.Text); err != nil {
			return err
		}
	}
	switch {
	case c.Format == "json":
		if err := output.WriteOptimizedJSON(&env.Console, source, c.Metric, r); err != nil {
			return err
		}
	case c.Diff:
		if len(rewritten.Edits) > 0 {
			output.WritePatch(&env.Console, source, r.Text)
		}
	case !c.Write:
		env.Stdout.WriteString(env.Program(r.Text))
	}
	if c.Format == "text" {
		c.report(env, source, r)
	}
	if c.Diff && len(rewritten.Edits) > 0 {
		return errFound
	}
	return nil
}

// report says on standard error what became of each definition.
func (c *optimizeCommand) report(env *environment, source *workspace.Source, r *optimize.Result) {
	for _, d := range r.Changes {
		place := output.At(itemPlace(source, d.Item))
		if !d.Changed {
			fmt.Fprintf(env.Stderr, "%s: %s is left as it is: %s\n", place, d.Name, console.OneLine(d.Reason))
			continue
		}
		note := ""
		if d.Traded {
			note = " (less at most sizes, not proved at all)"
		}
		fmt.Fprintf(env.Stderr, "%s: %s: %s %s, before %s%s\n", place, d.Name, c.Metric, d.After.Text, d.Before.Text, note)
		if !c.Explain {
			continue
		}
		for _, s := range d.Steps {
			fmt.Fprintf(env.Stderr, "    %s: %s %s, before %s\n", s.Rule, c.Metric, s.After, s.Before)
		}
	}
}
