package evaluate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/format"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleuse"
	"github.com/fraccheck/fraccheck/interp/agreement"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A RuleOutcome is what became of an example of a rule.
type RuleOutcome struct {
	workspace.Place
	Rule    *pattern.Rule
	Verdict Verdict
	Problem string   // why it does not hold, in one sentence
	Notes   []string // what could not be looked at, and other remarks
	// Expected and Got are programs in the one layout, where another one was
	// expected.
	Expected, Got string
	// Difference is in words where another program first differs from the one that was
	// expected, on one line.
	Difference string
	// Different is an input on which the two programs of the example differ.
	Different *agreement.Outcome
	Compared  int // inputs on which they agree
}

// JudgeRule tries a rule on its examples. Both programs of one are run on made-up
// arguments where they can be.
func JudgeRule(ctx context.Context, s *workspace.Snapshot, source *workspace.Source, r *pattern.Rule, o agreement.Options) []RuleOutcome {
	var all []RuleOutcome
	for i := range r.Examples {
		all = append(all, JudgeExample(ctx, s, source, r, i, o))
	}
	return all
}

// JudgeExample tries a rule on one of its examples.
func JudgeExample(ctx context.Context, s *workspace.Snapshot, source *workspace.Source, r *pattern.Rule, i int, o agreement.Options) RuleOutcome {
	e := r.Examples[i]
	j := exampleJudge{ctx: ctx, snapshot: s, example: e, options: o}
	j.out = RuleOutcome{Place: workspace.Place{Source: source, Span: e.Span}, Rule: r, Verdict: Passed}
	j.options.Exact = r.Exact
	j.judge()
	return j.out
}

// FirstLine is where the text of the place begins, up to the end of its line.
func (o *RuleOutcome) FirstLine() workspace.Place {
	place, text := o.Place, o.Quote()
	start := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	line, _, _ := strings.Cut(text[start:], "\n")
	from := place.Span.Start + int32(start)
	place.Span = syntax.Span{Start: from, End: from + int32(len(strings.TrimRight(line, " \t\r")))}
	return place
}

// Message is why the example does not hold: how the programs differ, where they do, and
// what the rule did.
func (o *RuleOutcome) Message() string {
	switch c := o.Different; {
	case c != nil:
		return fmt.Sprintf("%s where %s is expected: %s", c.After, c.Before, o.Problem)
	case o.Difference != "":
		return o.Difference + ": " + o.Problem
	}
	return o.Problem
}

// An exampleJudge tries one example.
type exampleJudge struct {
	ctx      context.Context
	snapshot *workspace.Snapshot
	example  pattern.Example
	options  agreement.Options
	before   *ruleuse.Scratch
	after    *ruleuse.Scratch // that is expected; nil where nothing is to change
	params   []string         // the variables of its expressions that nothing binds
	out      RuleOutcome
}

func (j *exampleJudge) judge() {
	if j.before = j.program(j.example.Before); j.before == nil {
		return
	}
	if j.example.After != nil {
		if j.after = j.program(j.example.After); j.after == nil {
			return
		}
	}
	switch j.out.Rule.Kind {
	case pattern.Rewrite, pattern.Partition:
		j.change()
	default:
		j.finding()
	}
}

func (j *exampleJudge) failed(at syntax.Span, format string, args ...any) {
	j.out.Span, j.out.Verdict, j.out.Problem = at, Failed, fmt.Sprintf(format, args...)
}

// program reads one of the example's programs; nil where it has an error.
func (j *exampleJudge) program(f *pattern.Fragment) *ruleuse.Scratch {
	x := ruleuse.NewScratch(j.snapshot, "<example>", f.Text)
	for _, d := range x.Errors() {
		j.failed(d.Span.Shift(f.Span.Start), "the example has an error: %s", d.Message)
		return nil
	}
	if j.before == nil {
		j.params = freeNames(x.Module)
	}
	if len(j.params) == 0 {
		return x
	}
	return ruleuse.NewScratch(j.snapshot, "<example>", applied(x.Module.File(), j.params))
}

// freeNames are the variables of a program's expressions that nothing binds, each once.
func freeNames(m *typecheck.Module) (names []string) {
	for i, item := range m.File().All() {
		if item.Kind(item.Root) != syntax.ItemExpr {
			continue
		}
		for _, v := range agreement.FreeVariables(m.Check(i).Info) {
			if !slices.Contains(names, v.Name) {
				names = append(names, v.Name)
			}
		}
	}
	return names
}

// applied is a program in which the expressions are definitions of these parameters.
func applied(file *syntax.File, params []string) string {
	var b strings.Builder
	for i, item := range file.All() {
		if item.Kind(item.Root) != syntax.ItemExpr {
			b.WriteString(item.Text)
			continue
		}
		fmt.Fprintf(&b, "\ndef @example%d(%s) {\n%s\n}\n", i, strings.Join(params, ", "), item.Text)
	}
	return b.String()
}

// finding reports whether a rule that changes nothing matches.
func (j *exampleJudge) finding() {
	switch n := j.before.Matches(j.ctx, j.out.Rule); {
	case j.example.After == nil && n > 0:
		j.failed(j.example.Before.Span, "`%s` matches here, and is not to", j.out.Rule.Name)
	case j.example.After != nil && n == 0:
		j.failed(j.example.Before.Span, "`%s` does not match here", j.out.Rule.Name)
	}
}

// change applies the rule, and holds what it gives against what it is to give.
func (j *exampleJudge) change() {
	result, err := j.before.Apply(j.ctx, j.out.Rule)
	if err != nil {
		j.out.Verdict, j.out.Problem = Skipped, err.Error()
		return
	}
	for _, d := range result.Refused {
		j.out.Notes = append(j.out.Notes, d.Message)
	}
	j.compare(result.Module, len(result.Rewrites) == 0)
	if j.out.Verdict == Passed && j.example.After != nil {
		j.run(result.Module)
	}
}

// compare holds the program that came out against the one that is expected. Trees are compared, and
// not texts: layout, comments and the spelling of literals (`1.0` and `1.0f`) do not count.
func (j *exampleJudge) compare(after *typecheck.Module, same bool) {
	want, at := j.before, j.example.Before.Span
	if j.after != nil {
		want = j.after
	}
	if sameProgram(want.Module, after) {
		return
	}
	switch {
	case j.example.After == nil:
		j.failed(at, "`%s` changes this, and is not to", j.out.Rule.Name)
	case same:
		j.failed(at, "`%s` changes nothing here", j.out.Rule.Name)
	default:
		at = j.example.After.Span
		j.failed(at, "`%s` gives another program", j.out.Rule.Name)
	}
	j.out.Expected, j.out.Got = laidOut(want.Text), laidOut(after.File().Text())
	if !same && j.example.After != nil {
		j.out.Difference = firstDifference(j.out.Expected, j.out.Got)
	}
}

// firstDifference describes the first line in which two texts differ, "" where there is
// none.
func firstDifference(want, got string) string {
	wanted, given := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(wanted), len(given)) {
		if w, g := lineOf(wanted, i), lineOf(given, i); w != g {
			return fmt.Sprintf("%s where %s is expected", g, w)
		}
	}
	return ""
}

// lineOf is a line without its indentation, or a word for one that is not there.
func lineOf(lines []string, i int) string {
	if i < len(lines) {
		if line := strings.TrimSpace(lines[i]); line != "" {
			return line
		}
	}
	return "nothing"
}

// run evaluates both programs on generated arguments. That the rule gave what its author expected
// does not say that it keeps the meaning: this is what tries it.
func (j *exampleJudge) run(after *typecheck.Module) {
	for _, s := range agreement.Pairs(j.before.Module, after) {
		o := agreement.Compare(j.ctx, s, j.options)
		j.out.Compared += o.Compared
		switch {
		case o.Verdict == agreement.Differ:
			j.failed(j.example.Before.Span, "`%s` changes what %s gives", j.out.Rule.Name, shortName(o.Name))
			j.out.Different = &o
			return
		case o.Verdict == agreement.Unknown:
			j.out.Notes = append(j.out.Notes, fmt.Sprintf("%s could not be run: %s", shortName(o.Name), o.Reason))
		case o.Uncounted.Difference != "":
			j.out.Notes = append(j.out.Notes, fmt.Sprintf("%s differs where floats are infinite, NaN or at the end of their range; `exact` would count that", shortName(o.Name)))
		}
	}
}

// shortName quotes the name of a definition, or the text of an expression.
func shortName(name string) string {
	const most = 40
	return "`" + excerpt.Line(name, most) + "`"
}

// sameProgram reports whether two programs have the same trees, however they are laid
// out.
func sameProgram(a, b *typecheck.Module) bool {
	x, y := outlines(a), outlines(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

// outlines are the trees of the items that hold something.
func outlines(m *typecheck.Module) (all []string) {
	for i, item := range m.File().All() {
		if item.Kind(item.Root) == syntax.ItemEmpty {
			continue
		}
		text, ok := rewrite.OutlineOf(m.Check(i).Info, item.Root)
		if !ok {
			text = laidOut(item.Text)
		}
		all = append(all, float32Suffix().ReplaceAllString(text, "$1"))
	}
	return all
}

// float32Suffix is what may be left out after a float.
var float32Suffix = lazyregexp.New(`\b(\d+(?:\.\d+(?:e[-+]?\d+)?|e[-+]?\d+))f\b`)

// laidOut is a program in the one layout.
func laidOut(text string) string {
	file := syntax.ParseFile("", text)
	return strings.TrimSpace(syntax.ApplyEdits(text, format.Edits(file, format.Options{}))) + "\n"
}
