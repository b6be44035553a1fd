package lenses

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/fill"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/runs"
)

// A runner writes the lenses that run something.
type runner struct {
	*lenses
	recorder    *runs.Recorder
	runnability *evaluate.Runnability
	grouped     map[int]bool // the items whose lenses are those of a group
}

// runs offers to run items and to test evaluation comments.
func (l *lenses) runs(ctx context.Context) error {
	runnability, err := evaluate.NewRunnability(l.view.Snapshot, l.view.Snapshot.Operators(l.source.Path), l.view.Finder().Reachable(l.source))
	if err != nil {
		return request.Failed(err)
	}
	r := runner{l, l.kept.Recorder(l.view, l.source), runnability, map[int]bool{}}
	var comments []evaluate.Comment
	if l.view.Settings.CodeLens.Test {
		comments = evaluate.Comments(l.source)
	}
	groups := r.groups(comments)
	for i := l.first; i < l.end; i++ {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case r.grouped[i] && (r.hinted(i) || r.outcome(runs.ItemSubject(l.source, i)) == ""):
		case l.runnable(i):
			r.run(i)
		case l.view.Client.ShowsValues && l.view.Settings.CodeLens.Run && takesArguments(l.source.File.Item(i)):
			r.call(i)
		}
	}
	r.tests(comments, groups)
	if l.view.Settings.CodeLens.Test && l.view.Client.AppliesEdits {
		l.fills()
	}
	return nil
}

// fills offers to fill holes, above the first of each item. A search fills all of the file.
func (l *lenses) fills() {
	var holes []fill.Hole
	for i := l.first; i < l.end; i++ {
		if !strings.Contains(l.source.File.Item(i).Text, "?") {
			continue
		}
		if holes == nil {
			if holes = fill.DecidedHoles(l.source); holes == nil {
				return
			}
		}
		item := request.ExtentOf(l.source, i)
		k := slices.IndexFunc(holes, func(h fill.Hole) bool { return item.Start <= h.Span.Start && h.Span.End <= item.End })
		if k < 0 {
			continue
		}
		title := "▶ fill the hole"
		if len(holes) > 1 {
			title = fmt.Sprintf("▶ fill the %d holes", len(holes))
		}
		l.add(holes[k].Span, l.command(request.FillCommand, title, holes[k].Span))
	}
}

// runnable reports whether an item is one that can be run by itself, if nothing
// is wrong with it: a top-level expression or a definition without parameters.
// What a document shows as an error is not.
//
// Whether the worker will accept it is decided by runnability: types, effects, free variables.
func (l *lenses) runnable(i int) bool {
	if s := l.source; !s.Program() && len(s.Blocks[s.BlockOf[i]].Errors) > 0 {
		return false
	}
	item := l.source.File.Item(i)
	switch item.Kind(item.Root) {
	case syntax.ItemExpr:
		return item.Body() != syntax.NoNode
	case syntax.ItemDef:
		return isConstant(item)
	}
	return false
}

// isConstant reports whether a definition has a body and takes nothing.
func isConstant(item *syntax.Item) bool {
	d := item.Def(item.Root)
	return item.Kind(d.Body) == syntax.Block && item.Kind(d.Name) == syntax.Global &&
		item.Kind(d.Params) == syntax.Params && len(item.Kids(d.Params)) == 0
}

// takesArguments reports whether an item is a definition that is run with arguments.
func takesArguments(item *syntax.Item) bool {
	if item.Kind(item.Root) != syntax.ItemDef {
		return false
	}
	d := item.Def(item.Root)
	return item.Kind(d.Body) == syntax.Block && item.Kind(d.Name) == syntax.Global && len(item.Kids(d.Params)) > 0
}

// call adds the lens of a definition with parameters, for clients that ask for the arguments.
func (r *runner) call(i int) {
	if problem, _ := r.runnability.WhyNot(i); problem == "" {
		at := request.ExtentOf(r.source, i)
		r.add(at, r.command(request.RunCommand, "▶ run…", at))
	}
}

// run adds the lens of an item: with its last value, or why it has none, unless a
// diagnostic in the item says so.
func (r *runner) run(i int) {
	at := request.ExtentOf(r.source, i)
	if problem, shown := r.runnability.WhyNot(i); problem != "" {
		if lens := r.view.Settings.CodeLens; shown || !lens.Run && !lens.Test {
			return
		}
		r.add(at, protocol.CodeLens{Command: protocol.Command{Title: "cannot run: " + request.Abbreviate(problem)}})
		return
	}
	if r.view.Settings.CodeLens.Run {
		r.add(at, r.runLens(i, at))
	}
}

// blocked reports whether an evaluation comment mentions an item that would be run, and cannot be.
//
// An evaluation comment on such an item would only repeat why it cannot be run.
func (r *runner) blocked(c evaluate.Comment) bool {
	if c.Item < 0 || !r.runnable(c.Item) {
		return false
	}
	problem, _ := r.runnability.WhyNot(c.Item)
	return problem != ""
}

// outcome is what a lens shows of the last run.
func (r *runner) outcome(s runs.Subject) string {
	switch found, known, holds := r.recorder.Last(s); {
	case holds && found.Error == nil:
		return fmt.Sprintf(" = %s  (%s)", found.Short, runs.Elapsed(found.Ms))
	case holds:
		return " failed: " + request.Abbreviate(found.Error.Message)
	case known && found.Error == nil:
		return " (before the change: " + found.Short + ")"
	}
	return ""
}

// command is a lens that does something with a place of the file.
func (l *lenses) command(name, title string, at syntax.Span) protocol.CodeLens {
	args := arguments(l.view.Address(l.source.Path), l.mapper.Range(workspace.Place{Source: l.source, Span: at}).Start)
	return protocol.CodeLens{Command: protocol.Command{Title: title, Command: name, Arguments: args}}
}

// groups are the evaluation comments that can be tested, those together that are on lines without
// others between. The items of those have no lens of their own, unless it shows a value.
func (r *runner) groups(comments []evaluate.Comment) (groups [][]evaluate.Comment) {
	last := protocol.Range{}
	for i, c := range comments {
		whole := syntax.Span{Start: min(c.Expr.Start, c.Place.Start), End: max(c.Expr.End, c.Place.End)}
		at := r.mapper.Range(workspace.Place{Source: r.source, Span: whole})
		if i == 0 || at.Start.Line > last.End.Line+1 {
			groups = append(groups, nil)
		}
		last = at
		groups[len(groups)-1] = append(groups[len(groups)-1], c)
	}
	for i := range groups {
		if groups[i] = slices.DeleteFunc(groups[i], r.blocked); len(groups[i]) > 1 {
			for _, c := range groups[i] {
				r.grouped[c.Item] = true
			}
		}
	}
	return groups
}

// tests adds a lens for all evaluation comments, and one to each group of them.
func (r *runner) tests(all []evaluate.Comment, groups [][]evaluate.Comment) {
	if len(all) == 0 {
		return
	}
	r.add(syntax.Span{}, protocol.CodeLens{Command: protocol.Command{
		Title:   fmt.Sprintf("▶ test all (%d)", len(all)) + r.tally(all),
		Command: request.TestCommand, Arguments: arguments(r.view.Address(r.source.Path)),
	}})
	for _, g := range groups {
		if len(g) > 1 {
			r.group(g)
		}
		if len(g) == 1 {
			r.test(g[0])
		}
	}
}

// groupTarget is what the lens of a group tests.
type groupTarget struct {
	URI   uri.URI        `json:"uri"`
	Range protocol.Range `json:"range"`
}

// group adds the lens of several evaluation comments above the first, so that their lines stay
// together, and one above each of the others that failed.
func (r *runner) group(comments []evaluate.Comment) {
	span := syntax.Span{Start: comments[0].Expr.Start, End: comments[len(comments)-1].Expr.End}
	lens := protocol.CodeLens{Command: protocol.Command{
		Title:     fmt.Sprintf("▶ test %d", len(comments)) + r.tally(comments),
		Command:   request.TestCommand,
		Arguments: arguments(groupTarget{r.view.Address(r.source.Path), r.mapper.Range(workspace.Place{Source: r.source, Span: span})}),
	}}
	for _, c := range comments {
		if lasts, is := r.kept.Running(r.source.Path, runs.CommentSubject(r.source, c)); is {
			lens = r.stopLens(lasts, c.Expr)
		}
	}
	r.add(comments[0].Expr, lens)
	for _, c := range comments[1:] {
		found, _, holds := r.recorder.Last(runs.CommentSubject(r.source, c))
		if holds && runs.VerdictOf(found.Response) == evaluate.Failed {
			r.test(c)
		}
	}
}

// test adds the lens of one evaluation comment.
func (r *runner) test(c evaluate.Comment) {
	if _, wanted := r.line(c.Expr); wanted {
		r.add(c.Expr, r.testLens(c))
	}
}

// testLens is the lens that tests an evaluation comment, with the verdict of the last test.
func (r *runner) testLens(c evaluate.Comment) protocol.CodeLens {
	s := runs.CommentSubject(r.source, c)
	if lasts, is := r.kept.Running(r.source.Path, s); is {
		return r.stopLens(lasts, c.Expr)
	}
	return r.command(request.TestCommand, "▶ test"+verdict(r.recorder, s), c.Expr)
}

// tally counts the verdicts that still hold, where there are any.
func (r *runner) tally(comments []evaluate.Comment) string {
	subjects := make([]runs.Subject, len(comments))
	for i, c := range comments {
		subjects[i] = runs.CommentSubject(r.source, c)
	}
	return tally(r.recorder, subjects)
}

// examples offers to try each rule on its examples, and all of them at once.
func (l *lenses) examples() {
	chosen := runs.ExamplesOf(l.source.Rules())
	if len(chosen) == 0 {
		return
	}
	recorder := l.kept.Recorder(l.view, l.source)
	subjects := make([]runs.Subject, len(chosen))
	for i, e := range chosen {
		subjects[i] = runs.ExampleSubject(e.Number)
	}
	title := fmt.Sprintf("▶ run all examples (%d)", len(chosen)) + tally(recorder, subjects)
	l.add(syntax.Span{}, protocol.CodeLens{Command: protocol.Command{
		Title: title, Command: request.TestExamplesCommand, Arguments: arguments(l.view.Address(l.source.Path)),
	}})
	for i, e := range chosen {
		l.add(e.Span, l.command(request.TestExamplesCommand, "▶ run example"+verdict(recorder, subjects[i]), e.Span))
	}
}

// showValueCommand is one of clients that show values themselves.
const showValueCommand = "fraccheck.showValue"

// runCommandAt is what a lens or a hint does with a place that is run: clients that show values
// are given what to ask `fraccheck.value` for.
func runCommandAt(p *request.Mapper, title string, at workspace.Place) protocol.Command {
	start := p.Range(at).Start
	address := p.View.Address(at.Source.Path)
	if !p.View.Client.ShowsValues {
		return protocol.Command{Title: title, Command: request.RunCommand, Arguments: arguments(address, start)}
	}
	return protocol.Command{Title: title, Command: showValueCommand, Arguments: arguments(map[string]any{"uri": address, "position": start})}
}

// runLens is the lens that runs an item. Its value is in a hint where hints show results.
func (r *runner) runLens(i int, at syntax.Span) protocol.CodeLens {
	title := "▶ run"
	s := runs.ItemSubject(r.source, i)
	if lasts, is := r.kept.Running(r.source.Path, s); is {
		return r.stopLens(lasts, at)
	}
	if found, _, holds := r.recorder.Last(s); !r.hinted(i) || !holds || found.Error != nil {
		title += r.outcome(s)
	}
	return protocol.CodeLens{Command: runCommandAt(r.mapper, title, workspace.Place{Source: r.source, Span: at})}
}

// stopLens is the lens of what runs: it says for how long, and stops it.
func (l *lenses) stopLens(lasts time.Duration, at syntax.Span) protocol.CodeLens {
	return l.command(request.StopCommand, fmt.Sprintf("■ stop  (running, %d s)", int(lasts.Seconds())), at)
}

// hinted reports whether the result of an item is shown after it alone, as clients have it that show values.
//
// Then the lens repeats nothing.
func (r *runner) hinted(i int) bool {
	item := r.source.File.Item(i)
	return r.view.Client.ShowsValues && r.view.Settings.InlayHints.Results && item.Kind(item.Root) == syntax.ItemExpr
}

// verdict is what a lens shows of the last test of an evaluation comment or an example.
func verdict(r *runs.Recorder, s runs.Subject) string {
	found, _, holds := r.Last(s)
	switch {
	case !holds:
		return ""
	case found.Error != nil && runs.VerdictOf(found.Response) == evaluate.Passed:
		return ": passed" // it was to fail
	case found.Error != nil:
		return fmt.Sprintf(": %s: %s", runs.VerdictOf(found.Response), request.Abbreviate(found.Error.Message))
	}
	return fmt.Sprintf(": %s  (%s)", runs.VerdictOf(found.Response), runs.Elapsed(found.Ms))
}

// tally counts the verdicts that still hold, where there are any.
func tally(r *runs.Recorder, subjects []runs.Subject) string {
	t := evaluate.Tally{}
	for _, s := range subjects {
		if found, _, holds := r.Last(s); holds {
			t.Add(runs.VerdictOf(found.Response))
		}
	}
	if t == (evaluate.Tally{}) {
		return ""
	}
	return ": " + t.String()
}
