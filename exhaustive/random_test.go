package exhaustive

import "math/rand/v2"

// The spaces of the random tests.
var (
	testBool   = &space{kind: boolSpace}
	testOpaque = &space{kind: opaqueSpace}
	testVoid   = adt("Void")
	testColor  = adt("Color", cons("Red"), cons("Green"), cons("Blue"))
	testNat    = recursive(func(self *space) []consInfo { return []consInfo{cons("S", self), cons("Z")} })
	testBox    = adt("Box", cons("Box", testColor))
	testList   = recursive(func(self *space) []consInfo { return []consInfo{cons("Cons", testColor, self), cons("Nil")} })
	testTree   = recursive(func(self *space) []consInfo {
		return []consInfo{cons("Leaf"), cons("Node", self, testBool, self)}
	})
	testEither = adt("Either", cons("Left", testBool), cons("Never", testVoid), cons("Right", testNat))
	testOpt    = adt("Opt", cons("None"), cons("Some", tuple(testBool, testList)))
	testBit    = &space{kind: integerSpace, bits: 1}
	testInt    = &space{kind: integerSpace, bits: 32, signed: true}
	testPair   = tuple(testColor, testBool)

	testSpaces = []*space{
		testBool, testOpaque, testColor, testNat, testBox, testList, testTree, testEither, testOpt,
		testBit, testInt, testPair, tuple(testNat, testInt), tuple(),
	}
)

func adt(name string, cons ...consInfo) *space {
	return &space{kind: adtSpace, name: name, cons: cons}
}

func cons(name string, fields ...*space) consInfo {
	return consInfo{name: name, arity: len(fields), fields: fields}
}

func tuple(elems ...*space) *space { return &space{kind: tupleSpace, elems: elems} }

func recursive(declare func(self *space) []consInfo) *space {
	s := &space{kind: adtSpace}
	s.cons = declare(s)
	return s
}

// enum is a type of n constructors without fields.
func enum(n int) *space {
	s := &space{kind: adtSpace}
	for range n {
		s.cons = append(s.cons, cons("C"))
	}
	return s
}

// columns is a tuple of n values of one space.
func columns(n int, s *space) *space {
	t := &space{kind: tupleSpace}
	for range n {
		t.elems = append(t.elems, s)
	}
	return t
}

// randomSpace gives a tuple of up to five columns or one bare space.
func randomSpace(r *rand.Rand) *space {
	n := r.IntN(6)
	if n == 0 {
		return testSpaces[r.IntN(len(testSpaces))]
	}
	t := &space{kind: tupleSpace}
	for range n {
		t.elems = append(t.elems, testSpaces[r.IntN(len(testSpaces))])
	}
	return t
}

// randomPattern gives a pattern of at most the given depth of constructors.
func randomPattern(r *rand.Rand, l *arena, s *space, depth int) pat {
	if s.kind == tupleSpace {
		if r.IntN(12) == 0 {
			return wild
		}
		return l.add(patNode{kind: tuplePat}, randomArgs(r, l, s.elems, depth)...)
	}
	if depth == 0 || r.IntN(5) < 2 {
		return wild
	}
	switch s.kind {
	case boolSpace:
		return l.add(patNode{kind: literalPat, con: int64(r.IntN(2))})
	case integerSpace:
		return l.add(patNode{kind: literalPat, con: int64(r.IntN(3))})
	case adtSpace:
		if len(s.cons) > 0 {
			con := r.IntN(len(s.cons))
			return l.add(patNode{kind: consPat, con: int64(con)}, randomArgs(r, l, s.fields(con), depth-1)...)
		}
	}
	return wild
}

func randomArgs(r *rand.Rand, l *arena, spaces []*space, depth int) []pat {
	args := make([]pat, len(spaces))
	for i, s := range spaces {
		args[i] = randomPattern(r, l, s, depth)
	}
	return args
}

// A problem is a space with patterns, to be judged.
type problem struct {
	tool  *tool
	m     *matrix // the tool's
	space *space
	pats  []pat
}

func newProblem(s *space) *problem {
	p := &problem{tool: &tool{}, space: s}
	p.m = &p.tool.matrix
	p.m.reset()
	return p
}

func randomProblem(r *rand.Rand, rows, depth int) *problem {
	p := newProblem(randomSpace(r))
	for range 1 + r.IntN(rows) {
		p.pats = append(p.pats, randomPattern(r, &p.m.arena, p.space, depth))
	}
	return p
}

// row adds a clause over a tuple of enumerations: constructor numbers, -1 for
// `_`.
func (p *problem) row(cons ...int) {
	args := make([]pat, len(cons))
	for i, con := range cons {
		if con >= 0 {
			args[i] = p.m.arena.add(patNode{kind: consPat, con: int64(con)})
		}
	}
	p.pats = append(p.pats, p.m.arena.add(patNode{kind: tuplePat}, args...))
}

// blank is a row of n wildcards.
func blank(n int) []int {
	row := make([]int, n)
	for i := range row {
		row[i] = -1
	}
	return row
}

func (p *problem) judge() verdict {
	p.m.load(p.space, p.pats)
	return p.tool.judge(false)
}
