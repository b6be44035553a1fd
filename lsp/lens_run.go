package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A runner writes the lenses that run something.
type runner struct {
	*lenses
	recorder    *recorder
	runnability *evaluate.Runnability
}

// runs offers to run items and to test claims.
func (l *lenses) runs(ctx context.Context) error {
	runnability, err := evaluate.NewRunnability(l.view.snapshot, l.view.snapshot.Operators(l.source.Path), l.view.finder().Reachable(l.source))
	if err != nil {
		return failed(err)
	}
	r := runner{l, l.kept.recorder(l.view, l.source), runnability}
	for i := l.first; i < l.end; i++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if l.runnable(i) {
			r.run(i)
		}
	}
	if l.view.settings.CodeLens.Test {
		r.tests(evaluate.Claims(l.source))
	}
	return nil
}

// runnable tells whether an item is one that can be run by itself, if nothing
// is wrong with it: a top-level expression or a definition without parameters.
// What a document shows as a mistake is not.
func (l *lenses) runnable(i int) bool {
	if s := l.source; !s.Program() && len(s.Blocks[s.BlockOf[i]].Errors) > 0 {
		return false
	}
	item := l.source.File.Items[i]
	switch item.Kind(item.Root) {
	case syntax.ItemExpr:
		return item.Body() != syntax.NoNode
	case syntax.ItemDef:
		return isConstant(item)
	}
	return false
}

// isConstant tells whether a definition has a body and takes nothing.
func isConstant(item *syntax.Item) bool {
	d := item.Def(item.Root)
	return item.Kind(d.Body) == syntax.Block && item.Kind(d.Name) == syntax.Global &&
		item.Kind(d.Params) == syntax.Params && len(item.Kids(d.Params)) == 0
}

// run adds the lens of an item: with its last value, or why it has none, unless a
// diagnostic in the item says so.
func (r *runner) run(i int) {
	at := extentOf(r.source, i)
	if problem, told := r.runnability.WhyNot(i); problem != "" {
		if lens := r.view.settings.CodeLens; told || !lens.Run && !lens.Test {
			return
		}
		r.add(at, protocol.CodeLens{Command: protocol.Command{Title: "cannot run: " + abbreviated(problem)}})
		return
	}
	if r.view.settings.CodeLens.Run {
		r.add(at, r.runLens(i, at))
	}
}

// blocked tells whether a claim speaks of an item that would be run, and cannot be.
func (r *runner) blocked(c evaluate.Claim) bool {
	if c.Item < 0 || !r.runnable(c.Item) {
		return false
	}
	problem, _ := r.runnability.WhyNot(c.Item)
	return problem != ""
}

// outcome is what a lens shows of the last run.
func (r *runner) outcome(s subject) string {
	switch found, known, holds := r.recorder.last(s); {
	case holds && found.Error == nil:
		return fmt.Sprintf(" = %s  (%s)", found.Short, elapsed(found.Ms))
	case holds:
		return " failed: " + abbreviated(found.Error.Message)
	case known && found.Error == nil:
		return " (before the change: " + found.Short + ")"
	}
	return ""
}

// command is a lens that does something with a place of the file.
func (l *lenses) command(name, title string, at syntax.Span) protocol.CodeLens {
	args := arguments(l.view.address(l.source.Path), l.places.rangeOf(workspace.Place{Source: l.source, Span: at}).Start)
	return protocol.CodeLens{Command: protocol.Command{Title: title, Command: name, Arguments: args}}
}

// tests adds a lens to each claim, and one for all.
func (r *runner) tests(claims []evaluate.Claim) {
	if len(claims) == 0 {
		return
	}
	title := fmt.Sprintf("▶ test all (%d)", len(claims)) + r.tally(claims)
	all := protocol.CodeLens{Command: protocol.Command{
		Title: title, Command: testCommand, Arguments: arguments(r.view.address(r.source.Path)),
	}}
	r.add(syntax.Span{}, all)
	for _, c := range claims {
		if _, wanted := r.line(c.Expr); wanted && !r.blocked(c) {
			r.add(c.Expr, r.command(testCommand, "▶ test"+r.verdict(c), c.Expr))
		}
	}
}

// verdict is what a lens shows of the last test.
func (r *runner) verdict(c evaluate.Claim) string {
	return r.recorder.verdict(claimSubject(r.source, c))
}

// verdict is what a lens shows of the last test of a claim or an example.
func (r *recorder) verdict(s subject) string {
	found, _, holds := r.last(s)
	switch {
	case !holds:
		return ""
	case found.Error != nil && verdictOf(found.Response) == evaluate.Passed:
		return ": passed" // it was to fail
	case found.Error != nil:
		return fmt.Sprintf(": %s: %s", verdictOf(found.Response), abbreviated(found.Error.Message))
	}
	return fmt.Sprintf(": %s  (%s)", verdictOf(found.Response), elapsed(found.Ms))
}

// tally counts the verdicts that still hold, where there are any.
func (r *runner) tally(claims []evaluate.Claim) string {
	subjects := make([]subject, len(claims))
	for i, c := range claims {
		subjects[i] = claimSubject(r.source, c)
	}
	return r.recorder.tally(subjects)
}

// tally counts the verdicts that still hold, where there are any.
func (r *recorder) tally(subjects []subject) string {
	t := evaluate.Tally{}
	for _, s := range subjects {
		if found, _, holds := r.last(s); holds {
			t.Add(verdictOf(found.Response))
		}
	}
	if t == (evaluate.Tally{}) {
		return ""
	}
	return ": " + t.String()
}
