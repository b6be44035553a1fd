package exhaustive

// A verdict is what was found out about one match.
type verdict struct {
	empty   bool // the scrutinee's type has no values
	dead    []deadRow
	general *catchAll // why some of them are, if so
	missing *missing  // nil: the match is exhaustive, or that was not asked
	gaveUp  bool      // the budget ran out; what is not listed is not known
}

// A deadRow is a clause that no value reaches.
type deadRow struct {
	row       int
	unmatched pat   // the part that no value matches, if that is the reason
	covers    []int // else the clauses that take everything
	moveTo    int   // the clause above which it would run, or -1
	subsume   bool  // one clause covers it by itself
}

// Budgets of steps: for the verdict, at some nanoseconds each, with more for
// matches that are merely large; and for explaining unreachable clauses.
const (
	verdictSteps = 12_000_000
	stepsPerCell = 64
	adviceSteps  = 2_000_000
)

// clean reports whether there is nothing to report.
func (v *verdict) clean() bool {
	return !v.empty && len(v.dead) == 0 && v.missing == nil && !v.gaveUp
}

// judge answers all questions about a match whose rows are loaded. partial
// leaves out what is missing (`match?`).
func (t *tool) judge(partial bool) verdict {
	var v verdict
	m, s := &t.matrix, &t.solver
	if m.positions[0].space.isEmpty() {
		v.empty = true
		return v
	}
	s.reset(m, verdictSteps+stepsPerCell*len(m.cells))
	t.adviser.reset(m, s)
	for r := range m.rows {
		if v.gaveUp {
			return v
		}
		v.judgeRow(&t.adviser, r)
	}
	v.general = t.adviser.catchAll(v.dead)
	if !v.gaveUp && !partial {
		v.judgeRest(s)
	}
	return v
}

func (v *verdict) judgeRow(advice *adviser, r int) {
	m, s := advice.m, advice.solver
	if m.rows[r].unsure {
		return
	}
	if m.rows[r].unmatched != wild {
		v.dead = append(v.dead, deadRow{row: r, unmatched: m.rows[r].unmatched, moveTo: -1})
		return
	}
	switch s.solve(m.cellsOf(r)) {
	case useless:
		v.dead = append(v.dead, advice.explain(r))
	case useful:
		s.add(r)
		advice.live = append(advice.live, r)
	default:
		v.gaveUp = true
	}
}

// judgeRest asks what is missing. Rows in error are taken to match all that
// they might.
func (v *verdict) judgeRest(s *solver) {
	for r := range s.m.rows {
		if row := &s.m.rows[r]; row.unsure && row.unmatched == wild {
			s.add(r)
		}
	}
	switch s.solve(nil) {
	case useful:
		if len(s.m.rows) == 0 && s.m.positions[0].space.kind == adtSpace {
			v.missing = s.m.everything()
			return
		}
		v.missing = findMissing(s)
	case unknown:
		v.gaveUp = true
	}
}
