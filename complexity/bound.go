package complexity

import (
	"slices"
	"strconv"

	"github.com/fraccheck/fraccheck/symbolic"
)

// A Bound is what calling a definition costs at most, or why that is not known.
type Bound struct {
	// Meanings tell of each size what it is, in words.
	Meanings []string
	// Sizes names what the bounds depend on: `|l|` is how many constructors with
	// fields the parameter %l has of its own type, `|l|_2` of the next recursive
	// type in it, `n` is the value of the integer %n.
	Sizes   []string
	isCost  []bool             // by size: it is the cost of a function
	symbols []*symbolic.Symbol // by size
	costs   [metrics]*cost
	index   map[*symbolic.Symbol]int // of the variables in costs
	why     [metrics][]Step
	Loss    *Loss // nil where Work is bounded
}

// Bounded tells whether there is a bound of a metric.
func (b *Bound) Bounded(m Metric) bool { return b.costs[m] != nil }

// Expr is the bound of a metric over Sizes; nil, which is symbolic's unknown, where
// there is none.
func (b *Bound) Expr(m Metric) *symbolic.Expr {
	if b.costs[m] == nil {
		return nil
	}
	return b.costs[m].expr.Subst(func(s *symbolic.Symbol) *symbolic.Expr {
		i, known := b.index[s]
		switch {
		case !known:
			return nil
		case b.isCost[i]:
			return symbolic.Cost(measures[m], b.symbols[i])
		}
		return symbolic.Var(b.symbols[i])
	})
}

// At is the bound of a metric where the sizes have some values, in the order of
// Sizes: a number that is not below it.
func (b *Bound) At(m Metric, sizes []int64) (float64, error) {
	if b.costs[m] == nil {
		return 0, symbolic.ErrUnknown
	}
	in, err := b.costs[m].expr.Enclose(func(s *symbolic.Symbol) (int64, bool) {
		i, known := b.index[s]
		if !known || i >= len(sizes) {
			return 0, false
		}
		return sizes[i], true
	})
	return in.High, err
}

// Text is a bound of the metric as it is printed; empty where there is none.
func (b *Bound) Text(m Metric) string {
	if e := b.Expr(m); e != nil {
		return e.String()
	}
	return ""
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
		for i, m := range w.Measures(typeOf(v)) {
			name := "|" + base + "|"
			if i > 0 {
				name += "_" + strconv.Itoa(i+1)
			}
			b.add(name, "constructors of "+m+" with fields in %"+base, false)
		}
	case *callback:
		b.add(base, "what a call of %"+base+" costs at most, as W("+base+"), S("+base+"), M("+base+")", true)
	case *tuple:
		for i, part := range v.parts {
			b.name(w, part, base+"."+strconv.Itoa(i))
		}
	}
}

func (b *Bound) add(name, meaning string, isCost bool) {
	b.isCost = append(b.isCost, isCost)
	b.Sizes = append(b.Sizes, name)
	b.Meanings = append(b.Meanings, meaning)
	b.symbols = append(b.symbols, symbolic.NewSymbol(name, uint32(len(b.symbols))))
}
