package typecheck

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
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
	if want == nil || infer.IsVariable(types.Head(want)) || types.IsBad(want) || c.IsClaimed(want) {
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
	s := c.undecided(f.Params)
	m := infer.Matching{S: &s, Parts: infer.MaxMatched}
	m.Match(f.Out, want)
	musts := make([]types.Type, len(f.In))
	for i, in := range f.In {
		musts[i] = s.Apply(in)
	}
	return musts
}

// undecided is a substitution that a match decides.
func (c *checker) undecided(params []types.Param) types.Substitution {
	s := types.Substitution{Meter: &c.Meter, Params: params, Types: make([]types.Type, len(params)), Dims: make([]types.Dim, len(params))}
	for i := range params {
		s.Types[i], s.Dims[i] = types.ErrorType, types.Any
	}
	return s
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
	c.Meter.Spend(1)
	must = types.Head(must)
	switch c.Item.Kind(n) {
	case syntax.Paren:
		return c.contradicted(c.Item.Inner(n), must)
	case syntax.Local:
		o := c.scope.find(c.Item.SourceText(n))
		return o != nil && len(o.Params) == 0 && c.ContradictsExactly(must, o.Type)
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
			return c.ContradictsExactly(must, f.Out)
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

// wrongLiteral reports a literal that is not what it must be, and gives the type to go
// on with; nil where nothing is wrong.
func (c *checker) wrongLiteral(n syntax.NodeID, got types.Type, why reason) types.Type {
	must := types.Head(why.must)
	var clash *infer.Clash
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
func (c *checker) scalarClash(must, got types.Type) *infer.Clash {
	switch t := must.(type) {
	case *types.Tensor:
	case *types.Var:
		if !t.Rigid {
			return nil
		}
	default:
		return nil
	}
	_, clash := c.Unify(must, got)
	return clash
}

// denseClash is scalarClash of a `Constant`. It gives no unknown extent a value.
func (c *checker) denseClash(must, got types.Type) *infer.Clash {
	w, ok := must.(*types.Tensor)
	g, dense := types.Head(got).(*types.Tensor)
	switch {
	case !ok || !dense:
		return nil
	case len(w.Shape) != len(g.Shape):
		return &infer.Clash{Code: codes.ShapeMismatch, Want: w, Got: g, Dim: -1}
	}
	for i, d := range g.Shape {
		if c.ExtentsDiffer(w.Shape[i], d) {
			return &infer.Clash{Code: codes.ShapeMismatch, Want: w, Got: g, Dim: i}
		}
	}
	if w.Dtype != g.Dtype {
		return &infer.Clash{Code: codes.DtypeMismatch, Want: w, Got: g, Dim: -1}
	}
	return nil
}
