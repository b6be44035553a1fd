package exhaustive

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// A family is a kind of match that is hard for some algorithm, with what is
// true of it.
type family struct {
	name    string
	problem func() *problem
	missing int // 0: exhaustive; maxCases: that many or more
	cost    int // of the shortest missing case
	dead    int
}

var families = []family{
	{"pairs 14", func() *problem { return pairs(14, false) }, maxCases, 14, 0},
	{"pairs 30", func() *problem { return pairs(30, false) }, maxCases, 30, 0},
	{"pairs 30 default", func() *problem { return pairs(30, true) }, 0, 0, 0},
	{"far pairs 30", func() *problem { return farPairs(30) }, maxCases, 30, 0},
	{"bool diagonal 60", func() *problem { return diagonal(60, false) }, 1, 60, 0},
	{"bool diagonal 60 default", func() *problem { return diagonal(60, true) }, 0, 0, 0},
	{"bool triangle 60", func() *problem { return triangle(60, false) }, 1, 60, 0},
	{"bool triangle 60 default", func() *problem { return triangle(60, true) }, 0, 0, 0},
	{"bool staircase 60", func() *problem { return staircase(60) }, 2, 60, 0},
	{"enumeration 40x40", func() *problem { return enumeration(40, 0) }, 0, 0, 0},
	{"enumeration 40x40 but 3", func() *problem { return enumeration(40, 3) }, 3, 2, 0},
	{"pair diagonal 26", func() *problem { return pairDiagonal(26) }, 650, 2, 0},
	{"nesting 30", func() *problem { return nesting(30) }, 1, 31, 0},
	{"nesting 300", func() *problem { return nesting(300) }, 1, 301, 0},
	{"wide 64", func() *problem { return wide(64, 8, 40) }, maxCases, 1, 0},
	{"flat 1000", func() *problem { return flat(1000, 1000) }, 0, 0, 0},
	{"flat 1000 but 7", func() *problem { return flat(1000, 993) }, 7, 1, 0},
	{"flat 1000 of 10", func() *problem { return flat(1000, 10) }, 990, 1, 0},
	{"flat 1000 twice", func() *problem { return flatTwice(1000) }, 0, 0, 1000},
	{"integers 5000", func() *problem { return integers(5000, 32) }, 1, 1, 0},
	{"integers 256", func() *problem { return integers(256, 8) }, 0, 0, 0},
	{"tuple of eight, two arms", func() *problem { return wide(8, 8, 2) }, 104, 1, 0},
	{"deep wildcards", func() *problem { return deepWildcards(25) }, 25, 1, 0},
	{"sat 20", func() *problem { return sat(20, 84, 3) }, -1, 0, -1},
	{"sat 20 unsatisfiable", func() *problem { return sat(20, 120, 5) }, 0, 0, -1},
	{"sat 30", func() *problem { return sat(30, 126, 3) }, -1, 0, -1},
	{"sat 40", func() *problem { return sat(40, 168, 3) }, -1, 0, -1},
	{"sat 60", func() *problem { return sat(60, 252, 3) }, -1, 0, -1},
}

// pairs has A A in columns 2i and 2i+1 of row i, and a last row of A and `_`
// in turn.
func pairs(n int, byDefault bool) *problem {
	p := newProblem(columns(2*n, enum(2)))
	for i := range n {
		row := blank(2 * n)
		row[2*i], row[2*i+1] = 0, 0
		p.row(row...)
	}
	row := blank(2 * n)
	for i := 0; i < 2*n; i += 2 {
		row[i] = 0
	}
	p.row(row...)
	if byDefault {
		p.row(blank(2 * n)...)
	}
	return p
}

// farPairs has its pairs n columns apart, the bad order for decision diagrams.
func farPairs(n int) *problem {
	p := newProblem(columns(2*n, enum(2)))
	for i := range n {
		row := blank(2 * n)
		row[i], row[i+n] = 0, 0
		p.row(row...)
	}
	return p
}

func diagonal(n int, byDefault bool) *problem {
	p := newProblem(columns(n, enum(2)))
	for i := range n {
		row := blank(n)
		row[i] = 0
		p.row(row...)
	}
	if byDefault {
		p.row(blank(n)...)
	}
	return p
}

// triangle has B in the columns before the diagonal.
func triangle(n int, byDefault bool) *problem {
	p := newProblem(columns(n, enum(2)))
	for i := range n {
		row := blank(n)
		for j := range i {
			row[j] = 1
		}
		row[i] = 0
		p.row(row...)
	}
	if byDefault {
		p.row(blank(n)...)
	}
	return p
}

// staircase has A B in columns i and i+1, around the edge too: only all A and
// all B are left.
func staircase(n int) *problem {
	p := newProblem(columns(n, enum(2)))
	for i := range n {
		row := blank(n)
		row[i], row[(i+1)%n] = 0, 1
		p.row(row...)
	}
	return p
}

func enumeration(n, leftOut int) *problem {
	p := newProblem(columns(2, enum(n)))
	for i := range n {
		for j := range n {
			if i != j || i >= leftOut {
				p.row(i, j)
			}
		}
	}
	return p
}

func pairDiagonal(n int) *problem {
	p := newProblem(columns(2, enum(n)))
	for i := range n {
		p.row(i, i)
	}
	return p
}

// nesting matches lists of each length up to n.
func nesting(n int) *problem {
	p := newProblem(testNat)
	for length := range n + 1 {
		q := p.m.arena.add(patNode{kind: consPat, con: 1})
		for range length {
			q = p.m.arena.add(patNode{kind: consPat}, q)
		}
		p.pats = append(p.pats, q)
	}
	return p
}

// wide has rows of the same constructor in every column but the last two.
func wide(width, cons, rows int) *problem {
	p := newProblem(columns(width, enum(cons)))
	for i := range rows {
		row := make([]int, width)
		for j := range row {
			row[j] = i % cons
		}
		row[width-1] = i / cons
		p.row(row...)
	}
	return p
}

func flat(cons, rows int) *problem {
	p := newProblem(columns(1, enum(cons)))
	for i := range rows {
		p.row(i)
	}
	return p
}

func flatTwice(cons int) *problem {
	p := flat(cons, cons)
	for i := range cons {
		p.row(i)
	}
	return p
}

func integers(n, bits int) *problem {
	p := newProblem(&space{kind: integerSpace, bits: bits, signed: true})
	for i := range n {
		p.pats = append(p.pats, p.m.arena.add(patNode{kind: literalPat, con: int64((i*7919)%n - n/2)}))
	}
	return p
}

// deepWildcards asks of a pair of numbers that both are n or more, or one is
// less.
func deepWildcards(n int) *problem {
	p := newProblem(columns(2, testNat))
	deep := wild
	for range n {
		deep = p.m.arena.add(patNode{kind: consPat}, deep)
	}
	p.pats = append(p.pats, p.m.arena.add(patNode{kind: tuplePat}, deep, wild))
	return p
}

// sat is a random 3-SAT formula: a row forbids what contradicts a clause.
func sat(vars, clauses int, seed uint64) *problem {
	r := rand.New(rand.NewPCG(seed, 99))
	p := newProblem(columns(vars, enum(2)))
	for range clauses {
		row := blank(vars)
		for _, v := range r.Perm(vars)[:3] {
			row[v] = r.IntN(2)
		}
		p.row(row...)
	}
	return p
}

func TestFamilies(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			p := f.problem()
			checkFamily(t, f, p, p.judge())
		})
	}
}

func checkFamily(t *testing.T, f family, p *problem, v verdict) {
	if v.gaveUp {
		t.Fatal("gave up")
	}
	if f.dead >= 0 && len(v.dead) != f.dead {
		t.Errorf("%d unreachable clauses, want %d", len(v.dead), f.dead)
	}
	if v.missing == nil {
		if f.missing > 0 {
			t.Errorf("exhaustive, want %d missing", f.missing)
		}
		return
	}
	ws := p.m.witnesses(v.missing, shown)
	if f.missing >= 0 && (v.missing.count != f.missing || ws[0].cost() != f.cost) {
		t.Errorf("%d missing, the shortest of %d; want %d of %d", v.missing.count, ws[0].cost(), f.missing, f.cost)
	}
	for _, w := range ws {
		for i, q := range p.pats {
			if meets(&p.m.arena, q, w) {
				t.Errorf("clause %d matches %v", i, w)
			}
		}
	}
}

// pigeons forbids two of n+1 pigeons to be in one of n holes.
func pigeons(holes int) *problem {
	p := newProblem(columns(holes+1, enum(holes)))
	for a := range holes + 1 {
		for b := range a {
			for hole := range holes {
				row := blank(holes + 1)
				row[a], row[b] = hole, hole
				p.row(row...)
			}
		}
	}
	return p
}

// TestGivingUp asks what resolution cannot answer in reasonable time: whether
// ten pigeons fit into nine holes. No answer is wrong, only "too complex".
func TestGivingUp(t *testing.T) {
	if v := pigeons(9).judge(); v.missing != nil || len(v.dead) > 0 {
		t.Error("found a missing case or an unreachable clause where there is none")
	} else if !v.gaveUp {
		t.Log("it is exhaustive, and that was found out")
	}
}

// meets reports whether a pattern matches some value of a witness.
func meets(l *arena, p pat, w witness) bool {
	n := l.nodes[p]
	if n.kind == wildPat || w.any {
		return true
	}
	if n.kind != tuplePat && n.con != w.con {
		return false
	}
	for i, arg := range l.arguments(p) {
		if !meets(l, arg, w.args[i]) {
			return false
		}
	}
	return true
}

func BenchmarkFamilies(b *testing.B) {
	for _, f := range families {
		b.Run(f.name, func(b *testing.B) {
			p := f.problem()
			for b.Loop() {
				p.m.clearRows()
				p.judge()
			}
		})
	}
	b.Run(fmt.Sprintf("random %d", 100), func(b *testing.B) {
		r := rand.New(rand.NewPCG(1, 1))
		var ps []*problem
		for range 100 {
			ps = append(ps, randomProblem(r, 9, 3))
		}
		for b.Loop() {
			for _, p := range ps {
				p.m.clearRows()
				p.judge()
			}
		}
	})
}

// TestConsistencyChangesNothing holds the search with consistency checks from
// the start against the one without: they prune, and find the same cases.
func TestConsistencyChangesNothing(t *testing.T) {
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 5))
		p := randomProblem(r, 9, 3)
		p.m.load(p.space, p.pats)
		plain, exact := newShortest(p.m, 1<<30), newShortest(p.m, 1<<30)
		plain.plainUntil = 0
		exact.exact = newConsistency(exact)
		for cost := range 6 {
			if a, b := cases(plain, cost), cases(exact, cost); a != b {
				t.Fatalf("seed %d, cost %d: %s, and with consistency %s", seed, cost, a, b)
			}
		}
	}
}

func cases(s *shortest, cost int) string {
	var list string
	s.pass(cost, func(path []int32) bool {
		list += fmt.Sprint(path)
		s.add(append([]int32{}, path...), true)
		return true
	})
	return list
}
