package main

import (
	"context"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp/agreement"
)

// verify runs what changed before and after, and shows where it differs.
func (c *ruleOutput) verify(whole context.Context, env *environment, all []*workspace.Rewritten) error {
	ctx, cancel := limited(whole, c.Timeout)
	defer cancel()
	agree, inputs, differ := 0, 0, 0
	for _, r := range all {
		for _, s := range changedSubjects(r) {
			o := agreement.Compare(ctx, s, agreement.Options{Exact: exactly(r, s.BeforeItem)})
			if whole.Err() != nil {
				return errInterrupted // what was not compared is neither printed nor written
			}
			place, name := output.At(itemPlace(r.Source, s.BeforeItem)), quotedName(o.Name)
			switch o.Verdict {
			case agreement.Agree:
				agree, inputs = agree+1, inputs+o.Compared
				if o.Beside.Difference != "" {
					fmt.Fprintf(env.Stderr, "%s: %s differs where floats are infinite, NaN or at the end of their range, which is not counted:\n%s", place, name, output.ExampleText(o.Beside))
				}
			case agreement.Unknown:
				fmt.Fprintf(env.Stderr, "%s: %s is not compared: %s\n", place, name, console.OneLine(o.Reason))
			case agreement.Differ:
				differ++
				fmt.Fprintf(env.Stderr, "%s: %s gives another value after the change:\n%s", place, name, output.ExampleText(o.Counterexample))
			}
		}
	}
	if differ > 0 {
		fmt.Fprintf(env.Stderr, "not changed: %s\n", console.Count(differ, "difference", "differences"))
		return errFound
	}
	fmt.Fprintf(env.Stderr, "fraccheck: verified %s on %s\n", console.Count(agree, "item", "items"), console.Count(inputs, "input", "inputs"))
	return nil
}

// itemPlace is where an item stands.
func itemPlace(source *workspace.Source, i int) workspace.Place {
	item := source.File.Items[i]
	return workspace.Place{Source: source, Span: source.Absolute(i, item.Span(item.Root))}
}

// quotedName is the name of a definition, or the beginning of an expression.
func quotedName(name string) string {
	return "`" + console.Truncate(console.Flat(name), longestName) + "`"
}

// longestName is how many columns of a name are shown.
const longestName = 60

// changedSubjects are the definitions and expressions of a program whose text changed.
func changedSubjects(r *workspace.Rewritten) []agreement.Subject {
	var all []agreement.Subject
	for _, s := range agreement.Pairs(r.Before, r.After) {
		if r.Before.File().Items[s.BeforeItem].Text != r.After.File().Items[s.AfterItem].Text {
			all = append(all, s)
		}
	}
	return all
}

// exactly tells whether all rules that were applied in an item keep each bit.
func exactly(r *workspace.Rewritten, item int) bool {
	exact := true
	for _, use := range r.Done {
		if use.Item == item {
			exact = exact && (use.Rule.Exact || use.Rule.Kind == pattern.Partition)
		}
	}
	return exact
}
