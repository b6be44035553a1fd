package typecheck

import (
	"fmt"

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

// clashesIn reports whether the diagnostics since a mark are clashes of types within a span.
func (c *checker) clashesIn(from int, at syntax.Span) bool {
	for _, d := range c.Diagnostics[from:] {
		if !reductions[d.Code] || !at.Contains(d.Span.Start) {
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
	if len(c.Diagnostics) != from+1 || c.Diagnostics[from].Code != codes.ShapeMismatch || len(c.Diagnostics[from].Fixes) > 0 || len(args) > most || c.m.terse {
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
