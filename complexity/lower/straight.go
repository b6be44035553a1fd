package lower

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A straight bounds a definition on tensors and FractalTensors that does not branch on their
// elements. Every operator costs what its entry says of the types, which is over the
// definition's own size variables. What a function costs on the elements of a FractalTensor counts
// as often as it is applied: for a parameter its length; for a row of it, inside of a function
// on all rows, the total length of the rows, where the other functions around do not depend on
// the row. So the bound holds for rows of any lengths. What is not known counts nothing, unless
// a run may fault there.
type straight struct {
	*finder
	item   *syntax.Item
	total  [metrics]*symbolic.Expr
	around []loop // the functions on elements that the evaluation is in
	root   bool   // the extents are those of the definition that is bounded
	depth  int
	called map[string][metrics]*symbolic.Expr // what calls cost that were counted, by callKey
}

// A loop is a function on the elements of a parameter, or of rows of it at a depth from 1 on.
type loop struct {
	of    string
	depth int
}

// A row is a FractalTensor of which it is known where its elements come from: a parameter, or a
// row of one that the given loop goes through. A length is that of one.
type row struct {
	of    string
	depth int
	loop  int // -1 for a parameter
}

type lengthOf struct{ row }

// straightBounds bounds a definition without recursion; ok is false where it is of another kind.
func (f *finder) straightBounds() (all Bounds, ok bool) {
	if !slices.ContainsFunc(f.Type.In, onTensors) {
		return all, false
	}
	s := &straight{finder: f, item: f.Item, root: true, called: map[string][metrics]*symbolic.Expr{}}
	s.total = nothing()
	s.add(tick, symbolic.Int(1))
	d := f.definitionOf(f.Item)
	var around *scope
	for i, p := range d.params {
		pattern := f.Item.Unparen(f.Item.Param(p).Pattern)
		if f.Item.Kind(pattern) != syntax.PatVar {
			return all, true
		}
		var v value
		if _, fractal := types.Head(f.Type.In[i]).(*types.Fractal); fractal {
			v = row{f.Names[i], 1, -1}
		}
		around = &scope{bare(f.Item.SourceText(pattern)), v, around}
	}
	if !s.safely(func() { s.expr(d.body, around) }) {
		return all, true
	}
	for m, e := range s.total {
		if g, err := e.Growth(); err == nil && !e.Equal(symbolic.Int(0)) {
			all[m] = Bound{e, g.String()}
			if g.String() == "0" {
				all[m].Growth = "1"
			}
		}
	}
	return all, true
}

// nothing is the cost of what costs nothing.
func nothing() (total [metrics]*symbolic.Expr) {
	for m := range total {
		total[m] = symbolic.Int(0)
	}
	return total
}

func onTensors(t types.Type) (found bool) {
	types.Walk(t, func(part types.Type) bool {
		switch part := types.Head(part).(type) {
		case *types.Fractal:
			found = true
		case *types.Tensor:
			found = found || len(part.Shape) > 0
		}
		return !found
	})
	return found
}

// safely does something, and reports whether all of it was known.
func (s *straight) safely(do func()) (ok bool) {
	defer func() {
		if why := recover(); why != nil {
			if _, stopped := why.(stop); !stopped {
				panic(why)
			}
			ok = false
		}
	}()
	do()
	return true
}

// add counts something once for each evaluation: Σ over the elements of the loops around is the
// product of their numbers, where that of rows is the number of all elements of the rows together, as
// long as no other loop around depends on the row (enter).
func (s *straight) add(metric int, e *symbolic.Expr) {
	for _, l := range s.around {
		name := fmt.Sprintf("|%s|", l.of)
		if l.depth > 1 {
			name = fmt.Sprintf("%s_%d", name, l.depth)
		}
		symbol := s.Symbol(name)
		if symbol == nil {
			panic(unknown)
		}
		e = e.Mul(symbolic.Var(symbol))
	}
	s.total[metric] = s.total[metric].Add(e)
}

func (s *straight) one() { s.add(work, symbolic.Int(1)) }

// Limits of a straight evaluation: how deep expressions are nested, and the steps, of which a
// visit of an expression takes about ten.
const (
	straightDepth = 400
	straightSteps = 5_000_000
	visitSteps    = 10
)

// expr counts an expression.
func (s *straight) expr(n syntax.NodeID, around *scope) value {
	s.depth++
	s.given -= visitSteps
	if s.depth > straightDepth || s.given < -straightSteps {
		panic(unknown)
	}
	defer func() { s.depth-- }()
	t := s.item
	switch t.Kind(n) {
	case syntax.Block:
		b := t.Block(n)
		for _, statement := range b.Statements {
			if t.Kind(statement) != syntax.Let {
				panic(unknown)
			}
			l := t.Let(statement)
			v := s.expr(l.Value, around)
			around = s.bind(l.Pattern, v, around)
		}
		return s.expr(b.Result, around)
	case syntax.Paren:
		return s.expr(t.Inner(n), around)
	case syntax.Int, syntax.Float, syntax.Bool, syntax.Fn:
		return nil
	case syntax.Local, syntax.Name:
		if found := around.find(bare(t.SourceText(n))); found != nil {
			return found.value
		}
	case syntax.Tuple:
		s.add(memory, symbolic.Int(word*int64(len(t.Kids(n)))))
		for _, k := range t.Kids(n) {
			s.expr(k, around)
		}
		return nil
	case syntax.If: // the condition, and of the branches nothing
		s.expr(t.If(n).Cond, around)
		s.one()
		s.harmless(t.If(n).Then, around)
		s.harmless(t.If(n).Else, around)
		return nil
	case syntax.Binary:
		return s.binary(n, around)
	case syntax.Call:
		return s.application(n, around)
	}
	panic(unknown)
}

// harmless looks at an expression without counting it: it must be one that ends in a value.
func (s *straight) harmless(n syntax.NodeID, around *scope) {
	if n != syntax.NoNode {
		total := s.total
		s.expr(n, around)
		s.total = total
	}
}

// bind binds variables of which nothing is known, but for a variable by itself.
func (s *straight) bind(pattern syntax.NodeID, v value, around *scope) *scope {
	pattern = s.item.Unparen(pattern)
	switch s.item.Kind(pattern) {
	case syntax.PatVar, syntax.PatName:
		return &scope{bare(s.item.SourceText(pattern)), v, around}
	case syntax.PatTyped:
		return s.bind(s.item.PatTyped(pattern).Pattern, v, around)
	case syntax.PatTuple:
		for _, k := range s.item.Kids(pattern) {
			around = s.bind(k, nil, around)
		}
		return around
	case syntax.PatWild:
		return around
	}
	panic(unknown)
}

// binary counts a chain of operators on scalars; a second operand of `&&` and `||` may not be
// evaluated.
func (s *straight) binary(n syntax.NodeID, around *scope) value {
	if !s.plain(n) {
		panic(unknown)
	}
	b := s.item.Binary(n)
	s.expr(b.First, around)
	for i := range b.Links() {
		operator, operand := b.Link(i)
		switch s.item.SourceText(operator) {
		case "&&", "||":
			s.harmless(operand, around)
		case "/":
			panic(unknown) // it may fault
		default:
			s.expr(operand, around)
		}
		s.one()
	}
	return nil
}

// plain reports whether an expression gives a scalar.
func (s *straight) plain(n syntax.NodeID) bool {
	info := s.Info(s.item)
	if info == nil {
		return false
	}
	t, ok := types.Head(info.Types[n]).(*types.Tensor)
	return ok && len(t.Shape) == 0
}

func (s *straight) application(n syntax.NodeID, around *scope) value {
	info := s.Info(s.item)
	if info == nil {
		panic(unknown)
	}
	if a, ok := info.Application(n); ok {
		switch name := a.Op.Canonical(); {
		case slices.Contains(loops, name) && a.Op.Kernel == nil:
			return s.loop(n, name, a.Args, around)
		case name == parallel.Length && a.Op.Kernel == nil:
			v := s.expr(a.Args[0], around)
			s.one()
			if r, ok := v.(row); ok {
				return lengthOf{r}
			}
			return nil
		case a.Op.Kernel != nil:
			return s.operator(n, &op.Call{Op: a.Op, Attrs: a.Attrs, Last: true, Out: info.Types[n]}, a.Args, around)
		}
		panic(unknown)
	}
	c := s.item.Call(n)
	if callee := s.item.Unparen(c.Callee); s.item.Kind(callee) == syntax.Global {
		if to := s.Program.Definition(s.item, s.item.SourceText(callee)); to != nil {
			return s.call(s.definitionOf(to), c.Args, around)
		}
	}
	panic(unknown)
}

// operator counts a call of an operator on tensors, or on scalars.
func (s *straight) operator(n syntax.NodeID, c *op.Call, args []syntax.NodeID, around *scope) value {
	info := s.Info(s.item)
	scalars := s.plain(n)
	for _, a := range args {
		if a == syntax.NoNode {
			c.Args = append(c.Args, nil)
			continue
		}
		s.expr(a, around)
		c.Args = append(c.Args, info.Types[a])
		scalars = scalars && s.plain(a)
	}
	if scalars {
		if !slices.Contains(harmlessOperators, c.Op.Canonical()) {
			panic(unknown)
		}
		s.one()
		return nil
	}
	if !s.root {
		return nil // its extents are those of another definition
	}
	if e := c.Op.Cost.Work.Of(c); e != nil && e.Nonnegative() {
		s.add(work, s.own(e))
	}
	if e := c.Op.Cost.Memory.Of(c); e != nil && e.Nonnegative() {
		s.add(memory, s.own(e))
	}
	return nil
}

// own is a figure over the symbols of the definition's sizes.
func (s *straight) own(e *symbolic.Expr) *symbolic.Expr {
	over, err := symbolic.Parse(e.String(), func(name string) *symbolic.Symbol {
		if slices.Contains(s.Sizes, name) {
			return s.Symbol(name)
		}
		return nil
	})
	if err != nil {
		panic(unknown)
	}
	return over
}

// loops are the functions that apply another one to each element.
var loops = []string{parallel.Map, parallel.FoldLeft, parallel.ScanLeft, parallel.Forall}

// loop counts a function on the elements of a FractalTensor.
func (s *straight) loop(n syntax.NodeID, name string, args []syntax.NodeID, around *scope) value {
	var of value
	at := 1 // where the FractalTensor is among the arguments
	for i, a := range args {
		if a == syntax.NoNode || i == 0 {
			continue
		}
		if v := s.expr(a, around); i == at {
			of = v
		}
	}
	f := s.item.Unparen(args[0])
	r, ok := of.(row)
	if !ok || s.item.Kind(f) != syntax.Fn || name != parallel.Forall && len(args) > 3 {
		panic(unknown)
	}
	params := paramsOf(s.item, s.item.Fn(f).Params)
	element := 0
	if name == parallel.FoldLeft || name == parallel.ScanLeft {
		if element = len(params) - 1; len(params) != 2 || len(args) < 3 || args[2] == syntax.NoNode {
			panic(unknown)
		}
	}
	outer := slices.Clone(s.around)
	defer func() { s.around = outer }()
	levels := 1
	if name == parallel.Forall {
		levels = s.levels(args, params)
	}
	for level := range levels {
		if !s.enter(&r) {
			return nil // how often it is applied is not known
		}
		if level < levels-1 {
			s.one() // for the row
		}
	}
	s.one()
	inner := around
	for i, p := range params {
		var v value
		if i == element {
			v = r
		}
		inner = s.bind(s.item.Param(p).Pattern, v, inner)
	}
	s.expr(s.item.Fn(f).Body, inner)
	return nil
}

// levels is how deep forall goes.
func (s *straight) levels(args []syntax.NodeID, params []syntax.NodeID) int {
	info := s.Info(s.item)
	f, ok := types.Head(info.Types[args[0]]).(*types.Func)
	if !ok || len(f.In) != 1 || len(params) != 1 {
		panic(unknown)
	}
	whole, _ := types.Depth(info.Types[args[1]])
	part, _ := types.Depth(f.In[0])
	return max(whole-part, 1)
}

// enter goes through the elements of a row, which becomes the row that each of them is. It is
// not ok where the elements of the same row are gone through already.
func (s *straight) enter(r *row) bool {
	at := len(s.around)
	if r.loop >= 0 {
		if at = r.loop; s.around[at] != (loop{r.of, r.depth - 1}) {
			return false
		}
		s.around = slices.Clone(s.around)
		s.around[at].depth++
	} else {
		s.around = append(slices.Clone(s.around), loop{r.of, r.depth})
	}
	*r = row{r.of, r.depth + 1, at}
	return true
}

// call counts the call of a definition: what it does on the elements that it is passed, or, if
// it takes one length, its own bound.
func (s *straight) call(d *function, args []syntax.NodeID, around *scope) value {
	var values []value
	for _, a := range args {
		if s.item.Kind(a) == syntax.NamedArg {
			panic(unknown)
		}
		values = append(values, s.expr(a, around))
	}
	s.one()
	if s.recursive(s.Program, d) {
		if !s.faultless(d) {
			panic(unknown)
		}
		if len(values) == 1 {
			if l, ok := values[0].(lengthOf); ok {
				s.measured(d, l.row)
			}
		}
		return nil
	}
	s.add(tick, symbolic.Int(1))
	if len(d.params) != len(values) {
		panic(unknown)
	}
	for m, e := range s.body(d, values) {
		s.total[m] = s.total[m].Add(e)
	}
	return nil
}

// faultless reports whether no run of a definition may fault, by the text of all that it reaches: there
// is nothing in it that may but calls of functions that were passed. What made it necessary: after
// `@down(3)`, where
//
//	def @down(%n: int32) -> int32 { if (%n <= 0) { match? (%n) {} } else { @down(%n - 1) } }
//
// nothing is counted, since no run comes there.
func (s *straight) faultless(d *function) bool {
	reached, met := []*syntax.Item{d.item}, map[*syntax.Item]bool{d.item: true}
	safe := true
	for i := 0; i < len(reached) && safe; i++ {
		item := reached[i]
		info := s.Info(item)
		if info == nil || item.Body() == syntax.NoNode {
			return false
		}
		item.Walk(item.Body(), func(n syntax.NodeID) bool {
			switch item.Kind(n) {
			case syntax.Global:
				to := s.Program.Definition(item, item.SourceText(n))
				if safe = safe && to != nil; safe && !met[to] {
					met[to] = true
					reached = append(reached, to)
				}
			case syntax.Hole, syntax.Index:
				safe = false
			case syntax.Match:
				safe = safe && !strings.HasPrefix(item.SourceText(n), "match?")
			case syntax.Binary:
				b := item.Binary(n)
				for i := range b.Links() {
					operator, _ := b.Link(i)
					safe = safe && item.SourceText(operator) != "/"
				}
			case syntax.Call, syntax.Name:
				if a, ok := info.Application(n); ok {
					safe = safe && slices.Contains(harmlessOperators, a.Op.Canonical())
				} else if o := info.Object(n); o != nil && o.Kind == typecheck.OperatorObject {
					safe = safe && item.Kind(n) == syntax.Name && slices.Contains(harmlessOperators, o.Op)
				}
			}
			return safe
		})
	}
	return safe
}

// harmlessOperators are those on scalars that have a value for all operands.
var harmlessOperators = []string{"maximum", "minimum", "add", "subtract", "multiply", "negative", "abs"}

// body is what the body of a definition costs, counted once for equal arguments inside of the
// same loops: functions that each call the next twice would take exponential time otherwise.
func (s *straight) body(d *function, values []value) [metrics]*symbolic.Expr {
	key := fmt.Sprintf("%p %#v %#v", d.item, values, s.around)
	if known, ok := s.called[key]; ok {
		return known
	}
	inner := *s
	inner.item, inner.root, inner.total = d.item, false, nothing()
	var within *scope
	for i, p := range d.params {
		within = inner.bind(d.item.Param(p).Pattern, values[i], within)
	}
	inner.expr(d.body, within)
	s.called[key] = inner.total
	return inner.total
}

// measured counts a call of a recursive definition on the length of a row. Of its bound the linear
// part is taken: the calls on all rows cost as much as one on the length of all, and once for each.
func (s *straight) measured(d *function, r row) {
	integer := types.Scalar(types.Int32)
	made, bounds := (&finder{Subject: &Subject{
		Item: d.item, Type: &types.Func{In: []types.Type{integer}, Out: integer}, Names: []string{"n"}, Sizes: []string{"n"}, Program: s.Program, Info: s.Info, Wanted: s.Wanted,
	}, ctx: context.Background(), given: familySteps, readings: s.readings, guesses: map[string][]result{}}).family(stylesOf(nil)[0], [2]int{-1, -1})
	outer := s.around
	inside := s.enter(&r)
	within := s.around
	for m, p := range bounds {
		linear := func(t term) bool { return t.degree() == 0 || inside && t.monomial == monomial{1} }
		if !p.sound(made.digitForm) || slices.ContainsFunc(p, func(t term) bool { return t.coef.sign() < 0 && !linear(t) }) {
			continue
		}
		for _, t := range p {
			if s.around = outer; t.degree() > 0 {
				s.around = within
			}
			if linear(t) {
				s.add(m, symbolic.Ratio(t.coef.large()))
			}
		}
	}
	s.around = outer
}
