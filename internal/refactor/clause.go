package refactor

import (
	"fmt"

	"github.com/fraccheck/fraccheck/exhaustive"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// maxClauses bounds the matches that are looked at wherever the cursor goes;
// what is wrong with larger ones is a finding.
const maxClauses = 300

// offerClauses offers what can be done with the clauses of the match around the
// cursor.
func (t *Target) offerClauses() {
	match := t.nearest(syntax.Match)
	if match == syntax.NoNode || t.selected() || len(t.item().Kids(match)) > maxClauses {
		return
	}
	if fix, ok := exhaustive.Missing(t.info(), match); ok {
		t.offer(Rewrite, "clauses.missing", fix.Title, func() ([]syntax.Edit, error) { return t.sound(fix.Edits) })
	}
	for i, fix := range exhaustive.Spare(t.info(), match) {
		t.offer(Rewrite, fmt.Sprintf("clauses.spare.%d", i), fix.Title, func() ([]syntax.Edit, error) { return t.sound(fix.Edits) })
	}
	clauses := t.item().Kids(match)[1:]
	for i, clause := range clauses {
		if clause != t.nearest(syntax.Clause) {
			continue
		}
		if i > 0 {
			t.offer(Rewrite, "clauses.up", "move this clause up", func() ([]syntax.Edit, error) { return t.exchangeClauses(match, i-1) })
		}
		if i+1 < len(clauses) {
			t.offer(Rewrite, "clauses.down", "move this clause down", func() ([]syntax.Edit, error) { return t.exchangeClauses(match, i) })
		}
	}
}

// exchangeClauses lets clause i of a match and the one below it change places.
func (t *Target) exchangeClauses(match syntax.NodeID, i int) ([]syntax.Edit, error) {
	item := t.item()
	clauses := item.Kids(match)[1:]
	a, b := item.Span(clauses[i]), item.Span(clauses[i+1])
	above := item.Span(item.Match(match).Scrutinee).End
	if i > 0 {
		above = item.Span(clauses[i-1]).End
	}
	below := item.Span(match).End
	if i+2 < len(clauses) {
		below = item.Span(clauses[i+2]).Start
	}
	switch {
	case item.Flag(clauses[i], syntax.FlagCase) != item.Flag(clauses[i+1], syntax.FlagCase):
		return nil, rewrite.Refusal("the two clauses are written in different ways")
	case t.tree.Commented(above, a.Start) || t.tree.Commented(a.End, b.Start) || t.tree.Commented(b.End, below):
		return nil, rewrite.Refusal("the comments of the clauses would move to other clauses")
	case !exhaustive.Swappable(t.info(), match, i):
		return nil, rewrite.Refusal("a value matches both clauses, and the first one takes it")
	}
	edits := []syntax.Edit{
		{Span: a, NewText: item.SourceText(clauses[i+1])},
		{Span: b, NewText: item.SourceText(clauses[i])},
	}
	first, ok := rewrite.OutlineOf(t.info(), clauses[i])
	second, also := rewrite.OutlineOf(t.info(), clauses[i+1])
	if !ok || !also {
		return nil, rewrite.Refusal("the clauses are nested too deeply")
	}
	return t.proved(edits, rewrite.Outline{Swap: map[syntax.NodeID]string{clauses[i]: second, clauses[i+1]: first}})
}
