package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
)

// What the errors of one call's arguments say together: two arguments in each
// other's place, or a fold whose state is of another type than its elements. One
// error takes the place of several; all work on the diagnostics after a mark.

// swapped looks at the errors that a call's arguments gave since a mark. Where
// two arguments stand in each other's place, it reports that alone: one
// mistake is one error.
func (c *checker) swapped(from int, args []syntax.NodeID, in []types.Type, name string) bool {
	if c.rotated(from, args, in, name) {
		c.doubtOrder(args, in)
		return true
	}
	wrong := c.wrongArguments(from, args)
	for _, i := range wrong {
		for j := range args {
			if i == j || i >= len(in) || j >= len(in) {
				continue
			}
			a, b := c.found[args[i]], c.givenType(args[j])
			if resembles(in[j], a) && resembles(in[i], b) && !resembles(in[i], a) {
				c.reportSwapped(from, args, min(i, j), max(i, j), name)
				c.doubtOrder(args, in)
				return true
			}
		}
	}
	return false
}

// doubtOrder makes the fix of the last diagnostic, which puts arguments in order, a sketch where their
// types fit in another order too: which of them is meant, nobody knows.
func (c *checker) doubtOrder(args []syntax.NodeID, in []types.Type) {
	if n := len(args); n <= maxReordered && len(in) == n && c.fittingOrders(args, in) > 1 {
		c.Diagnostics[len(c.Diagnostics)-1].Fixes[0].Confidence = codes.Sketch
	}
}

// fittingOrders counts the orders, with one argument moved or two exchanged, in which each argument
// resembles its parameter.
func (c *checker) fittingOrders(args []syntax.NodeID, in []types.Type) int {
	n, seen := len(args), map[string]bool{}
	count := func(order []int) {
		for i, at := range order {
			if !resembles(in[i], c.givenType(args[at])) {
				return
			}
		}
		seen[fmt.Sprint(order)] = true
	}
	for i := range n {
		for j := range n {
			if i != j {
				count(moved(n, i, j))
			}
			if i < j {
				count(exchanged(n, i, j))
			}
		}
	}
	return len(seen)
}

// exchanged are the numbers below n in their order, but for two in each other's place.
func exchanged(n, i, j int) []int {
	order := make([]int, n)
	for k := range order {
		order[k] = k
	}
	order[i], order[j] = j, i
	return order
}

// givenType is the type that an argument has, whether it fits or not.
func (c *checker) givenType(arg syntax.NodeID) types.Type {
	if t := c.found[arg]; t != nil {
		return t
	}
	return c.info.Types[arg]
}

// keepFirstWrong keeps, of the errors that the arguments of a polymorphic function
// gave since a mark, the first that reports a wrong argument, and those inside
// of arguments. It reports whether there is one.
func (c *checker) keepFirstWrong(from int, args []syntax.NodeID) bool {
	wrong := c.wrongArguments(from, args)
	if len(wrong) < 2 {
		return len(wrong) > 0
	}
	spans := map[syntax.Span]bool{}
	for _, i := range wrong {
		spans[c.Item.Span(c.resultNode(args[i]))] = true
	}
	kept, seen := c.Diagnostics[:from], false
	for _, d := range c.Diagnostics[from:] {
		if spans[d.Span] {
			if seen {
				continue
			}
			seen = true
		}
		kept = append(kept, d)
	}
	c.Diagnostics = kept
	return true
}

// reductions are the errors by which a call shows that its state has another
// type than the elements.
var reductions = map[codes.Code]bool{
	codes.TypeMismatch: true, codes.DtypeMismatch: true, codes.ShapeMismatch: true, codes.DepthMismatch: true,
}

// reportOtherOperator replaces the errors that a call's arguments gave since a mark by one
// that names the operator which is meant.
func (c *checker) reportOtherOperator(from int, n syntax.NodeID, o *op.Op, args []syntax.NodeID) bool {
	if o.Instead == "" || len(args) < 3 || c.found[args[2]] == nil && !c.resultDiffers(from) {
		return false
	}
	for _, d := range c.Diagnostics[from:] {
		if !reductions[d.Code] {
			return false
		}
	}
	if d := &c.Diagnostics[from]; len(c.Diagnostics) == from+1 && d.Span == c.Item.Span(c.resultNode(args[2])) && c.joinsElements(args) {
		d.Notes = append(d.Notes, fmt.Sprintf("The start of `%s` has the type of the elements; `%s` carries a state of any type.", o.Name, o.Instead))
		return true
	}
	callee := c.Item.Span(c.Item.Call(n).Callee)
	c.Diagnostics = append(c.Diagnostics[:from], syntax.Diagnostic{
		Code: codes.TypeMismatch, Span: callee,
		Message: fmt.Sprintf("the state of this `%s` has another type than the elements", o.Name),
		Notes: []string{
			fmt.Sprintf("`%s` joins elements in any grouping, so its function takes two of them and gives one.", o.Name),
			fmt.Sprintf("`%s` carries a state of any type from one element to the next.", o.Instead),
		},
		Fixes: []syntax.Fix{syntax.Replace("write `"+o.Instead+"`", callee, o.Instead)},
	})
	return true
}

// joinsElements reports whether the function of a reduction takes two elements of its sequence and
// gives one, so that only the start of the reduction is wrong.
func (c *checker) joinsElements(args []syntax.NodeID) bool {
	sequence, ok := types.Head(c.ResolveVars(orBad(c.info.Types[args[1]]))).(*types.Fractal)
	if !ok || c.Item.Kind(args[0]) != syntax.Fn || c.m.terse || c.exchanged >= maxExchanged {
		return false
	}
	joins := &types.Func{In: []types.Type{sequence.Elem, sequence.Elem}, Out: sequence.Elem}
	return c.checksAs(args[0], joins, reason{kind: argumentReason, index: 1})
}

// wrongStart replaces the errors that a function literal gave in a call since a mark by one
// at the start of a fold or a scan, where all of them come from the start having another
// dtype than the elements.
func (c *checker) wrongStart(from int, args []syntax.NodeID, name string) bool {
	var function syntax.Span
	var start, elements *types.Tensor
	at := syntax.NoNode
	for _, arg := range args {
		switch t := types.Head(orBad(c.info.Types[arg])).(type) {
		case *types.Func:
			if c.Item.Kind(arg) == syntax.Fn {
				function = c.Item.Span(arg)
			}
		case *types.Tensor:
			start, at = t, arg
		case *types.Fractal:
			elements, _ = types.Head(t.Elem).(*types.Tensor)
		case *types.ADT:
			if len(t.Args) == 1 {
				elements, _ = types.Head(t.Args[0]).(*types.Tensor)
			}
		}
	}
	if start == nil || elements == nil || start.Dtype == elements.Dtype || len(start.Shape) != len(elements.Shape) {
		return false
	}
	for _, d := range c.Diagnostics[from:] {
		if d.Code != codes.DtypeMismatch || !function.Contains(d.Span.Start) {
			return false
		}
	}
	want := &types.Tensor{Dtype: elements.Dtype, Shape: start.Shape}
	d := syntax.Diagnostic{
		Code: codes.DtypeMismatch, Span: c.Item.Span(at),
		Message: fmt.Sprintf("the start of %s has another dtype than the elements", calleeName(name)),
		Notes:   c.compared([2]string{"elements", "start"}, elements, start),
		Fixes:   c.literalFixes(at, &infer.Clash{Code: codes.DtypeMismatch, Want: want, Got: start, Dim: -1}),
	}
	c.Diagnostics = append(c.Diagnostics[:from], d)
	return true
}

// showStart adds to the errors that a function literal gave in a call since a mark where their
// variable, its first parameter, gets its type: at the argument of that type, the start of a fold.
func (c *checker) showStart(from int, args []syntax.NodeID) {
	i := slices.IndexFunc(args, func(arg syntax.NodeID) bool { return c.Item.Kind(arg) == syntax.Fn })
	if i < 0 || c.Item.Fn(args[i]).Params == syntax.NoNode {
		return
	}
	params := c.Item.Kids(c.Item.Fn(args[i]).Params)
	if len(params) < 2 || c.Item.Kind(params[0]) != syntax.Param || c.Item.Param(params[0]).Type != syntax.NoNode {
		return
	}
	c.showOrder(from, args[i], params)
	pattern := c.Item.Param(params[0]).Pattern
	o := c.info.Objects[pattern]
	if o == nil || o.Type == nil {
		return
	}
	for _, arg := range args {
		t := c.info.Types[arg]
		if c.Item.Kind(arg) == syntax.Fn || t == nil || types.String(c.ResolveVars(t)) != types.String(c.ResolveVars(o.Type)) {
			continue
		}
		start := syntax.Related{Place: syntax.Place{Span: c.Item.Span(arg)}, Message: fmt.Sprintf("`%s` begins as this", o.Name)}
		shown := false
		for i := range c.Diagnostics[from:] {
			if d := &c.Diagnostics[from+i]; c.Item.Text[d.Span.Start:d.Span.End] == c.Item.SourceText(pattern) {
				d.Related, shown = append(d.Related, start), true
			}
		}
		if shown { // then the next state differs for the same reason
			c.Diagnostics = append(c.Diagnostics[:from], slices.DeleteFunc(c.Diagnostics[from:], isResultClash)...)
		}
		return
	}
}

// showOrder adds to the errors since a mark in the patterns of a function literal's parameters what the
// literal is called with: functions on lists and on sequences pass the state and the element in orders
// of their own.
func (c *checker) showOrder(from int, fn syntax.NodeID, params []syntax.NodeID) {
	f, ok := types.Head(c.ResolveVars(orBad(c.info.Types[fn]))).(*types.Func)
	if !ok || len(f.In) != len(params) {
		return
	}
	texts := make([]string, len(f.In))
	for i, in := range f.In {
		texts[i] = "`" + types.Text(c.ResolveVars(in)) + "`"
	}
	for i := range c.Diagnostics[from:] {
		d := &c.Diagnostics[from+i]
		if d.Code == codes.TypeMismatch && slices.ContainsFunc(params, func(p syntax.NodeID) bool { return c.Item.Span(p) == d.Span }) {
			d.Notes = append(d.Notes, "The function is called with "+strings.Join(texts, ", ")+", in this order.")
		}
	}
}

// lambdaHeadline is how the headline on a function's result begins.
var lambdaHeadline, _, _ = strings.Cut(headlines[lambdaReason], "%s")

// resultDiffers reports whether a user's function was reported to give another
// type than is needed.
func (c *checker) resultDiffers(from int) bool {
	return slices.ContainsFunc(c.Diagnostics[from:], isResultClash)
}

// isResultClash reports whether a diagnostic is that of a function literal's result.
func isResultClash(d syntax.Diagnostic) bool { return strings.HasPrefix(d.Message, lambdaHeadline) }

// wrongArguments are the indexes of the arguments that were reported to have a
// wrong type.
func (c *checker) wrongArguments(from int, args []syntax.NodeID) []int {
	if len(c.Diagnostics) == from {
		return nil
	}
	var wrong []int
	for i, arg := range args {
		for _, d := range c.Diagnostics[from:] {
			if c.found[arg] != nil && d.Span == c.Item.Span(c.resultNode(arg)) {
				wrong = append(wrong, i)
				break
			}
		}
	}
	return wrong
}

func (c *checker) reportSwapped(from int, args []syntax.NodeID, i, j int, name string) {
	left, right := args[i], args[j]
	a, b := c.Item.Span(left), c.Item.Span(right)
	kept := c.Diagnostics[:from]
	for _, d := range c.Diagnostics[from:] {
		if !slices.ContainsFunc(args, func(arg syntax.NodeID) bool { return d.Span == c.Item.Span(c.resultNode(arg)) }) {
			kept = append(kept, d) // of what is in an argument; what a variable stands for is another in each order
		}
	}
	c.Diagnostics = append(kept, syntax.Diagnostic{
		Code: codes.TypeMismatch, Span: a.Cover(b),
		Message: fmt.Sprintf("arguments %d and %d of %s are swapped", i+1, j+1, calleeName(name)),
		Notes: []string{
			fmt.Sprintf("Argument %d is `%s`, and argument %d is `%s`.",
				i+1, types.Text(c.ResolveVars(c.givenType(left))), j+1, types.Text(c.ResolveVars(c.givenType(right)))),
		},
		Fixes: []syntax.Fix{{Title: "swap them", Edits: []syntax.Edit{
			{Span: a, NewText: c.Item.SourceText(right)},
			{Span: b, NewText: c.Item.SourceText(left)},
		}}},
	})
}

// resembles reports whether a type could be the wanted one, without deciding it:
// variables resemble everything, type parameters of the user's only themselves.
func resembles(want, got types.Type) bool {
	if got == nil {
		return false
	}
	want, got = types.Head(want), types.Head(got)
	w, variable := want.(*types.Var)
	g, also := got.(*types.Var)
	if variable && !w.Rigid || also && !g.Rigid {
		return true
	}
	if variable || also {
		return w == g
	}
	switch w := want.(type) {
	case *types.Tensor:
		g, ok := got.(*types.Tensor)
		return ok && w.Dtype == g.Dtype && shapesResemble(w.Shape, g.Shape)
	case *types.Func:
		g, ok := got.(*types.Func)
		return ok && len(g.In) == len(w.In)
	case *types.Fractal:
		g, ok := got.(*types.Fractal)
		return ok && resembles(w.Elem, g.Elem)
	case *types.ADT:
		g, ok := got.(*types.ADT)
		return ok && g.Decl == w.Decl && slices.EqualFunc(w.Args, g.Args, resembles)
	case *types.Tuple:
		g, ok := got.(*types.Tuple)
		return ok && len(g.Elems) == len(w.Elems)
	case *types.Ref:
		_, ok := got.(*types.Ref)
		return ok
	}
	return false
}

func shapesResemble(want, got []types.Dim) bool {
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		a, constA := want[i].Const()
		b, constB := got[i].Const()
		if constA && constB && a != b {
			return false
		}
	}
	return true
}
