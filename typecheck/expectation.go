package typecheck

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// What an expression must be reaches into the calls of polymorphic functions:
// where `Some(0)` must be `Optional[float32]`, the 0 must be `float32`. The result
// type of the function is matched with the wanted one, and what that gives for the
// type parameters determines what the arguments must be.
//
// This expectation says where a literal is wrong and nothing else: no variable is
// linked by it, so that the types of a program without an error are those that
// inference from the arguments to the result finds. It is sound because unifying the
// result with the wanted type, which comes later, would clash: a literal, and a
// `Constant` that is written out, has a dtype and extents that nothing changes. Where the
// other arguments make an extent of the result `?`, the value would fault in every run.

// A goal is what the value of a call must be.
type goal struct {
	node syntax.NodeID // the call
	want types.Type
	why  reason
}

// part is the reason for a part of an expression, which must be of a type; nil where
// nothing is known of it.
func (why reason) part(must types.Type) reason {
	why.must = must
	return why
}

// inside is the reason for a branch, a clause or an element of an expression that must be
// of a type for another reason.
func (why reason) inside(whole reason) reason {
	if whole.must != nil {
		why.must, why.outer = whole.must, &whole
	}
	return why
}

// aim notes what a call must be, for the arguments of that call.
func (c *checker) aim(n syntax.NodeID, want types.Type, why reason) {
	if c.Item.Kind(n) != syntax.Call {
		return
	}
	vetted := why.must != nil
	if vetted {
		want = why.must
	}
	if want == nil || isVariable(types.Head(want)) || types.IsBad(want) || c.isClaimed(want) {
		return
	}
	if !vetted && c.contradicted(n, want) {
		return
	}
	c.goal = goal{n, types.Head(want), why}
}

// expectations are what the arguments of a call must be, nil where nothing is known of
// them. What the goal does not decide is ErrorType, which agrees with everything.
func (c *checker) expectations(n syntax.NodeID, f *types.Func, args []syntax.NodeID) ([]types.Type, *reason) {
	if c.goal.node != n || len(f.Params) == 0 || !slices.ContainsFunc(args, c.holdsLiteral) {
		return nil, nil
	}
	why := c.goal.why
	return c.mustBe(f, c.goal.want), &why
}

// mustBe are the parameter types of a polymorphic function whose result must be of a
// type.
func (c *checker) mustBe(f *types.Func, want types.Type) []types.Type {
	s := types.Substitution{Meter: &c.meter, Params: f.Params,
		Types: make([]types.Type, len(f.Params)), Dims: make([]types.Dim, len(f.Params))}
	for i := range f.Params {
		s.Types[i], s.Dims[i] = types.ErrorType, types.Any
	}
	m := matching{s: &s, parts: maxMatched}
	m.match(f.Out, want)
	musts := make([]types.Type, len(f.In))
	for i, in := range f.In {
		musts[i] = s.Apply(in)
	}
	return musts
}

// holdsLiteral reports whether an expectation of an argument may reach a literal.
func (c *checker) holdsLiteral(n syntax.NodeID) bool {
	switch c.Item.Kind(n) {
	case syntax.Local, syntax.Global, syntax.Name, syntax.Fn, syntax.Binary, syntax.Meta, syntax.NamedArg:
		return false
	}
	return true
}

// contradicted reports whether a variable among the parts of an expression is not what
// a type asks for: then it, or the type, is as likely to be the mistake as a literal.
func (c *checker) contradicted(n syntax.NodeID, must types.Type) bool {
	c.meter.Spend(1)
	must = types.Head(must)
	switch c.Item.Kind(n) {
	case syntax.Paren:
		return c.contradicted(c.Item.Inner(n), must)
	case syntax.Local:
		o := c.scope.find(c.Item.SourceText(n))
		return o != nil && len(o.Params) == 0 && c.contradictsExactly(must, o.Type)
	case syntax.Tuple:
		t, ok := must.(*types.Tuple)
		return ok && len(t.Elems) == len(c.Item.Kids(n)) && c.anyContradicted(c.Item.Kids(n), t.Elems)
	case syntax.List:
		t, ok := must.(*types.Fractal)
		return ok && slices.ContainsFunc(c.Item.Kids(n), func(kid syntax.NodeID) bool { return c.contradicted(kid, t.Elem) })
	case syntax.Call:
		call := c.Item.Call(n)
		f := c.calledFunction(call.Callee)
		switch {
		case f == nil || len(call.Args) != len(f.In):
			return false
		case len(f.Params) == 0:
			return c.contradictsExactly(must, f.Out)
		}
		return c.anyContradicted(call.Args, c.mustBe(f, must))
	}
	return false
}

func (c *checker) anyContradicted(ns []syntax.NodeID, musts []types.Type) bool {
	for i, n := range ns {
		if c.contradicted(n, musts[i]) {
			return true
		}
	}
	return false
}

// calledFunction is the type of a definition or a constructor that is called by its
// name, nil for anything else.
func (c *checker) calledFunction(callee syntax.NodeID) *types.Func {
	text := c.Item.SourceText(callee)
	var t types.Type
	switch c.Item.Kind(callee) {
	case syntax.Global:
		if o := c.m.value(text, c.unit.block); o != nil {
			t = c.typeOf(o)
		}
	case syntax.Name:
		if o := c.constructor(text); o != nil && c.scope.findBare(text) == nil {
			t = c.typeOf(o)
		}
	}
	f, _ := headFunc(t)
	return f
}

// A matching compares a pattern with a type, part by part.
type matching struct {
	s     *types.Substitution // whose parameters are set to what they stand for; may be nil
	parts int                 // that are still looked at: types may be very large
	clash bool                // two parts cannot be made equal

	differ func(want, got types.Dim) bool // for extents; nil: they are not compared
}

// maxMatched bounds how many parts of a type are looked at for an expectation.
const maxMatched = 256

// contradicts reports whether two types differ in more than extents.
func (c *checker) contradicts(must, got types.Type) bool {
	m := matching{parts: maxMatched}
	m.match(must, got)
	return m.clash
}

// contradictsExactly reports whether two types differ, in extents too.
func (c *checker) contradictsExactly(must, got types.Type) bool {
	m := matching{parts: maxMatched, differ: c.extentsDiffer}
	m.match(must, got)
	return m.clash
}

// extentsDiffer reports whether two extents are known and not the same.
func (c *checker) extentsDiffer(want, got types.Dim) bool {
	want, got = c.extent(want), c.extent(got)
	return !want.Loose() && !got.Loose() && !want.Equal(got) && len(c.unknowns(want, got)) == 0
}

// match finds what the parameters stand for (the first place of each decides), and
// whether the rest differs.
func (m *matching) match(pattern, t types.Type) {
	if m.parts--; m.parts < 0 {
		return
	}
	pattern, t = types.Head(pattern), types.Head(t)
	if types.IsBad(pattern) || types.IsBad(t) || isVariable(t) {
		return
	}
	switch p := pattern.(type) {
	case *types.Var:
		m.set(p, t)
	case *types.Tensor:
		g, ok := t.(*types.Tensor)
		if ok = ok && g.Dtype == p.Dtype && len(g.Shape) == len(p.Shape); ok {
			m.matchExtents(p.Shape, g.Shape)
		}
		m.clash = m.clash || !ok
	case *types.Extent:
		if g, ok := t.(*types.Extent); ok {
			m.matchExtents([]types.Dim{p.Dim}, []types.Dim{g.Dim})
		}
	case *types.ADT:
		g, ok := t.(*types.ADT)
		if ok = ok && g.Decl == p.Decl; ok {
			m.matchAll(p.Args, g.Args)
		}
		m.clash = m.clash || !ok
	case *types.Tuple:
		g, ok := t.(*types.Tuple)
		if ok = ok && len(g.Elems) == len(p.Elems); ok {
			m.matchAll(p.Elems, g.Elems)
		}
		m.clash = m.clash || !ok
	case *types.Fractal:
		if g, ok := t.(*types.Fractal); ok {
			m.match(p.Elem, g.Elem)
		} else {
			m.clash = true
		}
	case *types.Ref:
		if g, ok := t.(*types.Ref); ok {
			m.match(p.Elem, g.Elem)
		} else {
			m.clash = true
		}
	case *types.Func:
		g, ok := t.(*types.Func)
		if ok = ok && len(g.In) == len(p.In); ok && len(g.Params) == 0 && len(p.Params) == 0 {
			m.matchAll(p.In, g.In)
			m.match(p.Out, g.Out)
		}
		m.clash = m.clash || !ok
	}
}

func (m *matching) matchAll(patterns, ts []types.Type) {
	for i := range patterns {
		m.match(patterns[i], ts[i])
	}
}

func (m *matching) matchExtents(patterns, dims []types.Dim) {
	for i, p := range patterns {
		m.setExtent(p, dims[i])
		m.clash = m.clash || m.differ != nil && m.differ(p, dims[i])
	}
}

func (m *matching) set(v *types.Var, t types.Type) {
	if m.s == nil {
		return
	}
	for i, p := range m.s.Params {
		if p.Var == v && types.IsBad(m.s.Types[i]) {
			m.s.Types[i] = t
		}
	}
}

// setExtent is set for an extent that is one of the parameters.
func (m *matching) setExtent(pattern, d types.Dim) {
	e, ok := pattern.Symbolic()
	if m.s == nil || !ok {
		return
	}
	symbol, ok := e.Symbol()
	for i, p := range m.s.Params {
		if ok && p.Sym == symbol && m.s.Dims[i].IsAny() {
			m.s.Dims[i] = d
		}
	}
}

// wrongLiteral reports a literal that is not what it must be, and gives the type to go
// on with; nil where nothing is wrong.
func (c *checker) wrongLiteral(n syntax.NodeID, got types.Type, why reason) types.Type {
	must := types.Head(why.must)
	var clash *clash
	switch c.Item.Kind(n) {
	case syntax.Int, syntax.Float, syntax.Bool:
		clash = c.scalarClash(must, got)
	case syntax.Call:
		if c.dense == n {
			clash = c.denseClash(must, got)
		}
	}
	if clash == nil {
		return nil
	}
	for why.kind == branchReason || why.kind == clauseReason || why.kind == elementReason {
		if why.outer == nil {
			break
		}
		why = *why.outer // the first branch is not what says so
	}
	c.reportMismatch(n, must, got, clash, why)
	if t, ok := must.(*types.Tensor); ok && len(t.Shape) == 0 {
		return t
	}
	return types.ErrorType
}

// scalarClash is why a number is not what it must be; nil where it may be, and where the
// arguments may be in another order.
func (c *checker) scalarClash(must, got types.Type) *clash {
	switch t := must.(type) {
	case *types.Tensor:
	case *types.Var:
		if !t.Rigid {
			return nil
		}
	default:
		return nil
	}
	_, clash := c.unify(must, got)
	return clash
}

// denseClash is scalarClash of a `Constant`. It gives no unknown extent a value.
func (c *checker) denseClash(must, got types.Type) *clash {
	w, ok := must.(*types.Tensor)
	g, dense := types.Head(got).(*types.Tensor)
	switch {
	case !ok || !dense:
		return nil
	case len(w.Shape) != len(g.Shape):
		return &clash{code: codes.ShapeMismatch, want: w, got: g, dim: -1}
	}
	for i, d := range g.Shape {
		if c.extentsDiffer(w.Shape[i], d) {
			return &clash{code: codes.ShapeMismatch, want: w, got: g, dim: i}
		}
	}
	if w.Dtype != g.Dtype {
		return &clash{code: codes.DtypeMismatch, want: w, got: g, dim: -1}
	}
	return nil
}
