package typecheck

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// Orders that were tried: the parameters of a function literal that a fold calls with the state and
// the element, and arguments whose types differ in extents alone.

// maxExchanged is how often in an item the parameters of a function literal are exchanged, each of
// which checks its body once more.
const maxExchanged = 8

// otherParameters replaces the errors in a function literal that a call's arguments gave since a mark
// by one that says that its two parameters are in the other order, where it checks then. want is the
// type that argument i must have.
func (c *checker) otherParameters(from int, args []syntax.NodeID, want func(i int) types.Type, name string) bool {
	for i, arg := range args {
		if c.Item.Kind(arg) != syntax.Fn || c.m.terse || c.exchanged >= maxExchanged || !c.clashesIn(from, c.Item.Span(arg)) {
			continue
		}
		params := c.Item.Kids(c.Item.Fn(arg).Params)
		f, ok := types.Head(c.ResolveVars(want(i))).(*types.Func)
		if !ok || len(f.Params) > 0 || len(f.In) != 2 || len(params) != 2 || !c.unannotatedParams(params) || !c.ContradictsExactly(f.In[0], f.In[1]) {
			return false
		}
		exchanged := &types.Func{In: []types.Type{f.In[1], f.In[0]}, Out: f.Out}
		if !c.checksAs(arg, exchanged, reason{kind: argumentReason, name: name, index: i + 1}) {
			return false
		}
		a, b := c.Item.Span(params[0]), c.Item.Span(params[1])
		c.Diagnostics = append(c.Diagnostics[:from], syntax.Diagnostic{
			Code: codes.TypeMismatch, Severity: codes.Error, Span: a.Cover(b),
			Message: "the parameters of this function are in another order than its arguments",
			Notes: []string{fmt.Sprintf("%s calls it with `%s` first, and with `%s` second.", calleeName(name),
				types.Text(f.In[0]), types.Text(f.In[1]))},
			Fixes: []syntax.Fix{{Title: "swap them", Edits: []syntax.Edit{
				{Span: a, NewText: c.Item.SourceText(params[1])}, {Span: b, NewText: c.Item.SourceText(params[0])},
			}}},
		})
		return true
	}
	return false
}

// otherStart replaces the errors in a function literal that a call's arguments gave since a mark by
// one at the start of the fold or scan, where the literal checks with a state of another type than the
// start has: the type of its result, or that of the elements.
func (c *checker) otherStart(from int, args []syntax.NodeID, want func(i int) types.Type, name string) bool {
	fn := slices.IndexFunc(args, func(arg syntax.NodeID) bool { return c.Item.Kind(arg) == syntax.Fn })
	if fn < 0 || c.m.terse || c.exchanged >= maxExchanged || !c.clashesIn(from, c.Item.Span(args[fn])) {
		return false
	}
	params := c.Item.Kids(c.Item.Fn(args[fn]).Params)
	open, ok := types.Head(want(fn)).(*types.Func) // what is the same variable in it is the state
	if !ok || len(open.Params) > 0 || len(open.In) != 2 || len(params) != 2 || !c.unannotatedParams(params) {
		return false
	}
	f := c.ResolveVars(open).(*types.Func)
	state := slices.Index(open.In, open.Out)
	start := slices.IndexFunc(args, func(arg syntax.NodeID) bool {
		t := c.info.Types[arg]
		return t != nil && c.Item.Kind(arg) != syntax.Fn && types.String(c.ResolveVars(t)) == types.String(f.Out)
	})
	if state < 0 || start < 0 || infer.IsVariable(f.Out) {
		return false
	}
	for _, other := range []types.Type{c.Fresh(), f.In[1-state]} {
		in := []types.Type{other, other}
		in[1-state] = f.In[1-state]
		if !c.checksAs(args[fn], &types.Func{In: in, Out: other}, reason{kind: argumentReason, name: name, index: fn + 1}) {
			continue
		}
		if other = c.ResolveVars(other); infer.IsVariable(types.Head(other)) || !c.ContradictsExactly(other, f.Out) {
			continue
		}
		_, clash := c.Unify(other, f.Out)
		if clash == nil {
			continue
		}
		c.Diagnostics = c.Diagnostics[:from]
		c.reportMismatch(args[start], other, f.Out, clash, reason{kind: argumentReason, name: name, index: start + 1})
		if len(c.Diagnostics) > from {
			d := &c.Diagnostics[from]
			d.Notes = append(d.Notes, "This is the first state; the function takes and gives a state of the expected type.")
		}
		return true
	}
	return false
}

// clashesIn reports whether the diagnostics since a mark are clashes of types within a span.
func (c *checker) clashesIn(from int, at syntax.Span) bool {
	for _, d := range c.Diagnostics[from:] {
		if !reductions[d.Code] && d.Code != codes.BadProjection || !at.Contains(d.Span.Start) {
			return false
		}
	}
	return len(c.Diagnostics) > from
}

func (c *checker) unannotatedParams(params []syntax.NodeID) bool {
	for _, p := range params {
		if c.Item.Kind(p) != syntax.Param || c.Item.Param(p).Type != syntax.NoNode {
			return false
		}
	}
	return true
}

// checksAs reports whether an expression in which an error was reported has none as another type.
func (c *checker) checksAs(n syntax.NodeID, t types.Type, why reason) bool {
	outer, limit := c.Reporter, c.exchanged
	c.Reporter, c.exchanged = message.NewReporter(c.Item), maxExchanged // none within this one
	c.expr(n, t, why)
	c.Solve()
	ok := len(c.Diagnostics) == 0
	c.Reporter, c.exchanged = outer, limit+1
	return ok
}

// otherExtents adds to the first error of extents among a call's arguments since a mark the only two
// arguments with which in each other's place the call checks.
func (c *checker) otherExtents(from int, args []syntax.NodeID, params parameters) {
	const most = 6
	if len(c.Diagnostics) != from+1 || len(c.wrongArguments(from, args)) == 0 || c.Diagnostics[from].Code != codes.ShapeMismatch || len(c.Diagnostics[from].Fixes) > 0 || len(args) > most || c.m.terse {
		return
	}
	var order []int
	for i := range args {
		for j := i + 1; j < len(args); j++ {
			if exchanged := exchanged(len(args), i, j); c.fitsExactly(args, params, exchanged) {
				if order != nil {
					return
				}
				order = []int{i, j}
			}
		}
	}
	if order == nil {
		return
	}
	a, b := c.Item.Span(args[order[0]]), c.Item.Span(args[order[1]])
	d := &c.Diagnostics[from]
	d.Notes = append(d.Notes, fmt.Sprintf("The call checks with the arguments %d and %d in the other order.", order[0]+1, order[1]+1))
	d.Fixes = []syntax.Fix{{Title: fmt.Sprintf("swap arguments %d and %d", order[0]+1, order[1]+1), Confidence: codes.Sketch, Edits: []syntax.Edit{
		{Span: a, NewText: c.Item.SourceText(args[order[1]])}, {Span: b, NewText: c.Item.SourceText(args[order[0]])},
	}}}
}

// fitsExactly reports whether the arguments of a call in an order have the types of its parameters,
// with one extent for each size variable.
func (c *checker) fitsExactly(args []syntax.NodeID, params parameters, order []int) bool {
	in, given := &types.Tuple{Elems: params.in}, &types.Tuple{}
	for _, at := range order {
		t := c.givenType(args[at])
		if t == nil || infer.HoldsError(t) {
			return false
		}
		given.Elems = append(given.Elems, c.ResolveVars(t))
	}
	if params.s == nil {
		return !c.ContradictsExactly(in, given)
	}
	s := c.undecided(params.s.Params)
	m := infer.Matching{S: &s, Parts: infer.MaxMatched}
	m.Match(in, given)
	return !c.ContradictsExactly(s.Apply(in), given)
}
