package exhaustive

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A report turns the verdict on one match into diagnostics.
type report struct {
	*checker
	match     syntax.NodeID
	scrutinee syntax.NodeID
	clauses   []syntax.NodeID
	verdict   verdict
	lookalike *bool // whether a pattern holds a lookalike, once that was asked for
	// covered is set when the diagnostic on a copied clause says what is missing.
	covered bool
}

func (r *report) pattern(i int) syntax.NodeID { return r.item.Pattern(r.clauses[i]) }

func (r *report) all() {
	if r.verdict.empty {
		for i := range r.clauses {
			r.noValues(i)
		}
	}
	for _, d := range r.verdict.dead {
		if d.unmatched != wild {
			r.unmatched(d)
		} else {
			r.dead(d)
		}
	}
	if r.verdict.missing != nil && !r.covered {
		r.missing()
	}
	if r.verdict.gaveUp {
		r.tooComplex()
	}
}

// head is the span from `match` to the end of the scrutinee.
func (r *report) head() syntax.Span {
	return syntax.Span{Start: r.item.Span(r.match).Start, End: r.item.Span(r.scrutinee).End}
}

func (c *checker) report(code codes.Code, d syntax.Diagnostic) {
	d.Code = code
	d.Severity = code.DefaultSeverity()
	c.found = append(c.found, d)
}

func (r *report) missing() {
	m := r.verdict.missing
	texts := r.spellCases(m, r.notation())
	r.report(codes.NonexhaustiveMatch, syntax.Diagnostic{
		Span:    r.head(),
		Message: "this match " + leavesOut(texts, m),
		Fixes:   r.addClauses(),
		Data:    missingData(texts, m),
	})
}

// spellCases spells the missing cases that are shown.
func (c *checker) spellCases(m *missing, s notation) []string {
	var texts []string
	for _, w := range c.tool.matrix.witnesses(m, shown) {
		texts = append(texts, s.text(w))
	}
	return texts
}

// maxCase is the length to which a message spells a case.
const maxCase = 200

// leavesOut says which cases are missing, for any number of them.
func leavesOut(texts []string, m *missing) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = "`" + excerpt.Of(text, maxCase) + "`"
	}
	last := len(quoted) - 1
	switch {
	case m.count > len(texts) || m.capped:
		return fmt.Sprintf("leaves out %s cases, first %s", countText(m), strings.Join(quoted, ", "))
	case last == 0:
		return "does not cover " + quoted[0]
	}
	return "does not cover " + strings.Join(quoted[:last], ", ") + " and " + quoted[last]
}

func countText(m *missing) string {
	if m.capped {
		return fmt.Sprintf("%d+", m.count)
	}
	return fmt.Sprint(m.count)
}

func missingData(texts []string, m *missing) map[string]any {
	return map[string]any{"missing": texts, "count": countText(m)}
}

func (r *report) tooComplex() {
	tested := 0
	for i := range r.tool.matrix.positions {
		if r.tool.matrix.positions[i].first != none {
			tested++
		}
	}
	r.report(codes.MatchTooComplex, syntax.Diagnostic{
		Span:    r.head(),
		Message: "this match is too complex to check: which cases its clauses leave out, or which clauses never run, was not found out",
		Notes: []string{
			fmt.Sprintf("Its %d clauses test %d parts of the value together.", len(r.clauses), tested),
			"Match on a few of the parts first, and on the others in matches inside those clauses.",
		},
	})
}

// refutable reports a pattern of a let or parameter that does not match every
// value.
func (c *checker) refutable(p syntax.NodeID, m *missing) {
	texts := c.spellCases(m, c.itemNotation())
	c.report(codes.RefutableBinding, syntax.Diagnostic{
		Span:    c.item.Span(p),
		Message: "this pattern must match every value, and it " + leavesOut(texts, m),
		Notes:   []string{"Use `match` where a value may have another form."},
		Fixes:   c.matchInstead(p, m),
		Data:    missingData(texts, m),
	})
}
