package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"golang.org/x/sync/errgroup"
)

// A ruleInput is what the commands on patterns read: programs and rules.
type ruleInput struct {
	input
	Rules   []string `sep:"none" placeholder:"FILE" help:"A file of rules (.fracrule); repeat it for several."`
	Pattern string   `short:"e" name:"pattern" placeholder:"PATTERN" help:"A pattern instead of a file of rules."`
	Only    []string `sep:"none" placeholder:"NAME" help:"Use the rules of this name only; repeat it for several."`

	wrong error // where rules have mistakes: the command ends with it once the others were used
}

// patternName is what a pattern of the command line is called among the rules.
const patternName = "pattern"

// contradiction returns what of the command line does not go together.
func (c *ruleInput) contradiction() error {
	switch {
	case len(c.Rules) == 0 && c.Pattern == "":
		return errors.New("what is to be looked for? Name a file of rules (--rules FILE) or a pattern (-e PATTERN)")
	case len(c.Rules) > 0 && c.Pattern != "":
		return errors.New("-e is a pattern in place of rules: it does not go with --rules")
	case c.Pattern != "" && len(c.Only) > 0:
		return errors.New("--only picks among the rules of files: it does not go with -e")
	}
	return nil
}

// takeRules takes the files of rules out of the paths: `--rules a.fracrule b.fracrule`.
func (c *ruleInput) takeRules() {
	if len(c.Rules) > 0 {
		c.Rules = append(c.Rules, slices.DeleteFunc(slices.Clone(c.Paths), func(path string) bool { return !sourcefile.IsRules(path) })...)
		c.Paths = slices.DeleteFunc(c.Paths, sourcefile.IsRules)
	}
}

// openRules opens the programs and the rules. Mistakes in the rules are written; they end
// the command where no rule is without.
func (c *ruleInput) openRules(env *environment, kind pattern.RuleKind) (*workspace.Snapshot, []string, *ruleset.Set, error) {
	if err := c.contradiction(); err != nil {
		return nil, nil, nil, err
	}
	c.takeRules()
	if len(c.Paths) == 0 {
		return nil, nil, nil, errors.New("in which programs? Name files or folders after the rules")
	}
	snapshot, paths, err := c.open(env)
	if err != nil {
		return nil, nil, nil, err
	}
	set, err := c.ruleSet(env, snapshot, kind)
	return snapshot, paths, set, err
}

func (c *ruleInput) ruleSet(env *environment, snapshot *workspace.Snapshot, kind pattern.RuleKind) (*ruleset.Set, error) {
	if c.Pattern != "" {
		return c.patternSet(env, kind)
	}
	var sources []*workspace.Source
	for _, name := range c.Rules {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(env.dir, path)
		}
		source, err := snapshot.RuleFile(path)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(sources, func(s *workspace.Source) bool { return s.Path == source.Path }) {
			sources = append(sources, source)
		}
	}
	set := ruleset.New(sources)
	if set.Broken() {
		c.wrong = env.refuseRules(set.Found)
		if len(set.Rules) == 0 {
			return nil, c.wrong
		}
	} else {
		for i := range set.Found {
			env.warn(&set.Found[i])
		}
	}
	only, err := set.Only(c.Only)
	if err != nil && c.wrong != nil {
		return nil, c.wrong // the name may be that of a rule with a mistake
	}
	return only, err
}

// patternSet is the rule that a pattern of the command line makes.
func (c *ruleInput) patternSet(env *environment, kind pattern.RuleKind) (*ruleset.Set, error) {
	set := ruleset.OfPattern(patternName, c.Pattern, kind)
	if set.Broken() {
		return nil, env.refuseRules(set.Found)
	}
	return set, nil
}

// incomplete ends a command that has used the rules without mistakes, where there are others.
func (c *ruleInput) incomplete(env *environment) error {
	if c.wrong == nil {
		return nil
	}
	fmt.Fprintf(env.Stderr, "fraccheck: %s; those without were used\n", c.wrong)
	return errTrouble
}

// refuseRules shows the mistakes for which rules are not used.
func (env *environment) refuseRules(found []workspace.Finding) error {
	p := output.NewPrinter(&env.Console)
	for _, findings := range output.ByFile(found) {
		p.File(findings)
	}
	fmt.Fprint(env.Stderr, p.String())
	errs := 0
	for _, f := range found {
		if f.Severity == codes.Error {
			errs++
		}
	}
	return fmt.Errorf("the rules have %s", console.Count(errs, "error", "errors"))
}

// sound finds the errors of programs: what has some is not rewritten.
func (c *ruleInput) sound(ctx context.Context, snapshot *workspace.Snapshot, paths []string) (*workspace.Report, error) {
	report, err := snapshot.Check(ctx, paths)
	if err != nil {
		return nil, err
	}
	return errorsOf(report), nil
}

// warn writes a finding about rules on standard error.
func (env *environment) warn(f *workspace.Finding) {
	fmt.Fprintln(env.Stderr, output.ShortLine(f))
}

// eachFile does something with each file, several at once, and gives the results in the
// order of the files. The error is that of the first file that has one.
func eachFile[T any](paths []string, do func(path string) (T, error)) ([]T, error) {
	results, errs := make([]T, len(paths)), make([]error, len(paths))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, path := range paths {
		g.Go(func() error {
			results[i], errs[i] = do(path)
			return nil
		})
	}
	g.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}
