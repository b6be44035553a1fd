package main

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleuse"
)

// notWhole names the files of which not all could be searched.
func (env *environment) notWhole(errs []workspace.Finding) {
	for _, findings := range output.ByFile(errs) {
		first := findings[0]
		fmt.Fprintf(env.Stderr, "%s: not searched whole: %s, such as: %s\n", output.At(first.Place), console.Count(len(findings), "error", "errors"), console.OneLine(first.Message))
	}
}

type matchCommand struct {
	ruleInput
	Format string `enum:"text,json" default:"text" help:"How matches are written: text or json."`
}

// Run looks for the rules in programs. As with grep, the status is 0 where something was
// found and 1 where nothing was; errors in a program are trouble, since what was found
// may not be all.
func (c *matchCommand) Run(env *environment) error {
	ctx, stop := env.interruptible()
	defer stop()
	snapshot, paths, set, err := c.openRules(env, pattern.Find)
	if err != nil {
		return err
	}
	var matches []ruleuse.Match
	var given []workspace.Finding
	searches, err := eachFile(paths, func(path string) (*ruleuse.Search, error) { return ruleuse.Find(ctx, snapshot, path, set) })
	if err != nil {
		return err
	}
	for _, found := range searches {
		matches, given = append(matches, found.Matches...), append(given, found.Found...)
	}
	for i := range given {
		env.warn(&given[i])
	}
	errs, err := c.sound(ctx, snapshot, paths)
	if err != nil {
		return err
	}
	if err := output.WriteMatches(&env.Console, c.Format, output.MatchReport{Matches: matches, Errors: errs.Findings}); err != nil {
		return err
	}
	switch {
	case len(errs.Findings) > 0:
		env.notWhole(errs.Findings)
		return errTrouble
	case c.wrong != nil:
		return c.incomplete(env) // not all that was looked for was found
	case len(matches) == 0:
		return errFound // status 1: nothing was
	}
	return nil
}
