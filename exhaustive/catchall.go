package exhaustive

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A catchAll is a clause that matches everything and has clauses after it,
// none of which runs.
type catchAll struct {
	row     int
	shadows []int // the clauses that only it keeps from running
	sinks   bool  // moved to the end it would still run, and some of them too
}

// catchAll looks for one. Only the last live clause can be one.
func (a *adviser) catchAll(dead []deadRow) *catchAll {
	if len(a.live) == 0 {
		return nil
	}
	c := &catchAll{row: a.live[len(a.live)-1]}
	if len(a.m.leavesOf(c.row)) > 0 {
		return nil
	}
	for _, d := range dead {
		if d.subsume && d.covers[0] == c.row {
			c.shadows = append(c.shadows, d.row)
		}
	}
	if len(c.shadows) == 0 {
		return nil
	}
	c.sinks = a.steps > 0 && a.sinks(c)
	return c
}

func (a *adviser) sinks(c *catchAll) bool {
	s := a.fresh()
	defer a.spend(s)
	for _, r := range a.live[:len(a.live)-1] {
		s.add(r)
	}
	live := 0
	for _, r := range c.shadows {
		if s.solve(a.m.cellsOf(r)) == useful {
			s.add(r)
			live++
		}
	}
	return live > 0 && s.solve(nil) == useful
}

// maxListed is how many shadowed clauses a note lists.
const maxListed = 5

// shadowing says which clauses a catch-all shadows, if they are several.
func (r *report) shadowing(c *catchAll) string {
	var texts []string
	for _, i := range c.shadows[:min(maxListed, len(c.shadows))] {
		texts = append(texts, "`"+r.patternText(i)+"`")
	}
	if len(c.shadows) > maxListed {
		texts = append(texts, "…")
	}
	return fmt.Sprintf("`%s` shadows %d clauses: %s.", r.patternText(c.row), len(c.shadows), strings.Join(texts, ", "))
}

// sink is the fix that moves a catch-all after all other clauses.
func (r *report) sink(c *catchAll) (syntax.Fix, bool) {
	edit, ok := r.insertion([]string{r.item.SourceText(r.clauses[c.row])})
	return syntax.Fix{
		Confidence: codes.Likely,
		Title:      "move `" + r.patternText(c.row) + "` to the end",
		Edits:      []syntax.Edit{{Span: r.extent(c.row)}, edit},
	}, ok
}
