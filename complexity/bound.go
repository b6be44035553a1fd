package complexity

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/assume"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Bound is what calling a definition costs at most, or why that is not known.
type Bound struct {
	// Meanings say of each size what it is.
	Meanings []string
	// Sizes names what the bounds depend on: `|l|` is how many constructors with
	// fields the parameter %l has of its own type, `|l|_2` of the next recursive
	// type in it, `n` is the value of the integer %n.
	Sizes   []string
	isCost  []bool             // by size: it is the cost of a function,
	inData  map[int]bool       // of functions in data
	symbols []*symbolic.Symbol // by size
	costs   [solving.MetricCount]*solving.Cost
	index   map[*symbolic.Symbol]int // of the variables in costs
	// derived follow Sizes in costs.
	derived   []solving.Derived
	why       [solving.MetricCount][]solving.Step
	Loss      *solving.Loss // nil where the first metric that was asked for is bounded
	lost      [solving.MetricCount]*solving.Loss
	unordered bool        // see Condition
	ranged    bool        // likewise
	assumed   *assume.Set // what is put into the expressions that are given out
}

// Assume is the bound where sizes are as assumed. Trials (At) know nothing of that.
func (b *Bound) Assume(s *assume.Set) *Bound {
	assumed := *b
	assumed.assumed = s.In(b.symbols...)
	return &assumed
}

// Assumed is what is assumed of sizes; nil for nothing.
func (b *Bound) Assumed() *assume.Set { return b.assumed }

// Names are those of Sizes, and of what functions cost that are passed.
func (b *Bound) Names() []string {
	var names []string
	for i, name := range b.Sizes {
		if !b.isCost[i] {
			names = append(names, name)
			continue
		}
		for _, m := range []symbolic.Measure{symbolic.Work, symbolic.Span, symbolic.Memory} {
			names = append(names, symbolic.Cost(m, b.symbols[i]).String())
		}
	}
	return names
}

// Bounded reports whether there is a bound of a metric.
func (b *Bound) Bounded(m solving.Metric) bool { return b.costs[m] != nil }

// Lost is why there is no bound of a metric.
func (b *Bound) Lost(m solving.Metric) *solving.Loss {
	if b.costs[m] == nil && b.lost[m] != nil {
		return b.lost[m]
	}
	return b.Loss
}

// Expr is the bound of a metric over Sizes; nil, which is symbolic's unknown, where
// there is none.
func (b *Bound) Expr(m solving.Metric) *symbolic.Expr {
	if b.costs[m] == nil {
		return nil
	}
	var sizes []*symbolic.Expr
	for i, s := range b.symbols {
		if b.isCost[i] {
			sizes = append(sizes, symbolic.Cost(solving.Letters[m], s))
		} else {
			sizes = append(sizes, symbolic.Var(s))
		}
	}
	for _, d := range b.derived {
		sizes = append(sizes, d.Expr(sizes))
	}
	return b.assumed.Expr(b.costs[m].Expr.Subst(func(s *symbolic.Symbol) *symbolic.Expr {
		if i, known := b.index[s]; known && i < len(sizes) {
			return sizes[i]
		}
		return nil
	}))
}

// At is the bound of a metric where the sizes have some values, in the order of
// Sizes: a number that is not below it.
func (b *Bound) At(m solving.Metric, sizes []int64) (float64, error) {
	if b.costs[m] == nil {
		return 0, symbolic.ErrUnknown
	}
	in, err := b.Enclose(b.costs[m].Expr, sizes)
	return in.High, err
}

// Enclose is an expression over the sizes where these have some values, in the order of Sizes.
func (b *Bound) Enclose(e *symbolic.Expr, sizes []int64) (symbolic.Interval, error) {
	all := slices.Clone(sizes)
	for _, d := range b.derived {
		all = append(all, d.At(all))
	}
	return e.Enclose(func(s *symbolic.Symbol) (int64, bool) {
		if i, known := b.index[s]; known && i < len(all) {
			return all[i], true
		}
		return 0, false
	})
}

// Text is a bound of the metric as it is printed; empty where there is none.
func (b *Bound) Text(m solving.Metric) string {
	if e := b.Expr(m); e != nil {
		return e.String()
	}
	return ""
}

// Condition is what the bound of a metric rests on besides, in words; empty where it holds for
// all arguments.
//
// Calls of functions that are passed in may run side by side, but not where they read or write
// references, which is done one after the other. Integers that are added up may leave the
// range of their type.
func (b *Bound) Condition(m solving.Metric) string {
	ordered := b.ordered(m)
	switch {
	case !b.ranged:
		return ordered
	case ordered == "":
		return "if no integer leaves its range"
	}
	return ordered + ", and if no integer leaves its range"
}

// Ranged reports whether the bound holds only if no integer leaves its range.
func (b *Bound) Ranged() bool { return b.ranged }

// Small is the greatest integer of arguments with which a run is compared to a bound that is
// Ranged: integers that are made of small ones seldom leave their range.
const Small = 1 << 12

func (b *Bound) ordered(m solving.Metric) string {
	if m != solving.Span || !b.unordered {
		return ""
	}
	var names []string
	e := b.Expr(m)
	for i, f := range b.symbols {
		found := false
		e.Costs(func(measure symbolic.Measure, g *symbolic.Symbol) {
			found = found || measure == symbolic.Span && f == g
		})
		switch {
		case found && b.inData[i]:
			names = append(names, "functions in %"+b.Sizes[i])
		case found:
			names = append(names, "%"+b.Sizes[i])
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "if calls of " + strings.Join(names, " and ") + " neither read nor write references"
}

// Symbol stands in Expr for a size, or for a function whose cost is in it; nil where
// the definition has no such size.
func (b *Bound) Symbol(name string) *symbolic.Symbol {
	if i := slices.Index(b.Sizes, name); i >= 0 {
		return b.symbols[i]
	}
	return nil
}

// Where tells by name what the sizes are.
func (b *Bound) Where() map[string]string {
	where := map[string]string{}
	for i, s := range b.Sizes {
		where[s] = b.Meanings[i]
	}
	return where
}

// name adds the names of a value's sizes, and what they mean.
func (b *Bound) name(w *walk, v value, base string) {
	switch v := v.(type) {
	case *number:
		b.add(base, "the value of %"+base+", counted from 0", false)
	case *data:
		for i, m := range w.Describe(typeOf(v)) {
			name := "|" + base + "|"
			if i > 0 {
				name += "_" + strconv.Itoa(i+1)
			}
			b.add(name, dataMeaning(m, base), false)
		}
		if len(v.holds) > 0 {
			if b.inData == nil {
				b.inData = map[int]bool{}
			}
			b.inData[len(b.Sizes)] = true
			b.add(base, "what a call of a function in %"+base+" costs at most, as W("+base+"), S("+base+"), M("+base+")", true)
		}
	case *sequence:
		b.nameSequence(v, base)
	case *callback:
		b.add(base, "what a call of %"+base+" costs at most, as W("+base+"), S("+base+"), M("+base+")", true)
	case *tuple:
		for i, part := range v.parts {
			b.name(w, part, base+"."+strconv.Itoa(i))
		}
	}
}

// dataMeaning says what is counted of a type in data.
func dataMeaning(measure, base string) string {
	if strings.HasPrefix(measure, "FractalTensor[") {
		return "elements of all " + measure + " in %" + base
	}
	return "constructors of " + measure + " with fields in %" + base
}

func (b *Bound) add(name, meaning string, isCost bool) {
	b.isCost = append(b.isCost, isCost)
	b.Sizes = append(b.Sizes, name)
	b.Meanings = append(b.Meanings, meaning)
	b.symbols = append(b.symbols, symbolic.NewSymbol(name, uint32(len(b.symbols))))
}

// nameExtents names the extents that a definition's arguments have: by its size
// variables.
func (b *Bound) nameExtents(f *types.Func, patterns []syntax.NodeID, item *syntax.Item, c solving.Call) {
	var variables []types.Param
	for _, p := range f.Params {
		if p.Sym != nil {
			variables = append(variables, p)
		}
	}
	for _, size := range c.Args[:ownerOf(c.Callee).extents] {
		p := variables[size.Last()] // each is one of the path's first symbols
		name := p.Name
		for i := range f.In {
			if parameterName(item, patterns, i) == p.Name {
				name = "dim_" + p.Name // an integer has the plain one
			}
		}
		b.add(name, extentMeaning(f, p.Sym, patterns, item), false)
	}
}

// extentMeaning says of which parameter a size variable is an extent.
func extentMeaning(f *types.Func, s *symbolic.Symbol, patterns []syntax.NodeID, item *syntax.Item) string {
	for i, t := range f.In {
		found := false
		measure.MapExtents(t, func(d types.Dim) types.Dim {
			found = found || d.Expr().Has(s)
			return d
		})
		if found {
			return "the extent " + symbolic.Var(s).String() + " of %" + parameterName(item, patterns, i)
		}
	}
	return "the extent " + symbolic.Var(s).String()
}

// nameSequence names the sizes of a FractalTensor.
func (b *Bound) nameSequence(v *sequence, base string) {
	name := "|" + base + "|"
	b.add(name, "the length of %"+base, false)
	for i := 1; i < len(v.totals); i++ {
		inner := name + "_" + strconv.Itoa(i+1)
		b.add(inner, "the lengths of "+rowsText(v.of, i+1, base)+", in all", false)
		b.add("max"+inner, "the length of the longest of "+rowsText(v.of, i+1, base), false)
	}
}

// rowsText says which FractalTensors inside of one those of a number are.
func rowsText(t types.Type, number int, base string) string {
	switch chain, _ := types.Depth(t); {
	case chain != measure.CountFractals(t):
		return "those that are number " + strconv.Itoa(number) + " in the type of %" + base
	case number == 2:
		return "the rows of %" + base
	}
	return "the rows of %" + base + " at depth " + strconv.Itoa(number)
}

// Why are the calls from which the leading term of a bound comes, each in the body
// that the one before calls, down to the one that loops. It is a way to read the
// bound, and none where the definition calls nothing whose cost grows: of calls
// that cost alike the first is taken.
func (b *Bound) Why(m solving.Metric) []solving.Step { return b.why[m] }

func (b *Bound) growth(m solving.Metric) (*symbolic.Growth, error) {
	return b.assumed.Growth(b.Expr(m))
}

// Theta is how a bound grows: its terms that no other one outgrows, without their
// coefficients; empty where there is none.
func (b *Bound) Theta(m solving.Metric) string {
	g, err := b.growth(m)
	if err != nil {
		return ""
	}
	if text := g.String(); text != "0" {
		return text
	}
	return "1"
}

// Order is how a bound grows, for readers: "O(n·log n)"; empty where there is none.
func (b *Bound) Order(m solving.Metric) string {
	g, err := b.growth(m)
	if err != nil {
		return ""
	}
	if text := g.Upper(); text != "O(0)" {
		return text
	}
	return "O(1)"
}

// Degrees are the powers of the sizes in how a bound grows; a size with another
// growth, as of logarithms, is left out.
func (b *Bound) Degrees(m solving.Metric) map[string]int {
	degrees := map[string]int{}
	g, err := b.growth(m)
	if err != nil {
		return degrees
	}
	for i, s := range b.symbols {
		if d, ok := g.Degree(s); ok && d > 0 && d == math.Trunc(d) {
			degrees[b.Sizes[i]] = int(d)
		}
	}
	return degrees
}

// Number is a bound that depends on no size, rounded up; nil for others.
func (b *Bound) Number(m solving.Metric) *int64 {
	e := b.Expr(m)
	if e == nil {
		return nil
	}
	up, _ := e.CeilDiv(symbolic.Int(1))
	n, ok := up.Const()
	if !ok {
		return nil
	}
	return &n
}

// What bounds are of, and why there are none, as package solving has it.
type (
	Metric = solving.Metric
	Loss   = solving.Loss
	Reason = solving.Reason
	Step   = solving.Step
)

// The metrics; see solving.Metric.
const (
	Work   = solving.Work
	Tick   = solving.Tick
	Span   = solving.Span
	Memory = solving.Memory
)

// The reasons that others ask for; see solving.Reason.
const (
	NoBody  = solving.NoBody
	Stopped = solving.Stopped
)
