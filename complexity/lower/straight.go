package lower

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
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
