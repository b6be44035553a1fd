package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/convert"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleuse"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/interp/agreement"
)

type rewriteCommand struct {
	ruleInput
	ruleOutput
}

// A ruleOutput says what becomes of a program that rules were applied to.
type ruleOutput struct {
	Diff    bool          `short:"d" help:"Print what would change; exit status 1 if anything would."`
	Write   bool          `short:"w" help:"Write the files instead of printing them."`
	Check   bool          `help:"Print where something would change, and write nothing; exit status 1 if anything would."`
	Output  string        `short:"o" placeholder:"FILE.onnx" help:"Of a model: write the changed model; what no rule changed is kept byte for byte."`
	Verify  bool          `help:"Run the programs before and after on generated arguments, and compare; where they differ, nothing is written."`
	Timeout time.Duration `placeholder:"D" default:"1m" help:"Stop running programs after this time; 0 for no limit (default: 1m)."`
	Format  string        `enum:"text,json" default:"text" help:"How results are written: text or json."`

	// exactly says whether an item is to agree to the bit; nil for what the applied rules say.
	exactly func(r *ruleuse.Rewritten, item int) bool `kong:"-"`
}

func (c *rewriteCommand) Run(env *environment) error {
	if c.Pattern != "" {
		return errors.New("-e is a pattern, which does not say what to write in its place: rewriting takes rules (--rules FILE)")
	}
	return c.apply(env, &c.ruleInput, application{pattern.Rewrite, "rewrite", "rewrites"})
}

// An application says which rules are applied, and what one use of them is called.
type application struct {
	kind      pattern.RuleKind
	one, many string
}

// apply applies rules to programs.
func (c *ruleOutput) apply(env *environment, in *ruleInput, a application) error {
	ctx, stop := env.interruptible()
	defer stop()
	snapshot, paths, set, err := c.programs(ctx, env, in, a.kind)
	if err != nil {
		return err
	}
	all, err := eachFile(paths, func(path string) (*ruleuse.Rewritten, error) {
		return ruleuse.Apply(ctx, snapshot, path, set, a.kind)
	})
	if err != nil {
		return err
	}
	if err := c.finish(ctx, env, all, &rewriter{c, in, env, snapshot, set, a}); err != nil {
		return err
	}
	if c.Output != "" {
		if err := c.writeModel(ctx, env, snapshot, all); err != nil {
			return err
		}
	}
	return in.incomplete(env)
}

// contradiction returns what of the command line does not go together.
func (c *ruleOutput) contradiction(in *ruleInput) error {
	switch {
	case c.Write && slices.Contains(in.Paths, "-"):
		return errors.New("-w cannot change standard input")
	case c.Check && (c.Write || c.Diff):
		return errors.New("--check changes nothing: it goes with neither -d nor -w")
	case c.Output != "" && (c.Diff || c.Check || c.Write):
		return errors.New("-o writes a changed model: it goes with none of -d, --check and -w")
	case c.Output != "" && !sourcefile.HasEnding(c.Output, sourcefile.ModelEndings):
		return fmt.Errorf("-o %s: a model ends in %s", c.Output, strings.Join(sourcefile.ModelEndings, ", "))
	case c.Format == "json" && (c.Diff || c.Check):
		return errors.New("--format json has the texts and the places: it goes with neither -d nor --check")
	}
	return nil
}

// programs opens what is to be changed: programs without errors, and rules of a kind.
func (c *ruleOutput) programs(ctx context.Context, env *environment, in *ruleInput, kind pattern.RuleKind) (*workspace.Snapshot, []string, *ruleset.Set, error) {
	if err := c.contradiction(in); err != nil {
		return nil, nil, nil, err
	}
	snapshot, paths, set, err := in.openRules(env, kind)
	if err != nil {
		return nil, nil, nil, err
	}
	if !slices.ContainsFunc(set.Rules, func(r *pattern.Rule) bool { return r.Kind == kind }) {
		if in.wrong != nil {
			return nil, nil, nil, in.wrong
		}
		return nil, nil, nil, fmt.Errorf("there is no %s rule among them", kind)
	}
	for _, path := range paths {
		source, err := snapshot.Source(path)
		if err != nil {
			return nil, nil, nil, err
		}
		if !source.Program() {
			return nil, nil, nil, fmt.Errorf("%s is a document; `%s` takes programs", source.Name, kind)
		}
	}
	errs, err := in.sound(ctx, snapshot, paths)
	if err == nil && len(errs.Findings) > 0 {
		env.refuse(errs, "not changed")
		err = errFound
	}
	return snapshot, paths, set, err
}

// finish does with changed programs what the flags ask for.
func (c *ruleOutput) finish(ctx context.Context, env *environment, all []*ruleuse.Rewritten, w *rewriter) error {
	a := w.application
	if c.Verify {
		if err := c.verify(ctx, env, all); err != nil {
			return err
		}
	}
	if c.Write {
		if err := w.save(ctx, all); err != nil {
			return err
		}
	}
	var found []workspace.Finding
	differ := false
	for _, r := range all {
		found = append(found, r.Found...)
		differ = differ || len(r.Edits) > 0
	}
	if err := c.write(env, all, found, a.kind); err != nil {
		return err
	}
	p := output.NewPrinter(&env.Console)
	for _, findings := range output.ByFile(found) {
		p.File(findings)
	}
	fmt.Fprintf(env.Stderr, "%sfraccheck: %s\n", p.String(), usesLine(all, a)+passedText(all))
	refused := slices.ContainsFunc(found, func(f workspace.Finding) bool { return f.Severity == codes.Error })
	if refused || differ && (c.Diff || c.Check) {
		return errFound
	}
	return nil
}

// writeModel writes the model whose program the rules have changed.
func (c *ruleOutput) writeModel(ctx context.Context, env *environment, s *workspace.Snapshot, all []*ruleuse.Rewritten) error {
	if len(all) != 1 || all[0].Source.Model == nil {
		return errors.New("-o writes the changed model of one model that is named")
	}
	r, out := all[0], env.path(c.Output)
	file, refused, err := convert.Rewritten(ctx, r.Before, r.After, r.Source, out)
	if err != nil {
		return err
	}
	if refused != nil {
		fmt.Fprintf(env.Stderr, "%s: not written: %s\n", r.Source.Name, console.Printable(refused.Message))
		return errFound
	}
	return env.writeONNX(s, out, file)
}

func (c *ruleOutput) write(env *environment, all []*ruleuse.Rewritten, found []workspace.Finding, kind pattern.RuleKind) error {
	if c.Format == "json" {
		if err := output.WriteRewrittenJSON(&env.Console, all, found, kind); err != nil {
			return err
		}
	}
	for _, r := range all {
		c.show(env, r)
	}
	return nil
}

// show prints one program.
func (c *ruleOutput) show(env *environment, r *ruleuse.Rewritten) {
	switch {
	case c.Check:
		for _, use := range r.Done {
			fmt.Fprintf(env.Stdout, "%s: %s\n", output.At(use.Place), console.Printable(use.Rule.Name))
		}
	case c.Diff && len(r.Edits) > 0:
		output.WritePatch(&env.Console, r.Source, r.Text)
	case !c.Diff && !c.Write && c.Output == "" && c.Format == "text":
		env.Stdout.WriteString(env.Program(r.Text))
	}
}

// passedText counts the places at which rules match and were not applied.
func passedText(all []*ruleuse.Rewritten) string {
	n := 0
	for _, r := range all {
		n += len(r.Passed)
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; %s passed over, for an effect would move or a variable leave its scope", console.Count(n, "place", "places"))
}

// usesLine counts how often each rule was applied, in the order of first use.
func usesLine(all []*ruleuse.Rewritten, a application) string {
	var names []string
	uses, sum := map[string]int{}, 0
	for _, r := range all {
		for _, use := range r.Done {
			if uses[use.Rule.Name] == 0 {
				names = append(names, use.Rule.Name)
			}
			uses[use.Rule.Name]++
			sum++
		}
	}
	line := console.Count(sum, a.one, a.many)
	if sum == 0 {
		return line
	}
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, uses[name])
	}
	return line + ": " + strings.Join(names, ", ")
}

// A rewriter applies rules to the programs of a snapshot, under the conditions of a
// command.
type rewriter struct {
	out         *ruleOutput
	in          *ruleInput
	env         *environment
	snapshot    *workspace.Snapshot
	set         *ruleset.Set
	application application
}

// save writes the programs that changed. What another program saved meanwhile is changed anew.
func (w *rewriter) save(ctx context.Context, all []*ruleuse.Rewritten) error {
	for i := range all {
		err := w.env.saving(w.snapshot, all[i].Source.Path, func(s *workspace.Snapshot) (err error) {
			if s != w.snapshot {
				all[i], err = w.anew(ctx, s, all[i].Source.Path)
			}
			if err != nil || len(all[i].Edits) == 0 {
				return err
			}
			return w.env.save(all[i].Source, all[i].Text)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// anew applies the rules to what another program saved.
func (w *rewriter) anew(ctx context.Context, s *workspace.Snapshot, path string) (*ruleuse.Rewritten, error) {
	errs, err := w.in.sound(ctx, s, []string{path})
	if err == nil && len(errs.Findings) > 0 {
		w.env.refuse(errs, "not changed")
		err = errFound
	}
	var r *ruleuse.Rewritten
	if err == nil {
		r, err = ruleuse.Apply(ctx, s, path, w.set, w.application.kind)
	}
	if err == nil && w.out.Verify {
		err = w.out.verify(ctx, w.env, []*ruleuse.Rewritten{r})
	}
	return r, err
}

// verify runs what changed before and after, and shows where it differs.
func (c *ruleOutput) verify(whole context.Context, env *environment, all []*ruleuse.Rewritten) error {
	ctx, cancel := limited(whole, c.Timeout)
	defer cancel()
	agree, inputs, differ := 0, 0, 0
	exactly := c.exactly
	if exactly == nil {
		exactly = exactlyByRules
	}
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
				if o.Uncounted.Difference != "" {
					fmt.Fprintf(env.Stderr, "%s: %s differs where floats are infinite, NaN or at the end of their range, which is not counted:\n%s", place, name, output.ExampleText(o.Uncounted))
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
	item := source.File.Item(i)
	return workspace.Place{Source: source, Span: source.Absolute(i, item.Span(item.Root))}
}

// quotedName is the name of a definition, or the beginning of an expression.
func quotedName(name string) string {
	return "`" + console.Truncate(console.Flat(name), longestName) + "`"
}

// longestName is how many columns of a name are shown.
const longestName = 60

// changedSubjects are the definitions and expressions of a program whose text changed.
func changedSubjects(r *ruleuse.Rewritten) []agreement.Subject {
	var all []agreement.Subject
	for _, s := range agreement.Pairs(r.Before, r.After) {
		if r.Before.File().Item(s.BeforeItem).Text != r.After.File().Item(s.AfterItem).Text {
			all = append(all, s)
		}
	}
	return all
}

// exactlyByRules reports whether all rules that were applied in an item keep each bit.
func exactlyByRules(r *ruleuse.Rewritten, item int) bool {
	exact := true
	for _, use := range r.Done {
		if use.Item == item {
			exact = exact && (use.Rule.Exact || use.Rule.Kind == pattern.Partition)
		}
	}
	return exact
}

type partitionCommand struct {
	ruleInput
	ruleOutput
}

func (c *partitionCommand) Run(env *environment) error {
	return c.apply(env, &c.ruleInput, application{pattern.Partition, "group", "groups"})
}
