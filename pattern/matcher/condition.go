package matcher

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/effect"
	"github.com/fraccheck/fraccheck/graph"
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/pattern"
	"github.com/fraccheck/fraccheck/symbolic"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// A truth is what is known of a condition.
type truth int8

const (
	maybe truth = iota
	yes
	no
)

func (t truth) not() truth { return [...]truth{maybe: maybe, yes: no, no: yes}[t] }

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

// notKnown is what is not known of an expression.
var notKnown = op.Value{Kind: op.ExprValue}

// conditions is the last goal: all conditions of the rule hold.
func conditions(s *search, _ *goal) bool {
	for _, c := range s.rule.asks {
		if !s.holdsFor(c) {
			return false
		}
	}
	return true
}

// An asking is a condition with the names in it that may have been bound several
// times: it must hold for each of what they matched.
type asking struct {
	*pattern.Condition
	many []int
}

// mostWays bounds in how many ways the names of a condition stand for something.
const mostWays = 10_000

func (s *search) holdsFor(c asking) bool {
	if len(c.many) == 0 {
		return s.decide(c.Condition) == yes
	}
	found := newCollector(false)
	found.collect(s.log)
	ways := 1
	places := make([][]place, len(c.many))
	for _, e := range found.bound {
		if i := slices.Index(c.many, e.slot); i >= 0 {
			places[i] = append(places[i], e.at)
		}
	}
	for _, at := range places {
		ways *= len(at)
		if ways == 0 || ways > mostWays || s.spend(ways) {
			return false
		}
	}
	return s.holdsForAll(c, places, ways)
}

func (s *search) holdsForAll(c asking, places [][]place, ways int) bool {
	trail := len(s.trail)
	defer s.undo(trail)
	for way := range ways {
		for i, slot := range c.many {
			s.set(slot, places[i][way%len(places[i])])
			way /= len(places[i])
		}
		if s.decide(c.Condition) != yes {
			return false
		}
	}
	return true
}

// decide tells whether a condition holds. Conditions are as deep as the reader of
// rules lets them.
func (s *search) decide(c *pattern.Condition) truth {
	switch c.Kind {
	case pattern.Both:
		a, b := s.decide(c.Operands[0]), s.decide(c.Operands[1])
		switch {
		case a == no || b == no:
			return no
		case a == yes && b == yes:
			return yes
		}
		return maybe
	case pattern.Either:
		a, b := s.decide(c.Operands[0]), s.decide(c.Operands[1])
		switch {
		case a == yes || b == yes:
			return yes
		case a == no && b == no:
			return no
		}
		return maybe
	case pattern.Not:
		return s.decide(c.Operands[0]).not()
	case pattern.Compare:
		return compare(c.Name, s.fact(c.Operands[0]), s.fact(c.Operands[1]))
	}
	if v := s.fact(c); v.Kind == op.BoolValue {
		return truthOf(v.Int != 0)
	}
	return maybe
}

// fact is the value of a part of a condition.
func (s *search) fact(c *pattern.Condition) op.Value {
	switch c.Kind {
	case pattern.Given:
		return c.Value
	case pattern.Ask:
		return s.ask(c)
	case pattern.Element:
		return element(s.fact(c.Operands[0]), s.fact(c.Operands[1]))
	case pattern.Array:
		v := op.Value{Kind: op.ListValue}
		for _, o := range c.Operands {
			v.List = append(v.List, s.fact(o))
		}
		return v
	case pattern.Compute:
		if len(c.Operands) == 1 {
			return compute(c.Name, op.Int(0), s.fact(c.Operands[0]))
		}
		return compute(c.Name, s.fact(c.Operands[0]), s.fact(c.Operands[1]))
	}
	if t := s.decide(c); t != maybe {
		return op.Boolean(t == yes)
	}
	return notKnown
}

func element(list, at op.Value) op.Value {
	if list.Kind != op.ListValue || at.Kind != op.IntValue {
		return notKnown
	}
	i := at.Int
	if i < 0 {
		i += int64(len(list.List))
	}
	if i < 0 || i >= int64(len(list.List)) {
		return notKnown
	}
	return list.List[i]
}

// questions are answered by these.
var questions = map[string]func(*search, place, *pattern.Condition) op.Value{
	"attr": func(_ *search, p place, c *pattern.Condition) op.Value {
		if k, ok := p.kind(); ok && (k == graph.Operation || k == graph.Call || k == graph.Construct) {
			if v, ok := p.attribute(c.Operands[1].Value.Str); ok {
				return v
			}
		}
		return notKnown
	},
	"dtype":   func(_ *search, p place, _ *pattern.Condition) op.Value { return dtypeOf(p.typ()) },
	"shape":   func(s *search, p place, _ *pattern.Condition) op.Value { return s.shapeOf(p.typ()) },
	"rank":    func(_ *search, p place, _ *pattern.Condition) op.Value { return rankOf(p.typ()) },
	"size":    func(s *search, p place, _ *pattern.Condition) op.Value { return s.sizeOf(p.typ()) },
	"depth":   func(_ *search, p place, _ *pattern.Condition) op.Value { return depthOf(p.typ()) },
	"value":   func(_ *search, p place, _ *pattern.Condition) op.Value { return valueOf(p) },
	"uses":    func(_ *search, p place, _ *pattern.Condition) op.Value { return usesOf(p) },
	"is_pure": func(_ *search, p place, _ *pattern.Condition) op.Value { return op.Boolean(p.isPure()) },
}

func (s *search) ask(c *pattern.Condition) op.Value {
	answer := questions[c.Name]
	if answer == nil || len(c.Operands) == 0 {
		return notKnown
	}
	slot, ok := s.rule.slot[c.Operands[0].Name]
	if !ok || s.bound[slot].in == nil {
		return notKnown
	}
	return answer(s, s.bound[slot], c)
}

func dtypeOf(t types.Type) op.Value {
	if t == nil {
		return notKnown
	}
	_, leaf := types.Depth(t)
	if tensor, ok := leaf.(*types.Tensor); ok {
		return op.Text(tensor.Dtype.String())
	}
	return notKnown
}

func extent(d types.Dim) op.Value {
	if n, ok := d.Const(); ok {
		return op.Int(n)
	}
	if d.Loose() {
		return notKnown
	}
	return op.Value{Kind: op.DimValue, Dim: d}
}

// shape is a tensor's shape in which what types leave open has names: it is some
// number of 0 or more.
func (s *session) shape(t *types.Tensor) []types.Dim {
	if !slices.ContainsFunc(t.Shape, types.Dim.Loose) {
		return t.Shape
	}
	if known := s.shapes[t]; known != nil {
		return known
	}
	shape := slices.Clone(t.Shape)
	for i, d := range shape {
		if d.Loose() {
			shape[i] = types.DimOf(symbolic.Var(symbolic.NewSymbol("?", uint32(len(s.shapes)<<10+i))))
		}
	}
	s.shapes[t] = shape
	return shape
}

func (s *search) shapeOf(t types.Type) op.Value {
	tensor, ok := t.(*types.Tensor)
	if !ok {
		return notKnown
	}
	v := op.Value{Kind: op.ListValue}
	for _, d := range s.shape(tensor) {
		v.List = append(v.List, extent(d))
	}
	return v
}

func rankOf(t types.Type) op.Value {
	if tensor, ok := t.(*types.Tensor); ok {
		return op.Int(int64(len(tensor.Shape)))
	}
	return notKnown
}

func (s *search) sizeOf(t types.Type) op.Value {
	if tensor, ok := t.(*types.Tensor); ok {
		return extent(types.Product(s.shape(tensor)))
	}
	return notKnown
}

func depthOf(t types.Type) op.Value {
	if t == nil {
		return notKnown
	}
	if _, open := t.(*types.Var); open {
		return notKnown
	}
	depth, _ := types.Depth(t)
	return op.Int(int64(depth))
}

// valueOf is the one value of all elements of a constant, or the list of them.
func valueOf(p place) op.Value {
	l, ok := p.literal()
	if !ok || len(l.list) == 0 {
		return notKnown
	}
	for _, s := range l.list[1:] {
		if !s.equal(l.list[0]) {
			return notKnown
		}
	}
	return l.list[0].value()
}

func (s scalar) value() op.Value {
	switch {
	case s.truth:
		return op.Boolean(s.whole != 0)
	case s.integer:
		return op.Int(s.whole)
	}
	return op.Float(s.float)
}

// usesOf counts the places where a value is used, the result of the whole among
// them.
func usesOf(p place) op.Value {
	if p.value == graph.None || p.role != whole || p.in.graph.Kind(p.value).Constant() {
		return notKnown
	}
	count := int64(0)
	for _, u := range p.in.graph.Uses(p.value) {
		if u.User != graph.None || u.Position == graph.Result {
			count++
		}
	}
	return op.Int(count)
}

// isPure tells whether evaluating an expression has no effect.
func (p place) isPure() bool {
	if p.role == operator || p.hides {
		return true
	}
	if p.in.Effects == nil || p.value == graph.None {
		return false
	}
	var does effect.Summary
	rest := []syntax.NodeID{p.in.graph.Node(p.value)}
	for len(rest) > 0 && does.Pure() {
		n := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		if k := p.in.item.Kind(n); k != syntax.Operator && k != syntax.Segment {
			if !patterns[k] {
				does = does.And(p.in.Effects.Of(n))
			}
			continue
		}
		does = does.And(p.in.Effects.Own(n))
		if a, ok := p.in.Info.Application(n); ok && a.Args[0] != n {
			for _, arg := range a.Args {
				if arg != n {
					rest = append(rest, arg)
				}
			}
		}
	}
	return does.Pure()
}

// compare compares what is known; lists element by element.
func compare(symbol string, a, b op.Value) truth {
	switch symbol {
	case "==":
		return equal(a, b)
	case "!=":
		return equal(a, b).not()
	case "in":
		return isIn(a, b)
	case ">":
		return less(b, a)
	case ">=":
		return less(a, b).not()
	case "<=":
		return less(b, a).not()
	}
	return less(a, b)
}

func isIn(a, list op.Value) truth {
	if list.Kind != op.ListValue {
		return maybe
	}
	found := no
	for _, e := range list.List {
		switch equal(a, e) {
		case yes:
			return yes
		case maybe:
			found = maybe
		}
	}
	return found
}

func equal(a, b op.Value) truth {
	switch {
	case a.Kind == op.ExprValue || b.Kind == op.ExprValue || a.Kind == op.MetaValue || b.Kind == op.MetaValue:
		return maybe
	case a.Kind == op.DimValue || b.Kind == op.DimValue:
		return equalExtents(a, b)
	case a.Kind == op.ListValue && b.Kind == op.ListValue:
		return equalLists(a.List, b.List)
	case (a.Kind == op.BoolValue) != (b.Kind == op.BoolValue) && isNumber(a) && isNumber(b):
		return no
	}
	return truthOf(equalValues(a, b))
}

func equalLists(a, b []op.Value) truth {
	if len(a) != len(b) {
		return no
	}
	all := yes
	for i := range a {
		switch equal(a[i], b[i]) {
		case no:
			return no
		case maybe:
			all = maybe
		}
	}
	return all
}

// expression is a number as an expression over extents, nil where it is none.
func expression(v op.Value) *symbolic.Expr {
	switch v.Kind {
	case op.IntValue:
		return symbolic.Int(v.Int)
	case op.DimValue:
		return v.Dim.Expr()
	}
	return nil
}

func equalExtents(a, b op.Value) truth {
	x, y := expression(a), expression(b)
	if x == nil || y == nil {
		return maybe
	}
	if x.Equal(y) {
		return yes
	}
	if less(a, b) == yes || less(b, a) == yes {
		return no
	}
	return maybe
}

func less(a, b op.Value) truth {
	if isNumber(a) && isNumber(b) {
		x, y := number(a), number(b)
		if a.Kind == op.IntValue && b.Kind == op.IntValue {
			return truthOf(a.Int < b.Int)
		}
		if math.IsNaN(x) || math.IsNaN(y) {
			return maybe
		}
		return truthOf(x < y)
	}
	if a.Kind == op.StringValue && b.Kind == op.StringValue {
		return truthOf(a.Str < b.Str)
	}
	x, y := expression(a), expression(b)
	if x == nil || y == nil {
		return maybe
	}
	return lessExtents(x, y)
}

// lessExtents tells whether x < y for all values that extents may have, which are 0
// or more.
func lessExtents(x, y *symbolic.Expr) truth {
	switch {
	case y.Sub(x).Sub(symbolic.Int(1)).Nonnegative():
		return yes
	case x.Sub(y).Nonnegative():
		return no
	}
	return maybe
}

// compute is arithmetic on what is known.
func compute(symbol string, a, b op.Value) op.Value {
	if a.Kind == op.FloatValue && isNumber(b) || b.Kind == op.FloatValue && isNumber(a) {
		return computeFloats(symbol, number(a), number(b))
	}
	x, y := expression(a), expression(b)
	if x == nil || y == nil {
		return notKnown
	}
	var z *symbolic.Expr
	ok := true
	switch symbol {
	case "+":
		z = x.Add(y)
	case "-":
		z = x.Sub(y)
	case "*":
		z = x.Mul(y)
	case "/":
		z, ok = divide(x, y)
	case "%":
		z, ok = x.Mod(y)
	}
	if !ok || z == nil || z.Undefined() {
		return notKnown
	}
	if n, constant := z.Const(); constant {
		return op.Int(n)
	}
	return op.Value{Kind: op.DimValue, Dim: types.DimOf(z)}
}

// divide is the quotient of whole numbers, rounded down.
func divide(x, y *symbolic.Expr) (*symbolic.Expr, bool) {
	if n, ok := y.Const(); ok && n == 0 {
		return nil, false
	}
	return x.FloorDiv(y)
}

func computeFloats(symbol string, x, y float64) op.Value {
	switch symbol {
	case "+":
		return op.Float(x + y)
	case "-":
		return op.Float(x - y)
	case "*":
		return op.Float(x * y)
	case "/":
		return op.Float(x / y)
	case "%":
		return op.Float(x - y*math.Floor(x/y))
	}
	return notKnown
}
