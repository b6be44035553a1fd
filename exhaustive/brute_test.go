package exhaustive

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A tree is a value, or a case with `_` in it. Below the depth of every
// pattern a value is cut off: nothing looks there.
type tree struct {
	cut  bool
	con  int64
	args []tree
}

// values lists the values of a space down to a depth, nil if there are more
// than limit. wilds adds `_` everywhere, which makes them cases.
func values(s *space, depth int, wilds bool, limit int) []tree {
	var all []tree
	add := func(ts []tree) { all = append(all, ts...) }
	if s.kind == tupleSpace {
		return products(tree{}, s.elems, depth, wilds, limit)
	}
	if depth == 0 || s.kind == opaqueSpace {
		return []tree{{cut: true}}
	}
	if wilds {
		all = append(all, tree{cut: true})
	}
	switch s.kind {
	case boolSpace:
		add([]tree{{con: 0}, {con: 1}})
	case integerSpace:
		for n := int64(0); n < 4 && s.holds(n); n++ {
			add([]tree{{con: n}})
		}
	case adtSpace:
		for i := range s.cons {
			if !bruteBarren(s, i) {
				add(products(tree{con: int64(i)}, s.fields(i), depth-1, wilds, limit))
			}
		}
	}
	return all
}

// bruteBarren knows the one empty type of these tests.
func bruteBarren(s *space, con int) bool {
	return slices.Contains(s.fields(con), testVoid)
}

func products(t tree, spaces []*space, depth int, wilds bool, limit int) []tree {
	all := []tree{t}
	for _, s := range spaces {
		var next []tree
		for _, v := range values(s, depth, wilds, limit) {
			for _, prefix := range all {
				grown := prefix
				grown.args = append(slices.Clone(prefix.args), v)
				next = append(next, grown)
			}
			if len(next) > limit {
				return make([]tree, limit+1)
			}
		}
		all = next
	}
	return all
}

// overlap reports whether some value of a case matches a pattern.
func overlap(l *arena, p pat, t tree) bool {
	n := l.nodes[p]
	if n.kind == wildPat || t.cut {
		return true
	}
	if n.kind != tuplePat && n.con != t.con {
		return false
	}
	for i, arg := range l.arguments(p) {
		if !overlap(l, arg, t.args[i]) {
			return false
		}
	}
	return true
}

// within reports whether a value is one of a witness, whose place in the
// clauses is where the given patterns stand.
func within(l *arena, w witness, t tree, here []pat) bool {
	if w.any {
		return true
	}
	if w.other {
		return !slices.ContainsFunc(here, func(p pat) bool {
			return l.nodes[p].kind == literalPat && l.nodes[p].con == t.con
		})
	}
	if w.space.kind != tupleSpace && (t.cut || w.con != t.con) {
		return false
	}
	for i := range w.args {
		if !within(l, w.args[i], t.args[i], argumentsAt(l, here, w.con, i)) {
			return false
		}
	}
	return true
}

func argumentsAt(l *arena, here []pat, con int64, i int) []pat {
	var inner []pat
	for _, p := range here {
		if n := l.nodes[p]; n.kind != wildPat && n.con == con {
			inner = append(inner, l.arguments(p)[i])
		}
	}
	return inner
}

// witness is a case as the search would give it.
func (t tree) witness(s *space) witness {
	w := witness{space: s, any: t.cut, con: t.con}
	if t.cut {
		return w
	}
	for i, part := range s.parts(t.con) {
		w.args = append(w.args, t.args[i].witness(part))
	}
	w.any = s.kind == tupleSpace && allWild(w.args)
	return w
}

// inVain reports whether a pattern asks for a constructor without values.
func inVain(l *arena, p pat, s *space) bool {
	n := l.nodes[p]
	if n.kind == wildPat {
		return false
	}
	if n.kind == consPat && bruteBarren(s, int(n.con)) {
		return true
	}
	if n.kind == literalPat && !s.holds(n.con) {
		return true
	}
	for i, arg := range l.arguments(p) {
		if inVain(l, arg, s.parts(n.con)[i]) {
			return true
		}
	}
	return false
}

const (
	bruteLimit    = 3000
	randomMatches = 1000
)

func TestAgainstEnumeration(t *testing.T) {
	tried := 0
	for seed := range uint64(randomMatches) {
		r := rand.New(rand.NewPCG(seed, 7))
		p := randomProblem(r, 9, 1+r.IntN(3))
		vals := values(p.space, 4, false, bruteLimit)
		if len(vals) > bruteLimit {
			vals = values(p.space, 3, false, bruteLimit)
			p = trim(p, 2)
		}
		if len(vals) > bruteLimit {
			continue
		}
		tried++
		checkProblem(t, seed, p, vals)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d of %d matches are small enough", tried, randomMatches)
}

// trim keeps the patterns of at most a depth.
func trim(p *problem, depth int) *problem {
	p.pats = slices.DeleteFunc(p.pats, func(q pat) bool { return patDepth(&p.m.arena, q) > depth })
	return p
}

func patDepth(l *arena, p pat) int {
	d := 0
	for _, arg := range l.arguments(p) {
		d = max(d, patDepth(l, arg))
	}
	if kind := l.nodes[p].kind; kind == consPat || kind == literalPat {
		d++
	}
	return d
}

func checkProblem(t *testing.T, seed uint64, p *problem, vals []tree) {
	v := p.judge()
	if v.gaveUp {
		t.Errorf("seed %d: gave up", seed)
		return
	}
	rest := checkDead(t, seed, p, v, vals)
	if len(p.pats) > 0 {
		checkMissing(t, seed, p, v, rest)
	}
}

// checkDead runs the clauses over all values and gives those left over.
func checkDead(t *testing.T, seed uint64, p *problem, v verdict, vals []tree) []tree {
	l := &p.m.arena
	var live []int
	rest := vals
	for i, q := range p.pats {
		var left []tree
		for _, val := range rest {
			if !overlap(l, q, val) {
				left = append(left, val)
			}
		}
		n := slices.IndexFunc(v.dead, func(d deadRow) bool { return d.row == i })
		if isDead := len(left) == len(rest) || inVain(l, q, p.space); isDead != (n >= 0) {
			t.Errorf("seed %d: clause %d dead %v, want %v", seed, i, n >= 0, isDead)
		}
		if n >= 0 && v.dead[n].unmatched == wild {
			checkCovers(t, seed, p, v.dead[n], vals)
			checkMove(t, seed, p, v.dead[n], live, vals)
		}
		if n < 0 {
			live = append(live, i)
		}
		rest = left
	}
	return rest
}

// usefulAfter reports whether a clause takes a value that others leave.
func (p *problem) usefulAfter(before []int, row int, vals []tree) bool {
	return slices.ContainsFunc(vals, func(val tree) bool {
		return overlap(&p.m.arena, p.pats[row], val) && !slices.ContainsFunc(before, func(b int) bool {
			return overlap(&p.m.arena, p.pats[b], val)
		})
	})
}

func checkCovers(t *testing.T, seed uint64, p *problem, d deadRow, vals []tree) {
	if p.usefulAfter(d.covers, d.row, vals) {
		t.Errorf("seed %d: clause %d is not covered by %v", seed, d.row, d.covers)
	}
	for i := range d.covers {
		rest := slices.Delete(slices.Clone(d.covers), i, i+1)
		if !p.usefulAfter(rest, d.row, vals) {
			t.Errorf("seed %d: clause %d is covered by %v already, not only %v", seed, d.row, rest, d.covers)
		}
	}
}

// checkMove looks for the last clause above which the dead one helps.
func checkMove(t *testing.T, seed uint64, p *problem, d deadRow, live []int, vals []tree) {
	want := -1
	for n := len(live) - 1; n >= 0; n-- {
		if p.usefulAfter(live[:n], d.row, vals) {
			if p.moveIsSafe(live, n, d.row, vals) {
				want = live[n]
			}
			break
		}
	}
	if d.moveTo != want {
		t.Errorf("seed %d: clause %d should move above %d, want %d", seed, d.row, d.moveTo, want)
	}
}

func (p *problem) moveIsSafe(live []int, n, row int, vals []tree) bool {
	for i := n; i < len(live); i++ {
		if !p.usefulAfter(append(slices.Clone(live[:i]), row), live[i], vals) {
			return false
		}
	}
	return true
}

func checkMissing(t *testing.T, seed uint64, p *problem, v verdict, rest []tree) {
	if (v.missing == nil) != (len(rest) == 0) {
		t.Errorf("seed %d: exhaustive %v, want %v", seed, v.missing == nil, len(rest) == 0)
		return
	}
	if v.missing == nil {
		return
	}
	ws := p.m.witnesses(v.missing, maxCases)
	if len(ws) != v.missing.count {
		t.Errorf("seed %d: %d witnesses, counted %d", seed, len(ws), v.missing.count)
	}
	for _, val := range rest {
		n := 0
		for _, w := range ws {
			if within(&p.m.arena, w, val, p.pats) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("seed %d: value %v is in %d witnesses", seed, val, n)
		}
	}
	checkShortest(t, seed, p, ws)
}

func checkShortest(t *testing.T, seed uint64, p *problem, ws []witness) {
	cases := values(p.space, 4, true, 50000)
	if len(cases) > 50000 {
		return
	}
	var least *witness
	for _, c := range cases {
		w := c.witness(p.space)
		if (least == nil || compareWitnesses(w, *least) < 0) && !slices.ContainsFunc(p.pats, func(q pat) bool {
			return overlap(&p.m.arena, q, c) && !inVain(&p.m.arena, q, p.space)
		}) {
			least = &w
		}
	}
	if compareWitnesses(ws[0], *least) != 0 {
		t.Errorf("seed %d: the first witness is %v, want %v", seed, ws[0], *least)
	}
}
