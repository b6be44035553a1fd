package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/prove"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/interp/agreement"
)

type testCommand struct {
	input
	engine
	baselineFlag
	changedSince
	MaxSteps  int64                 `name:"max-steps" placeholder:"N" default:"1000000000" help:"Fail an expression that takes more steps; 0 for no limit (default: 1000000000)."`
	MaxMemory *size                 `name:"max-memory" placeholder:"SIZE" help:"Fail what needs more memory, and end a command that takes more; 0 for no limit (default: 1GiB for each expression)."`
	Timeout   *time.Duration        `placeholder:"D" help:"Fail what is not done when the command has run so long, such as 1m; 0 for no limit (default: 10s for each expression)."`
	Only      string                `name:"run" placeholder:"REGEXP" help:"Only the expressions whose text, or a definition that they name, matches."`
	Watch     bool                  `help:"Test again whenever a file changes."`
	Update    bool                  `help:"Write what was found in place of the expectations that do not hold."`
	Format    string                `enum:"text,short,json,github,sarif,junit,checkstyle,rdjson,gitlab" default:"text" help:"How outcomes are written: text, json, junit (all of them), or as the diagnostics of check: short, github, sarif, checkstyle, rdjson, gitlab."`
	verdicts  map[prove.Verdict]int // how many rewrite rules have each
}

func (c *testCommand) Run(env *environment) error {
	interrupted, stop := env.interruptible()
	defer stop()
	ctx, end := env.guarded(interrupted, given(c.Timeout, 0), given(c.MaxMemory, 0))
	defer end()
	limitCollector(c.memory())
	if c.Update && slices.Contains(c.Paths, "-") {
		return errors.New("--update cannot change standard input")
	}
	only, err := regexp.Compile(c.Only)
	if err != nil {
		return fmt.Errorf("--run: %w", err)
	}
	execute, leave, err := executor(env.root())
	if err != nil {
		return err
	}
	defer leave()
	tests, err := c.suites(env)
	if err != nil {
		return err
	}
	if len(tests) > 0 {
		if len(c.Paths) > 0 {
			return errors.New("test: folders of model tests are tested by themselves, without other files")
		}
		return c.testModels(ctx, env, tests)
	}
	c.rules = true
	snapshot, paths, err := c.openWith(env, workspace.Options{Execute: execute})
	if err != nil {
		return err
	}
	once := func(s *workspace.Snapshot, paths []string) error { return c.test(ctx, env, s, paths, only) }
	if c.Watch {
		return c.watch(ctx, env, snapshot, paths, once)
	}
	return once(snapshot, paths)
}

// What an expression may take where the command line does not say it of the whole command.
const (
	expressionTime   = 10 * time.Second
	expressionMemory = size(1 << 30)
)

func (c *testCommand) memory() size { return given(c.MaxMemory, expressionMemory) }

// judging is a context for one expression: its own time, or what is left of the command's.
func (c *testCommand) judging(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.Timeout != nil {
		return context.WithCancel(ctx)
	}
	return limited(ctx, expressionTime)
}

// given is the value of a flag, or what holds without it.
func given[T any](flag *T, without T) T {
	if flag != nil {
		return *flag
	}
	return without
}

// test judges the claims of files and writes what became of them.
func (c *testCommand) test(ctx context.Context, env *environment, snapshot *workspace.Snapshot, paths []string, only *regexp.Regexp) error {
	all := len(paths)
	snapshot, paths, err := c.affected(ctx, env, snapshot, paths)
	if err != nil {
		return err
	}
	var outcomes []output.TestedComment
	var examples []output.TestedExample
	progress := env.progress("testing")
	defer progress.end()
	c.verdicts = map[prove.Verdict]int{}
	for done, path := range paths {
		if errors.Is(ctx.Err(), context.Canceled) { // also where files have nothing to judge
			return errInterrupted
		}
		if sourcefile.IsRules(path) {
			found, err := c.examples(ctx, snapshot, path, only)
			if err != nil {
				return err
			}
			examples = append(examples, found...)
			continue
		}
		found, err := c.file(ctx, snapshot, path, only, func(part, parts int) {
			progress.show(100*done+100*part/max(parts, 1), 100*len(paths))
		})
		if err != nil {
			return err
		}
		outcomes = append(outcomes, found...)
	}
	progress.end()
	if len(outcomes)+len(examples) == 0 && c.Only != "" && len(paths) == all {
		return fmt.Errorf("--run: no evaluation comment and no example of a rule matches %q", c.Only)
	}
	if c.Update {
		if err := c.update(env, outcomes); err != nil {
			return err
		}
	}
	report, err := besides(ctx, snapshot, paths, outcomes)
	if err != nil {
		return err
	}
	if err := c.siftKnown(env, snapshot, paths, report); err != nil {
		return err
	}
	report.Unaffected = all - len(paths)
	if len(outcomes)+len(examples) == 0 && len(paths) > 0 {
		fmt.Fprintf(env.Stderr, "fraccheck: there are no evaluation comments and no examples of rules in %s\n", console.Count(len(paths), "file", "files"))
	}
	c.writeVerdicts(env)
	if err := output.WriteTest(&env.Console, c.Format, output.TestReport{Comments: outcomes, Examples: examples, Besides: report}); err != nil {
		return err
	}
	if err := env.unexecuted(report); err != nil {
		return err
	}
	if severe(outcomes, examples, report.Findings) {
		return errFound
	}
	return nil
}

// severe reports whether anything is an error.
func severe(outcomes []output.TestedComment, examples []output.TestedExample, findings []workspace.Finding) bool {
	return slices.ContainsFunc(outcomes, func(t output.TestedComment) bool { return t.Verdict == evaluate.Failed && t.Severity == codes.Error }) ||
		slices.ContainsFunc(examples, func(e output.TestedExample) bool { return e.Verdict == evaluate.Failed && e.Severity == codes.Error }) ||
		slices.ContainsFunc(findings, func(f workspace.Finding) bool { return f.Severity == codes.Error })
}

// besides is a report of the findings of the checks that run the programs' functions, and the
// errors of the programs that no outcome is about. With --update they mention the
// texts from before: comments are no code.
func besides(ctx context.Context, s *workspace.Snapshot, paths []string, outcomes []output.TestedComment) (*workspace.Report, error) {
	report, err := s.Check(ctx, paths)
	switch {
	case errors.Is(err, context.Canceled):
		return nil, errInterrupted
	case errors.Is(err, context.DeadlineExceeded):
		report, err = &workspace.Report{Files: len(paths)}, nil // what was not judged failed
	}
	if err != nil {
		return nil, err
	}
	reported := map[workspace.Place]bool{}
	for _, t := range outcomes {
		for _, m := range t.Mistakes {
			reported[m.Place] = true
		}
	}
	report.Findings = slices.DeleteFunc(report.Findings, func(f workspace.Finding) bool {
		return !workspace.Executes(f.Code) && (f.Severity != codes.Error || reported[f.Place])
	})
	return report, nil
}

// file judges the claims of a file.
func (c *testCommand) file(ctx context.Context, s *workspace.Snapshot, path string, only *regexp.Regexp, progress func(done, all int)) ([]output.TestedComment, error) {
	p, err := evaluate.Open(s, path)
	if err != nil {
		return nil, err
	}
	var outcomes []output.TestedComment
	claims := p.Comments()
	for i, claim := range claims {
		progress(i, len(claims))
		names := func(name string) bool { return only.MatchString(name) }
		if !only.MatchString(p.Text(claim)) && !slices.ContainsFunc(p.Mentions(i), names) {
			continue
		}
		outcome := c.judge(ctx, p, i)
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil, errInterrupted
		}
		outcomes = append(outcomes, settled(s, p, outcome))
	}
	return outcomes, nil
}

// settled gives an outcome the severity that settings say; a failure of which they or a
// suppression say that it is not to be reported is skipped.
func settled(s *workspace.Snapshot, p *evaluate.Program, outcome evaluate.Outcome) output.TestedComment {
	t := output.TestedComment{Outcome: outcome, Program: p, Severity: codes.Error}
	if len(outcome.Mistakes) > 0 {
		return t
	}
	if t.Verdict, t.Severity = evaluate.Reported(s, p.Source, outcome.Verdict, outcome.Expr, outcome.Place); t.Verdict != outcome.Verdict {
		t.Problem = evaluate.Unreported
	}
	return t
}

func (c *testCommand) judge(ctx context.Context, p *evaluate.Program, i int) evaluate.Outcome {
	ctx, cancel := c.judging(ctx)
	defer cancel()
	return p.Judge(ctx, i, c.engine.options(c.MaxSteps, c.memory()))
}

// update writes what was found into the files. What is written holds.
func (c *testCommand) update(env *environment, outcomes []output.TestedComment) error {
	edits := map[*workspace.Source][]workspace.Edit{}
	written := 0
	for i := range outcomes {
		t := &outcomes[i]
		edit, ok := t.Correction()
		if !ok {
			continue
		}
		edits[edit.Source] = append(edits[edit.Source], edit)
		t.Verdict = evaluate.Passed
		written++
	}
	for source, es := range edits {
		if err := env.save(source, sourcefile.ApplyEdits(source.Text(), es)); err != nil {
			return err
		}
	}
	if written > 0 {
		fmt.Fprintf(env.Stderr, "fraccheck: %s rewritten\n", console.Count(written, "expectation", "expectations"))
	}
	return nil
}

// examples tries the rules of a file on their examples.
func (c *testCommand) examples(ctx context.Context, s *workspace.Snapshot, path string, only *regexp.Regexp) ([]output.TestedExample, error) {
	source, err := s.Source(path)
	if err != nil {
		return nil, err
	}
	var all []output.TestedExample
	for _, r := range source.Rules().Rules {
		if !only.MatchString(r.Name) {
			continue
		}
		limited, cancel := c.judging(ctx)
		outcomes := evaluate.JudgeRule(limited, s, source, r, agreement.Options{MaxSteps: c.MaxSteps, MaxMemory: int64(c.memory())})
		for i, outcome := range outcomes {
			all = append(all, settledExample(s, outcome, i+1))
		}
		// A rule whose examples hold may be wrong all the same.
		failed := slices.ContainsFunc(outcomes, func(o evaluate.RuleOutcome) bool { return o.Verdict == evaluate.Failed })
		if verdict, refuted := c.judgeRule(limited, s, source, r); verdict == prove.Refuted && !failed {
			all = append(all, settledExample(s, refuted, len(outcomes)+1))
		}
		cancel()
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil, errInterrupted
		}
	}
	return all, nil
}

func settledExample(s *workspace.Snapshot, outcome evaluate.RuleOutcome, number int) output.TestedExample {
	e := output.TestedExample{RuleOutcome: outcome, Number: number}
	if e.Verdict, e.Severity = evaluate.Reported(s, outcome.Source, outcome.Verdict, outcome.Span); e.Verdict != outcome.Verdict {
		e.Problem = evaluate.Unreported
	}
	return e
}

// What the search for a verdict on a rule may take beside its examples.
const (
	verdictTime      = time.Second
	verdictInstances = 60
)

// judgeRule is the verdict on a rewrite rule with examples. One that is refuted is a failed example:
// a program that is not among those of the rule.
func (c *testCommand) judgeRule(ctx context.Context, s *workspace.Snapshot, source *workspace.Source, r *pattern.Rule) (prove.Verdict, evaluate.RuleOutcome) {
	if r.Kind != pattern.Rewrite || len(r.Examples) == 0 {
		return "", evaluate.RuleOutcome{}
	}
	o := prove.Rule(ctx, s, r, prove.Options{Timeout: verdictTime, Instances: verdictInstances})
	c.verdicts[o.Verdict]++
	if o.Verdict != prove.Refuted {
		return o.Verdict, evaluate.RuleOutcome{}
	}
	problem, detail := o.Counterexample.Problem(r)
	return o.Verdict, evaluate.RuleOutcome{
		Place: workspace.Place{Source: source, Span: r.NameSpan}, Rule: r, Verdict: evaluate.Failed, Problem: problem, Notes: []string{detail},
	}
}

// writeVerdicts says how many of the rewrite rules are proved, to who tests files of rules alone.
func (c *testCommand) writeVerdicts(env *environment) {
	proved, open := c.verdicts[prove.Proved], c.verdicts[prove.Unknown]
	others := slices.ContainsFunc(c.Paths, func(path string) bool { return !sourcefile.IsRules(path) })
	if c.Format == "text" && proved+open > 0 && !others {
		fmt.Fprintf(env.Stderr, "fraccheck: %s proved, %d not decided; `fraccheck prove` takes longer, and says what is missing\n",
			console.Count(proved, "rewrite rule", "rewrite rules"), open)
	}
}
