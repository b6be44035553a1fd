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

// A loop is a function on the elements of a parameter, or of rows of it at a depth from 1 on.
type loop struct {
	of    string
	depth int
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
