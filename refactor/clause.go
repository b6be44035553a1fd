package refactor

import (
	"fmt"

	"github.com/fraccheck/fraccheck/exhaustive"
	"github.com/fraccheck/fraccheck/syntax"
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
		t.offer(Rewrite, "clauses.missing", fix.Title, func() ([]syntax.Edit, error) { return t.revised(fix.Edits) })
	}
	for i, fix := range exhaustive.Spare(t.info(), match) {
		t.offer(Rewrite, fmt.Sprintf("clauses.spare.%d", i), fix.Title, func() ([]syntax.Edit, error) { return t.revised(fix.Edits) })
	}
	clauses := t.item().Kids(match)[1:]
	for i, clause := range clauses {
		if clause != t.nearest(syntax.Clause) {
			continue
		}
		if i > 0 {
			t.offer(Rewrite, "clauses.up", "move this clause up", func() ([]syntax.Edit, error) { return t.exchange(match, i-1) })
		}
		if i+1 < len(clauses) {
			t.offer(Rewrite, "clauses.down", "move this clause down", func() ([]syntax.Edit, error) { return t.exchange(match, i) })
		}
	}
}

// revised gives edits out that leave the item right.
func (t *Target) revised(edits []syntax.Edit) ([]syntax.Edit, error) {
	_, err := t.revise(edits)
	return edits, err
}

// exchange lets clause i of a match and the one below it change places.
func (t *Target) exchange(match syntax.NodeID, i int) ([]syntax.Edit, error) {
	item := t.item()
	clauses := item.Kids(match)[1:]
	a, b := item.Span(clauses[i]), item.Span(clauses[i+1])
	above := item.Span(item.Kid(match, 0)).End
	if i > 0 {
		above = item.Span(clauses[i-1]).End
	}
	below := item.Span(match).End
	if i+2 < len(clauses) {
		below = item.Span(clauses[i+2]).Start
	}
	switch {
	case item.Flag(clauses[i], syntax.FlagCase) != item.Flag(clauses[i+1], syntax.FlagCase):
		return nil, refusal("the two clauses are written in different ways")
	case t.commented(above, a.Start) || t.commented(a.End, b.Start) || t.commented(b.End, below):
		return nil, refusal("the comments beside the clauses would belong to others")
	case !exhaustive.Swappable(t.info(), match, i):
		return nil, refusal("a value matches both clauses, and the first one takes it")
	}
	edits := []syntax.Edit{
		{Span: a, NewText: item.SourceText(clauses[i+1])},
		{Span: b, NewText: item.SourceText(clauses[i])},
	}
	first, ok := outlineOf(t.info(), clauses[i])
	second, also := outlineOf(t.info(), clauses[i+1])
	if !ok || !also {
		return nil, refusal("the clauses are nested too deeply")
	}
	return t.proved(edits, outline{swap: map[syntax.NodeID]string{clauses[i]: second, clauses[i+1]: first}})
}
