package meaning

import (
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
	"github.com/fraccheck/fraccheck/internal/types"
)

// assume takes the conditions of the rule in as assumptions. What they say and no case can
// say is left out: a proof then is one of more than is asked.
func (e *evaluation) assume() {
	var all []*pattern.Condition
	for _, w := range e.rule.Where {
		all = conjuncts(all, w)
	}
	// Of calls inside each other the dtype of the inner one is determined first.
	slices.SortStableFunc(all, func(a, b *pattern.Condition) int { return e.innerness(a) - e.innerness(b) })
	for _, late := range []bool{false, true} {
		for _, w := range all {
			e.assert(w, late)
		}
	}
	for _, c := range e.rule.Checks {
		if c.Dtype != "" {
			e.assertDtype(c.Of, c.Dtype)
		}
		if c.Shape != nil && !c.Shape.Open {
			shape := e.shapeOfRank(c.Of, len(c.Shape.Extents))
			for i, n := range c.Shape.Extents {
				if n != pattern.AnyExtent {
					e.assertExtent(shape[i].Extent, scalar.Int(n))
				}
			}
		}
	}
}

func conjuncts(all []*pattern.Condition, w *pattern.Condition) []*pattern.Condition {
	if w.Kind == pattern.Both {
		return conjuncts(conjuncts(all, w.Operands[0]), w.Operands[1])
	}
	return append(all, w)
}

// innerness is the number of the term whose dtype a condition tells, which is less for inner
// ones; 0 for other conditions.
func (e *evaluation) innerness(w *pattern.Condition) int {
	if w.Kind == pattern.Compare && asks(w.Operands[0]) == "dtype" {
		return e.numbers[e.named(w.Operands[0])]
	}
	return 0
}

// mirroredSigns are comparisons with their operands exchanged.
var mirroredSigns = map[string]string{"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

// assert takes in one condition; those about attributes come first, since they decide
// shapes.
func (e *evaluation) assert(w *pattern.Condition, late bool) {
	switch w.Kind {
	case pattern.Compare:
		a, b := w.Operands[0], w.Operands[1]
		if asks(a) == "" && asks(b) != "" && w.Name != "in" {
			a, b = b, a
			w = &pattern.Condition{Kind: pattern.Compare, Name: mirroredSigns[w.Name], Operands: []*pattern.Condition{a, b}}
		}
		about := asks(a) == "attr" || asks(a) == "dtype" || asks(a) == "rank" && e.named(a) != nil && e.named(a).Kind == termpkg.Variable
		if about == late {
			return
		}
		e.assertComparison(w.Name, a, b)
	}
}

// mostRank is the greatest rank that is followed.
const mostRank = 16

// asks is the question that a part of a condition asks.
func asks(c *pattern.Condition) string {
	if c.Kind == pattern.Element {
		return "extent"
	}
	if c.Kind == pattern.Ask {
		return c.Name
	}
	return ""
}

func (e *evaluation) named(c *pattern.Condition) *termpkg.Term {
	return e.rule.Names[c.Operands[0].Name]
}

func (e *evaluation) assertComparison(sign string, a, b *pattern.Condition) {
	for _, c := range []*pattern.Condition{a, b} {
		if c.Kind == pattern.Ask && e.named(c) == nil {
			return // a parameter of a function, or of an alternative that is not taken
		}
	}
	switch asks(a) {
	case "attr":
		e.assertAttr(sign, a, b)
	case "dtype":
		if v, ok := given(b); ok && sign == "==" && v.Kind == op.StringValue {
			e.assertDtype(e.named(a), v.Str)
		}
		if v, ok := given(b); ok && sign == "in" && v.Kind == op.ListValue {
			e.assertDtypes(e.named(a), v)
		}
		if asks(b) == "dtype" && sign == "==" && e.tensor(e.named(a)).Dtype.apart(e.tensor(e.named(b)).Dtype) {
			e.vacuous("the dtypes differ")
		}
	case "rank":
		if v, ok := given(b); ok && v.Kind == op.IntValue && (sign == "==" || sign == ">=" || sign == ">") {
			if sign == "==" {
				if v.Int > mostRank {
					e.unknown("a rank is beyond those that are followed")
				}
				e.shapeOfRank(e.named(a), int(v.Int))
			}
		}
	case "shape":
		switch v, ok := given(b); {
		case asks(b) == "shape" && sign == "==":
			e.unify(e.tensor(e.named(a)).Shape, e.tensor(e.named(b)).Shape)
		case ok && sign == "==" && v.Kind == op.ListValue:
			shape := e.shapeOfRank(e.named(a), len(v.List))
			for i, x := range v.List {
				if x.Kind == op.IntValue {
					e.assertExtent(shape[i].Extent, scalar.Int(x.Int))
				}
			}
		}
	case "extent":
		e.assertNumbers(sign, a, b)
	}
}

func given(c *pattern.Condition) (op.Value, bool) {
	switch c.Kind {
	case pattern.Given:
		return c.Value, true
	case pattern.Array:
		v := op.Value{Kind: op.ListValue}
		for _, o := range c.Operands {
			x, ok := given(o)
			if !ok {
				return v, false
			}
			v.List = append(v.List, x)
		}
		return v, true
	case pattern.Compute:
		if v, ok := given(c.Operands[0]); ok && len(c.Operands) == 1 {
			v.Int, v.Float = -v.Int, -v.Float
			return v, v.Kind == op.IntValue || v.Kind == op.FloatValue
		}
	}
	return op.Value{}, false
}

func (e *evaluation) assertAttr(sign string, a, b *pattern.Condition) {
	of, name := e.named(a), a.Operands[1].Value.Str
	if of == nil || of.Kind != termpkg.Call || of.Op.Attr(name) < 0 {
		return
	}
	known := e.attr(of, name)
	v, constant := given(b)
	switch {
	case constant && sign == "==" && !known.known:
		e.need(func(c *Case) { c.setAttr(known.free.of, known.free.name, v) })
	case constant && sign == "==":
		if known.terms == nil && known.value.String() != e.bound(of, name, v).value.String() {
			e.vacuous("an attribute has another value")
		}
	case constant && sign == "in" && !known.known && v.Kind == op.ListValue:
		e.choose(of, name, v.List...)
	case constant && sign == "in" && v.Kind == op.ListValue && known.terms == nil:
		for _, x := range v.List {
			if converted, problem := op.Convert(of.Op, name, x); problem == nil && converted.String() == known.value.String() {
				return
			}
		}
		e.vacuous("an attribute has another value")
	case asks(b) == "attr" && sign == "==":
		e.assertSame(known, b)
	case asks(b) == "dtype" && sign == "==" && !known.known:
		d := e.tensor(e.named(b)).Dtype
		if d.Name != "" && d.Mode != Other {
			e.need(func(c *Case) { c.setAttr(known.free.of, known.free.name, op.Text(d.Name)) })
		}
	default:
		e.assertNumbers(sign, a, b)
	}
}

// assertSame assumes that two attributes are equal.
func (e *evaluation) assertSame(known attribute, b *pattern.Condition) {
	of, name := e.named(b), b.Operands[1].Value.Str
	if of == nil || of.Kind != termpkg.Call || of.Op.Attr(name) < 0 {
		return
	}
	other := e.attr(of, name)
	switch {
	case !known.known && !other.known:
		if known.free != other.free {
			e.need(func(c *Case) { c.aliases[other.free] = known.free })
		}
	case !known.known && other.terms == nil:
		e.need(func(c *Case) { c.setAttr(known.free.of, known.free.name, other.value) })
	case !other.known && known.terms == nil:
		e.need(func(c *Case) { c.setAttr(other.free.of, other.free.name, known.value) })
	case known.terms == nil && other.terms == nil && known.value.String() != other.value.String():
		e.vacuous("two attributes differ")
	}
}

// assertNumbers takes in a relation between numbers as a fact.
func (e *evaluation) assertNumbers(sign string, a, b *pattern.Condition) {
	x, y := e.quantity(a), e.quantity(b)
	if x == nil || y == nil {
		return
	}
	d := x.Sub(y)
	if sign == "<" || sign == "<=" {
		d = d.Neg()
	}
	switch sign {
	case "==":
		e.assertExtent(x, y)
	case "!=":
		e.fact(scalar.Guard{Kind: scalar.NotZero, P: d})
	case "<", ">":
		if scalar.Integral(d) { // d > 0 is d - 1 >= 0 of integers alone
			d = d.Add(scalar.Int(-1))
		}
		e.fact(scalar.Guard{Kind: scalar.AtLeast, P: d})
	case "<=", ">=":
		e.fact(scalar.Guard{Kind: scalar.AtLeast, P: d})
	}
}

func (e *evaluation) fact(g scalar.Guard) {
	if scalar.Integral(g.P) && e.c.Facts.Entails(g.Not()) {
		e.vacuous("a condition does not hold")
	}
	e.c.Facts = e.c.Facts.With(g)
}

func (e *evaluation) assertExtent(a, b *term) {
	if a.Equal(b) {
		return
	}
	e.need(func(c *Case) { c.equate(a, b) })
}

// quantity is a number of a condition as a term; nil where it has none here.
func (e *evaluation) quantity(c *pattern.Condition) *term {
	if v, ok := given(c); ok {
		switch v.Kind {
		case op.IntValue:
			return scalar.Int(v.Int)
		case op.FloatValue:
			if x := rational(v.Float); x != nil {
				return scalar.Number(x)
			}
		}
		return nil
	}
	switch asks(c) {
	case "extent":
		list, at := c.Operands[0], c.Operands[1]
		i, ok := given(at)
		if asks(list) != "shape" || !ok || i.Kind != op.IntValue || e.named(list) == nil {
			return nil
		}
		shape := e.tensor(e.named(list)).Shape
		if !ordinary(shape) {
			e.value(e.rule.Left) // operators determine ranks
		}
		return shape[e.dimension(shape, int(i.Int))].Extent
	case "attr":
		of, name := e.named(c), c.Operands[1].Value.Str
		if of == nil || of.Kind != termpkg.Call || of.Op.Attr(name) < 0 {
			return nil
		}
		if k := of.Op.Attrs[of.Op.Attr(name)].Type; k != op.IntAttr && k != op.FloatAttr {
			return nil
		}
		if a := e.attr(of, name); a.known && a.value.Kind != op.IntValue && a.value.Kind != op.FloatValue {
			return nil
		}
		return e.number(of, name)
	}
	return nil
}

// shapeOfRank is the shape of a term whose rank is given.
func (e *evaluation) shapeOfRank(t *termpkg.Term, rank int) []Dim {
	shape := e.tensor(t).Shape
	dims := 0
	for _, d := range shape {
		if d.Block == "" {
			dims++
		}
	}
	if dims > rank || dims < rank && dims == len(shape) {
		e.vacuous("the rank is another one")
	}
	if name, one := onlyBlock(shape); one {
		e.exactly(name, rank-dims)
	}
	if dims < len(shape) {
		e.refineFirst(shape)
	}
	return shape
}

func (e *evaluation) assertDtype(t *termpkg.Term, name string) {
	d, ok := dtypeNamed(name)
	if !ok {
		return
	}
	if t.Kind == termpkg.Variable || t.Kind == termpkg.Constant {
		known, chosen := e.assumed.dtypes[t]
		if !chosen {
			e.need(func(c *Case) {
				for _, w := range e.ofOneDtype(t) {
					if _, known := c.dtypes[w]; !known {
						c.dtypes[w] = d
					}
				}
			})
		}
		if known.apart(d) {
			e.vacuous("the dtype is another one")
		}
		if !known.fixed() {
			e.need(func(c *Case) {
				for _, w := range e.ofOneDtype(t) {
					if c.dtypes[w] == known {
						c.dtypes[w] = d
					}
				}
			})
		}
		return
	}
	if known := e.tensor(t).Dtype; known.apart(d) {
		e.vacuous("the dtype is another one")
	}
}

func (e *evaluation) assertDtypes(t *termpkg.Term, v op.Value) {
	if known, chosen := e.assumed.dtypes[t]; chosen {
		for _, x := range v.List {
			if d, ok := dtypeNamed(x.Str); ok && !known.apart(d) {
				return
			}
		}
		e.vacuous("the dtype is another one")
	}
	if t.Kind != termpkg.Variable {
		return
	}
	var alts []func(*Case)
	for _, x := range v.List {
		if d, ok := dtypeNamed(x.Str); ok {
			alts = append(alts, func(c *Case) { c.dtypes[t] = d })
		}
	}
	e.need(alts...)
}

func dtypeNamed(name string) (Dtype, bool) {
	d, ok := types.ParseDtype(name)
	switch {
	case !ok:
		return Dtype{}, false
	case d == types.Bool:
		return Dtype{Bool, "bool"}, true
	case d.IsFloat():
		return Dtype{Float, name}, true
	case d.Class == types.UintClass:
		return Dtype{Uint, name}, true
	}
	return Dtype{Int, name}, d.IsInteger()
}

// dtypeOf is the dtype of a variable: each class is a case.
func (e *evaluation) dtypeOf(v *termpkg.Term) Dtype {
	if d, ok := e.assumed.dtypes[v]; ok {
		e.symbols[d.Name] = d.Mode
		return d
	}
	if v.Kind == termpkg.Number && v.Dtype != types.NoDtype {
		d, _ := dtypeNamed(v.Dtype.String())
		return d
	}
	var alts []func(*Case)
	for _, m := range []Mode{Float, Int, Uint, Bool} {
		if v.Kind == termpkg.Number && (m == Bool) != (v.Value.Kind == op.BoolValue) {
			continue
		}
		if v.Kind == termpkg.Number && m != Float && v.Value.Kind == op.FloatValue && v.Value.Float != float64(int64(v.Value.Float)) {
			continue
		}
		alts = append(alts, func(c *Case) {
			for _, w := range e.ofOneDtype(v) {
				if _, known := c.dtypes[w]; !known {
					c.dtypes[w] = Dtype{m, anyDtype + v.Name}
				}
			}
		})
	}
	e.need(alts...)
	return Dtype{}
}

func rational(x float64) *big.Rat {
	r := new(big.Rat)
	if r.SetFloat64(x) == nil {
		return nil
	}
	return r
}

func real(p *term) bool { return scalar.IsReal(p) }

// ofOneDtype are the variables that must have the dtype of one of them, itself among them.
func (e *evaluation) ofOneDtype(v *termpkg.Term) []*termpkg.Term {
	for _, class := range dtypeClasses(e.rule) {
		for _, w := range class {
			if w == v {
				return class
			}
		}
	}
	return []*termpkg.Term{v}
}
