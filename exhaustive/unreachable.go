package exhaustive

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// maxRelated bounds the covering clauses that are pointed at.
const maxRelated = 10

// dead reports a clause that others cover, together with the missing cases if it is a copy that was
// to match one of them.
func (r *report) dead(d deadRow) {
	if slices.ContainsFunc(d.covers, r.misread) {
		return
	}
	if len(d.covers) == 1 {
		p := r.bare(r.pattern(d.covers[0]))
		switch name, con := r.constructorLike(p); {
		case con == nil:
		case r.item.Kind(p) == syntax.PatName:
			return // it is reported at the variable
		case name[1:] == con.Name: // `%None`
			if d.row == d.covers[0]+1 {
				r.reportLookalike(p, name, con)
			}
			return
		}
	}
	if r.copied(d) {
		return
	}
	related := r.coverPlaces(d)
	fixes := []syntax.Fix{r.removeClause(d.row)}
	if d.moveTo >= 0 {
		related = append(related, r.place(d.moveTo, "moving it above this clause would make it live"))
		fixes = append(fixes, r.moveClause(d.row, d.moveTo))
	}
	var notes []string
	if c := r.verdict.general; c != nil && len(c.shadows) > 1 && d.row == c.shadows[0] {
		notes = append(notes, r.shadowing(c))
		if fix, ok := r.sink(c); ok && c.sinks {
			fixes = append(fixes, fix)
		}
	}
	r.report(codes.UnreachableCase, syntax.Diagnostic{
		Span:    r.item.Span(r.pattern(d.row)),
		Message: "this clause never runs: " + r.coverText(d),
		Notes:   notes,
		Related: related,
		Fixes:   fixes,
	})
}

// misread reports whether a clause has a syntax error: what it matches is not what was meant.
func (r *report) misread(row int) bool {
	clause := r.item.Span(r.clauses[row])
	return slices.ContainsFunc(r.item.Errors, func(d syntax.Diagnostic) bool {
		return clause.Start <= d.Span.Start && d.Span.Start < clause.End
	})
}

func (r *report) coverText(d deadRow) string {
	if len(d.covers) == 1 {
		return fmt.Sprintf("`%s` above matches everything that it would", r.patternText(d.covers[0]))
	}
	return fmt.Sprintf("%d clauses above together match everything that it would", len(d.covers))
}

// maxQuoted is the length to which a pattern is quoted.
const maxQuoted = 60

func (r *report) patternText(i int) string {
	return excerpt.Of(r.item.SourceText(r.pattern(i)), maxQuoted)
}

func (r *report) coverPlaces(d deadRow) []syntax.Related {
	message := "this clause matches a part of it"
	if len(d.covers) == 1 {
		message = "this clause comes first"
	}
	var related []syntax.Related
	for _, i := range d.covers[:min(maxRelated, len(d.covers))] {
		related = append(related, r.place(i, message))
	}
	return related
}

func (r *report) place(i int, message string) syntax.Related {
	return syntax.Related{Place: syntax.Place{Span: r.item.Span(r.pattern(i))}, Message: message}
}

// unmatched reports a part of a pattern that no value matches.
func (r *report) unmatched(d deadRow) {
	node := r.tool.matrix.arena.nodes[d.unmatched].node
	code := codes.UnreachablePattern
	if node == r.bare(r.pattern(d.row)) {
		code = codes.UnreachableCase
	}
	r.report(code, syntax.Diagnostic{
		Span:    r.item.Span(node),
		Message: "this clause never runs: `" + r.item.SourceText(node) + "` matches nothing, because a field of this constructor has a type without values",
		Fixes:   []syntax.Fix{r.removeClause(d.row)},
	})
}

// noValues reports a clause of a match on a type without values.
func (r *report) noValues(i int) {
	t := types.String(r.typeOf(r.scrutinee))
	r.report(codes.UnreachableCase, syntax.Diagnostic{
		Span:    r.item.Span(r.pattern(i)),
		Message: "this clause never runs: `" + t + "` has no values",
		Fixes:   []syntax.Fix{r.removeClause(i)},
	})
}
