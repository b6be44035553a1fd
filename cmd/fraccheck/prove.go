package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/prove"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
)

type proveCommand struct {
	input
	Only    []string      `sep:"none" placeholder:"NAME" help:"Judge the rules of this name only; repeat it for several."`
	Timeout time.Duration `placeholder:"D" default:"4s" help:"Time for each rule, such as 1m (default: 4s)."`
	Format  string        `enum:"text,json" default:"text" help:"How verdicts are written: text or json."`
}

// Run judges the rewrite rules of files. The status is 1 where one is refuted.
func (c *proveCommand) Run(env *environment) error {
	ctx, stop := env.interruptible()
	defer stop()
	c.rules = true
	snapshot, _, err := c.openWith(env, workspace.Options{})
	if err != nil {
		return err
	}
	in := ruleInput{input: c.input, Rules: c.Paths, Only: c.Only}
	set, err := in.ruleSet(env, snapshot, pattern.Rewrite)
	if err != nil {
		return err
	}
	outcomes, err := c.judge(ctx, snapshot, set)
	if err != nil {
		return err
	}
	if err := c.write(env, set, outcomes); err != nil {
		return err
	}
	if err := in.incomplete(env); err != nil {
		return err
	}
	for _, o := range outcomes {
		if o.Verdict == prove.Refuted {
			return errFound
		}
	}
	return nil
}

func (c *proveCommand) judge(ctx context.Context, s *workspace.Snapshot, set *ruleset.Set) (outcomes []prove.Outcome, err error) {
	for _, r := range set.Rules {
		if r.Kind != pattern.Rewrite {
			continue
		}
		limited, cancel := context.WithTimeout(ctx, c.Timeout)
		outcomes = append(outcomes, prove.Rule(limited, s, r, prove.Options{Timeout: c.Timeout}))
		cancel()
		if ctx.Err() != nil {
			return nil, errInterrupted
		}
	}
	if len(outcomes) == 0 {
		return nil, fmt.Errorf("there is no rewrite rule in %s", filepath.Base(c.Paths[0]))
	}
	return outcomes, nil
}

// A ruleVerdict is an outcome as JSON has it.
type ruleVerdict struct {
	Rule           string                `json:"rule"`
	File           string                `json:"file"`
	Range          output.Range          `json:"range"` // the place of its name
	Verdict        prove.Verdict         `json:"verdict"`
	Reason         string                `json:"reason"`
	Notes          []string              `json:"notes,omitempty"`
	Counterexample *prove.Counterexample `json:"counterexample,omitempty"`
}

func (c *proveCommand) write(env *environment, set *ruleset.Set, outcomes []prove.Outcome) error {
	verdicts := []ruleVerdict{}
	heads := output.FileHeads{Several: len(set.Sources) > 1}
	for _, o := range outcomes {
		place := workspace.Place{Source: set.SourceOf(o.Rule), Span: o.Rule.NameSpan}
		at := output.PlaceOf(place)
		verdicts = append(verdicts, ruleVerdict{o.Rule.Name, at.File, at.Range, o.Verdict, o.Reason, o.Notes, o.Counterexample})
		if c.Format == "text" {
			env.Stdout.WriteString(heads.Next(place))
			writeVerdict(env, o)
		}
	}
	if c.Format == "json" {
		return output.EncodeJSON(env.Stdout, map[string]any{"rules": verdicts})
	}
	return nil
}

func writeVerdict(env *environment, o prove.Outcome) {
	fmt.Fprintf(env.Stdout, "%s: %s", console.Printable(o.Rule.Name), o.Verdict)
	if o.Reason != "" {
		fmt.Fprintf(env.Stdout, ": %s", console.Printable(o.Reason))
	}
	fmt.Fprintln(env.Stdout)
	for _, note := range o.Notes {
		fmt.Fprintf(env.Stdout, "  note: %s\n", console.Printable(note))
	}
	if x := o.Counterexample; x != nil {
		call := "@f("
		for i, a := range x.Arguments {
			if i > 0 {
				call += ", "
			}
			call += a
		}
		fmt.Fprintf(env.Stdout, "%s%s)\n  before: %s\n  after:  %s\n", console.PrintableLines(x.Before), console.Printable(call), console.Printable(x.Gives), console.Printable(x.Instead))
	}
}
