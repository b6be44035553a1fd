package lsp

import (
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// examples offers to try each rule on its examples, and all of them at once.
func (l *lenses) examples() {
	chosen := examplesOf(l.source.Rules())
	if len(chosen) == 0 {
		return
	}
	recorder := l.kept.recorder(l.view, l.source)
	subjects := make([]subject, len(chosen))
	for i, e := range chosen {
		subjects[i] = exampleSubject(e.number)
	}
	title := fmt.Sprintf("▶ run all examples (%d)", len(chosen)) + recorder.tally(subjects)
	l.add(syntax.Span{}, protocol.CodeLens{Command: protocol.Command{
		Title: title, Command: testExamplesCommand, Arguments: arguments(l.view.address(l.source.Path)),
	}})
	for i, e := range chosen {
		l.add(e.Span, l.command(testExamplesCommand, "▶ run example"+recorder.verdict(subjects[i]), e.Span))
	}
}
