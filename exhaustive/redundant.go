package exhaustive

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A redundancy is the search for clauses that a match does not need: those
// whose removal changes the result for no value, and neighbours in whose place
// one clause would take exactly what they take.
//
// Both are questions of usefulness. Let V be what reaches a clause. It may go
// if each value of V is taken by a clause below that gives the same before one
// that gives something else takes it. Neighbours that give the same may become
// one clause with the least pattern above theirs, if that pattern matches
// nothing but them and what earlier clauses took: its atoms are those that all
// of them have.
type redundancy struct {
	*report
	advice *adviser
	class  []int  // by clause: the first one that gives the same
	gone   []bool // by clause: reported as not needed
	any    bool   // some are
}

// redundantSteps is the budget: what is not proved by then is not said.
const redundantSteps = 8_000_000

// redundant reports clauses of a match in which nothing else is wrong.
func (r *report) redundant() {
	m := &r.tool.matrix
	unsure := slices.ContainsFunc(m.rows, func(r row) bool { return r.unsure })
	x := &redundancy{report: r, advice: &r.tool.adviser}
	if unsure || len(r.item.Errors) > 0 || r.hasLookalike() || !x.classify() {
		return
	}
	x.advice.reset(m, &r.tool.solver)
	x.advice.steps = redundantSteps
	x.removals()
	if !x.any {
		x.merges()
	}
}

// hasLookalike reports whether a pattern holds a variable that should perhaps be
// a constructor: then what the clauses take is not what was meant.
func (r *report) hasLookalike() bool {
	if r.lookalike == nil {
		found := r.findLookalike()
		r.lookalike = &found
	}
	return *r.lookalike
}

func (r *report) findLookalike() (found bool) {
	for i := range r.clauses {
		r.item.Walk(r.pattern(i), func(n syntax.NodeID) bool {
			if r.item.Kind(n) == syntax.PatName {
				_, con := r.constructorLike(n)
				found = found || con != nil
			}
			return !found
		})
	}
	return found
}

// classify finds clauses that give the same. It answers false if none do.
func (x *redundancy) classify() bool {
	x.gone = make([]bool, len(x.clauses))
	x.class = make([]int, len(x.clauses))
	firsts := map[uint64][]int{} // by the sum of their bodies
	found := false
	for i, clause := range x.clauses {
		sum := x.sum(x.body(clause))
		x.class[i] = i
		for _, first := range firsts[sum] {
			if x.alike(x.clauses[first], clause) {
				x.class[i], found = first, true
				break
			}
		}
		if x.class[i] == i {
			firsts[sum] = append(firsts[sum], i)
		}
	}
	return found
}

// removals reports the clauses that may go. Each may go by itself, and all of
// them together: those below are looked at first, and a clause is judged both
// with and without them.
func (x *redundancy) removals() {
	heirs := map[int][]int{}
	all := make([]bool, len(x.gone))
	for i := len(x.clauses) - 2; i >= 0; i-- {
		list, ok := x.removable(i, all)
		if ok && x.any {
			_, ok = x.removable(i, x.gone)
		}
		if ok && x.keepsType([]int{i}, nil) {
			heirs[i], x.gone[i], x.any = list, true, true
		}
	}
	for i := range x.clauses {
		if x.gone[i] {
			x.unneeded(i, heirs[i])
		}
	}
}

// removable reports whether a clause may go from a match without those gone
// before, and which clauses then take its values.
func (x *redundancy) removable(i int, gone []bool) (heirs []int, ok bool) {
	x.advice.place(i)
	defer x.advice.unplace(i)
	if x.advice.steps <= 0 || !x.hasHeir(i) {
		return nil, false
	}
	s := x.advice.fresh()
	defer x.advice.spend(s)
	own := x.advice.m.cellsOf(i)
	for r := range x.clauses {
		s.steps -= len(x.advice.m.cellsOf(r)) + 1
		switch {
		case r == i || gone[r] || !x.advice.overlaps(r):
		case r < i:
			s.add(r)
		case x.class[r] == x.class[i]:
			s.add(r)
			heirs = append(heirs, r)
			if s.solve(own) == useless {
				return heirs, true
			}
		case s.solve(x.advice.both(i, r)) != useless:
			return nil, false
		}
	}
	return nil, false
}

// hasHeir reports whether a clause below that gives the same overlaps with the
// placed one.
func (x *redundancy) hasHeir(i int) bool {
	for r := i + 1; r < len(x.clauses); r++ {
		x.advice.steps--
		if x.class[r] == x.class[i] && x.advice.overlaps(r) {
			return true
		}
	}
	return false
}

func (x *redundancy) unneeded(i int, heirs []int) {
	heir := "`" + x.patternText(heirs[0]) + "` below takes its values and gives"
	if len(heirs) > 1 {
		heir = fmt.Sprintf("%d clauses below take its values and give", len(heirs))
	}
	x.report.report(codes.RedundantMatch, syntax.Diagnostic{
		Span:    x.item.Span(x.pattern(i)),
		Message: "this clause is not needed: without it, " + heir + " the same",
		Related: x.sameBody(heirs),
		Fixes:   []syntax.Fix{x.removeClause(i)},
	})
}

func (x *redundancy) sameBody(rows []int) []syntax.Related {
	var related []syntax.Related
	for _, r := range rows[:min(maxRelated, len(rows))] {
		related = append(related, x.place(r, "this clause has the same body"))
	}
	return related
}

// keepsType reports whether the type of what is matched stays as it is without
// some clauses but for atoms that are kept of them.
func (x *redundancy) keepsType(clauses []int, kept []int32) bool {
	return !x.untested(clauses, kept) || x.declared(x.scrutinee)
}
