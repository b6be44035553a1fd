package assume

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Set is what is assumed together. A nil Set assumes nothing.
//
// Its expressions have one symbol a name: its own, or the one that In gives. The values have none in them that has
// a value itself, so that putting them in once is enough.
type Set struct {
	symbols   map[string]*symbolic.Symbol
	texts     map[string]string         // by name: the first text in which it occurs
	names     []string                  // in the order of the texts
	values    map[string]*symbolic.Expr // by name
	costs     map[string]*symbolic.Expr // by how the cost of a function is printed: `W(f)`
	relations []relation
	unknown   types.Dim          // what `?` stands for; loose where nothing is assumed of it
	slacks    []*symbolic.Symbol // by number, see scope.without
	all       []string           // the statements, in their order
}

// String is all that is assumed.
func (s *Set) String() string { return strings.Join(s.all, ", ") }

// A relation is an expression with whole values that is at least 0.
type relation struct {
	difference *symbolic.Expr
	lesser     bool // see Parse
}

// Parse reads what is assumed. The texts of lesser rank come from a configuration: of these
// is left out what says another thing than the others.
func Parse(texts, lesser []string) (*Set, error) {
	if len(texts)+len(lesser) == 0 {
		return nil, nil
	}
	s := &Set{
		symbols: map[string]*symbolic.Symbol{}, texts: map[string]string{}, values: map[string]*symbolic.Expr{},
		costs: map[string]*symbolic.Expr{}, unknown: types.Any,
	}
	count := 0
	for i, text := range append(slices.Clone(texts), lesser...) {
		all, err := statements(text)
		if err != nil {
			return nil, err
		}
		if count += len(all); count > maxStatements {
			return nil, &Error{text, 0, fmt.Sprintf("at most %d equations and relations can be assumed", maxStatements)}
		}
		for _, st := range all {
			lesser := i >= len(texts)
			contradicts, err := s.add(st, lesser)
			switch {
			case err == nil:
				s.all = append(s.all, st.left.text+" "+st.sign+" "+st.right.text)
			case !contradicts || !lesser:
				return nil, err
			}
		}
	}
	return s, s.reduce()
}

// symbol is that of a name, which may have its sigil.
func (s *Set) symbol(name string) *symbolic.Symbol {
	name = strings.TrimPrefix(name, "%")
	if s.symbols[name] == nil {
		s.symbols[name] = symbolic.NewSymbol(name, uint32(len(s.symbols)))
	}
	return s.symbols[name]
}

// note takes down what an expression mentions: sizes, and costs of functions.
func (s *Set) note(e *symbolic.Expr, text string) {
	found := func(name string) {
		if _, known := s.texts[name]; !known {
			s.texts[name] = text
			s.names = append(s.names, name)
		}
	}
	e.Symbols(func(t *symbolic.Symbol) { found(t.Name) })
	e.Costs(func(m symbolic.Measure, f *symbolic.Symbol) { found(symbolic.Cost(m, f).String()) })
}

// add takes one statement in; contradicts is set where others forbid it.
func (s *Set) add(st statement, lesser bool) (contradicts bool, err error) {
	if st.left.text == unknownExtent && st.sign == "=" {
		return s.addUnknown(st)
	}
	left, err := s.expr(st, st.left)
	if err != nil {
		return false, err
	}
	right, err := s.expr(st, st.right)
	if err != nil {
		return false, err
	}
	if !mentions(left) && !mentions(right) {
		return false, st.fault(st.left.offset, "this names no size")
	}
	if st.sign == "=" {
		return s.equate(st, left, right)
	}
	if st.sign == "<=" || st.sign == "<" {
		left, right = right, left
	}
	difference, ok := wholeMultiple(left.Sub(right))
	if !ok {
		return false, st.fault(st.left.offset, "a relation is between sums of products of sizes and numbers")
	}
	if difference.Size() > maxRelation {
		return false, st.fault(st.left.offset, "this relation is too large; one has up to %d terms and factors", maxRelation)
	}
	if st.sign == "<" || st.sign == ">" {
		difference = difference.Sub(symbolic.Int(1))
	}
	s.relations = append(s.relations, relation{difference, lesser})
	return false, nil
}

// wholeMultiple is the least multiple of a polynomial whose coefficients are whole: it has the
// same sign. ok is false for other expressions, and where it is large.
func wholeMultiple(e *symbolic.Expr) (multiple *symbolic.Expr, ok bool) {
	common := big.NewInt(1)
	ok = e.Polynomial(func(c *big.Rat, _ []symbolic.Factor) {
		shared := new(big.Int).GCD(nil, nil, common, c.Denom())
		common.Mul(common, new(big.Int).Quo(c.Denom(), shared))
	})
	if !ok || !common.IsInt64() {
		return nil, false
	}
	return e.Mul(symbolic.Int(common.Int64())), true
}

// mentions reports whether there is a size or the cost of a function in an expression.
func mentions(e *symbolic.Expr) (found bool) {
	e.Symbols(func(*symbolic.Symbol) { found = true })
	e.Costs(func(symbolic.Measure, *symbolic.Symbol) { found = true })
	return found
}

func (s *Set) addUnknown(st statement) (contradicts bool, err error) {
	e, err := symbolic.Parse(st.right.text, func(string) *symbolic.Symbol { return nil })
	n, ok := e.Const()
	if err != nil || !ok || n < 0 {
		return false, st.fault(st.right.offset, "`?` can be assumed to be a number from 0 on")
	}
	if known, ok := s.unknown.Const(); ok && known != n {
		return true, st.fault(st.left.offset, "this contradicts what is assumed before: `?` is %d", known)
	}
	s.unknown = types.Const(n)
	return false, nil
}

// equate solves an equation for a size, with the values that are known put in.
func (s *Set) equate(st statement, left, right *symbolic.Expr) (contradicts bool, err error) {
	if cost := left.String(); isCost(left) {
		return s.setCost(st, cost, right)
	}
	left, right = s.put(left), s.put(right)
	if n, ok := left.Sub(right).Const(); ok {
		if n != 0 {
			return true, st.fault(st.left.offset, "this contradicts what is assumed before: it would be %s = %s", left, right)
		}
		return false, nil
	}
	size, value, ok := solve(left, right)
	if !ok {
		return false, st.fault(st.left.offset, "no size stands alone on one side, and the equation cannot be solved for one; write it as `n = …`")
	}
	if value.IsConst() {
		if n, whole := value.Const(); !whole || n < 0 {
			return true, st.fault(st.left.offset, "`%s` would be %s, and a size is a whole number from 0 on, below 2^63", symbolic.Var(size), value)
		}
	}
	for t, known := range s.values {
		s.values[t] = known.Subst(replace(size, value))
	}
	s.values[size.Name] = value
	return false, nil
}

// solve finds a size that an equation determines: one that is a side, else the first that can
// be solved for.
func solve(left, right *symbolic.Expr) (size *symbolic.Symbol, value *symbolic.Expr, ok bool) {
	if t, is := left.Symbol(); is && !right.Has(t) {
		return t, right, true
	}
	if t, is := right.Symbol(); is && !left.Has(t) {
		return t, left, true
	}
	left.Sub(right).Symbols(func(t *symbolic.Symbol) {
		if !ok {
			size = t
			value, ok = symbolic.SolveLinear(left, right, t)
		}
	})
	return size, value, ok
}

// isCost reports whether an expression is the cost of a function, as bounds have it.
func isCost(e *symbolic.Expr) bool {
	found := ""
	e.Costs(func(m symbolic.Measure, f *symbolic.Symbol) { found = symbolic.Cost(m, f).String() })
	return found != "" && e.String() == found
}

func (s *Set) setCost(st statement, cost string, value *symbolic.Expr) (contradicts bool, err error) {
	n, ok := value.Const()
	if !ok || n < 0 {
		return false, st.fault(st.right.offset, "`%s` can be assumed to be a number from 0 on", cost)
	}
	if known := s.costs[cost]; known != nil && !known.Equal(value) {
		return true, st.fault(st.left.offset, "this contradicts what is assumed before: `%s` is %s", cost, known)
	}
	s.costs[cost] = value
	return false, nil
}

// put has the values in the places of sizes of the set.
func (s *Set) put(e *symbolic.Expr) *symbolic.Expr {
	return e.Subst(func(t *symbolic.Symbol) *symbolic.Expr { return s.values[t.Name] })
}

// reduce puts the values into the relations, and leaves out those that hold then.
func (s *Set) reduce() error {
	kept := s.relations[:0]
	for _, r := range s.relations {
		reduced := s.put(r.difference)
		switch {
		case reduced == nil || reduced.Nonnegative():
		case !reduced.IsConst():
			kept = append(kept, relation{reduced, r.lesser})
		case !r.lesser:
			return fmt.Errorf("what is assumed contradicts itself: `%s` would be at least 0, and is %s", r.difference, reduced)
		}
	}
	s.relations = kept
	for range s.relations {
		s.slacks = append(s.slacks, symbolic.NewSymbol(" ", uint32(len(s.slacks))))
	}
	sc := s.scope(symbolic.Int(0))
	for _, r := range s.relations {
		if sc.atLeast(symbolic.Int(-1), r.difference) {
			return fmt.Errorf("what is assumed contradicts itself: `%s` would be at least 0, and others say that it is less", r.difference)
		}
	}
	return nil
}

// In is the set with symbols for the names that they have: those of a report, in whose
// expressions other sizes than those of an expression may come to stand.
func (s *Set) In(symbols ...*symbolic.Symbol) *Set {
	if s == nil {
		return nil
	}
	in := *s
	in.symbols = maps.Clone(s.symbols)
	for _, t := range symbols {
		in.symbols[t.Name] = t
	}
	named := func(e *symbolic.Expr) *symbolic.Expr {
		return e.Subst(func(t *symbolic.Symbol) *symbolic.Expr { return symbolic.Var(in.symbols[t.Name]) })
	}
	in.values, in.relations = map[string]*symbolic.Expr{}, nil
	for name, value := range s.values {
		in.values[name] = named(value)
	}
	for _, r := range s.relations {
		in.relations = append(in.relations, relation{named(r.difference), r.lesser})
	}
	return &in
}

// Check is an error where a name is none of those that are known, in a report that has some.
func (s *Set) Check(known []string) error {
	if s == nil {
		return nil
	}
	for _, name := range s.names {
		if slices.Contains(known, name) {
			continue
		}
		text := s.texts[name]
		fault := &Error{text, max(strings.Index(text, name), 0), fmt.Sprintf("no size is called `%s`", name)}
		if len(known) == 0 {
			fault.Message += "; what is reported depends on no size"
			return fault
		}
		if near, ok := nearest(name, known); ok {
			fault.Message += fmt.Sprintf("; did you mean `%s`?", near)
		}
		fault.Message += "; sizes are " + listed(known)
		return fault
	}
	return nil
}

// nearest is the size that a name may mean; that of a parameter is meant by its bare name, too.
func nearest(name string, known []string) (string, bool) {
	for _, k := range known {
		if strings.Trim(k, "|") == strings.Trim(name, "|") {
			return k, true
		}
	}
	return spelling.Nearest(name, known)
}

// maxListed is how many names an error lists.
const maxListed = 40

func listed(names []string) string {
	sorted := slices.Compact(slices.Sorted(slices.Values(names)))
	text := "`" + strings.Join(sorted[:min(len(sorted), maxListed)], "`, `") + "`"
	if more := len(sorted) - maxListed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Expr is an expression with what is assumed put in. One that no size is left in is a number:
// where it was none, the next greater whole one.
func (s *Set) Expr(e *symbolic.Expr) *symbolic.Expr {
	if s == nil || e == nil {
		return e
	}
	if len(s.costs) > 0 {
		e = e.SubstCosts(func(m symbolic.Measure, f *symbolic.Symbol, sizes []*symbolic.Expr) *symbolic.Expr {
			if len(sizes) > 0 {
				return nil
			}
			return s.costs[symbolic.Cost(m, f).String()]
		})
	}
	sc := s.scope(e)
	e = sc.value(e)
	if len(s.relations) > 0 {
		e = e.Decided(sc.atLeast)
	}
	return numeric(e)
}

// numeric is the whole number that an expression without sizes is, or that is next above it.
func numeric(e *symbolic.Expr) *symbolic.Expr {
	if _, whole := e.Const(); whole || e == nil || mentions(e) {
		return e
	}
	v, err := e.Enclose(nil)
	if err != nil || math.Abs(v.High) > 1<<53 {
		return e
	}
	return symbolic.Int(int64(math.Ceil(v.High)))
}

// Growth is how an expression grows that has been put through Expr.
func (s *Set) Growth(e *symbolic.Expr) (*symbolic.Growth, error) {
	g, err := e.Growth()
	if s == nil || err != nil || len(s.relations) == 0 {
		return g, err
	}
	return g.Decided(s.scope(e).atLeast), nil
}

// Dim is an extent with what is assumed put in; unknown where no tensor has such an extent.
func (s *Set) Dim(d types.Dim) types.Dim {
	if s == nil {
		return d
	}
	if d.Loose() {
		if s.unknown.Loose() {
			return d
		}
		return s.unknown
	}
	e, ok := d.Symbolic()
	if !ok {
		return d
	}
	value := s.scope(e).value(e)
	if n, ok := value.Const(); value.Undefined() || ok && n < 0 {
		return types.Unknown
	}
	return types.DimOf(value)
}

// Unknown is what every extent without an expression is assumed to be; loose for none.
func (s *Set) Unknown() types.Dim {
	if s == nil {
		return types.Any
	}
	return s.unknown
}
