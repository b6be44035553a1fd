package exhaustive

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Missing is the fix that adds the clauses that a match leaves out; of one that
// is partial on purpose too.
func Missing(info *typecheck.Info, match syntax.NodeID) (syntax.Fix, bool) {
	c, r := open(info, match)
	defer c.done()
	if r == nil || c.damaged(match) {
		return syntax.Fix{}, false
	}
	r.verdict = c.tool.judge(false)
	if r.verdict.missing == nil || r.verdict.gaveUp {
		return syntax.Fix{}, false
	}
	if fixes := r.addClauses(); len(fixes) == 1 {
		return fixes[0], true
	}
	return syntax.Fix{}, false
}

// Spare are the fixes that merge clauses of a match, or remove those that never
// run or are not needed. Moving one to where it runs would change the meaning.
func Spare(info *typecheck.Info, match syntax.NodeID) []syntax.Fix {
	var fixes []syntax.Fix
	c := &checker{item: info.Item, info: info, pass: analysis.Loose(info, nil)}
	defer c.done()
	c.match(match)
	for _, d := range c.found {
		for _, fix := range d.Fixes {
			removes := len(fix.Edits) == 1 && fix.Edits[0].NewText == ""
			if d.Code == codes.RedundantMatch || d.Code == codes.UnreachableCase && removes {
				fixes = append(fixes, fix)
			}
		}
	}
	return fixes
}

// Swappable reports whether clause i of a match and the one below it may change
// places: no value that reaches the first is matched by both.
func Swappable(info *typecheck.Info, match syntax.NodeID, i int) bool {
	c, r := open(info, match)
	defer c.done()
	if r == nil || i+1 >= len(r.clauses) {
		return false
	}
	m, s, advice := &c.tool.matrix, &c.tool.solver, &c.tool.adviser
	for _, row := range m.rows {
		if row.unsure {
			return false
		}
	}
	s.reset(m, verdictSteps+stepsPerCell*len(m.cells))
	advice.reset(m, s)
	advice.place(i)
	defer advice.unplace(i)
	if !advice.overlaps(i + 1) {
		return true
	}
	for row := range i {
		s.add(row)
	}
	return s.solve(advice.both(i, i+1)) == useless
}

// open loads a match; the report is nil where its type is not known.
func open(info *typecheck.Info, match syntax.NodeID) (*checker, *report) {
	c := &checker{item: info.Item, info: info, pass: analysis.Loose(info, func(syntax.Diagnostic) {})}
	kids := info.Item.Kids(match)
	if len(kids) == 0 || kids[0] == syntax.NoNode || int(kids[0]) >= len(info.Types) {
		return c, nil
	}
	t := c.typeOf(kids[0])
	if t == nil {
		return c, nil
	}
	c.load(t, kids[1:])
	return c, c.reporter(match)
}
