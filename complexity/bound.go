package complexity

import (
	"strconv"

	"github.com/fraccheck/fraccheck/complexity/amortize"
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
	symbols []*symbolic.Symbol // by size
	// Costs are the bounds by metric; nil where there is none.
	Costs [metrics]*amortize.Polynomial
	Loss  *Loss // nil where Work is bounded
}

// Expr is the bound of a metric over Sizes; nil, which is symbolic's unknown, where
// there is none.
func (b *Bound) Expr(m Metric) *symbolic.Expr {
	if b.Costs[m] == nil {
		return nil
	}
	sum := symbolic.Int(0)
	for _, t := range b.Costs[m].Terms {
		sum = sum.Add(b.term(t))
	}
	return sum
}

func (b *Bound) term(t amortize.Term) *symbolic.Expr {
	product, _ := symbolic.Rational(t.Coef.Num().Int64(), t.Coef.Denom().Int64())
	for i, d := range t.Powers {
		x := symbolic.Var(b.symbols[i])
		for k := range int64(d) { // C(x, d) = x/1 · (x - 1)/2 · …
			factor, _ := symbolic.Rational(1, k+1)
			product = product.Mul(x.Sub(symbolic.Int(k))).Mul(factor)
		}
	}
	return product
}

// Text is a bound of the metric as it is printed; empty where there is none.
func (b *Bound) Text(m Metric) string {
	if e := b.Expr(m); e != nil {
		return e.String()
	}
	return ""
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
		b.add(base, "the value of %"+base+", counted from 0")
	case *data:
		for i, m := range w.Measures(typeOf(v)) {
			name := "|" + base + "|"
			if i > 0 {
				name += "_" + strconv.Itoa(i+1)
			}
			b.add(name, "constructors of "+m+" with fields in %"+base)
		}
	case *callback:
		b.add("W("+base+")", "what a call of %"+base+" costs at most")
	case *tuple:
		for i, part := range v.parts {
			b.name(w, part, base+"."+strconv.Itoa(i))
		}
	}
}

func (b *Bound) add(name, meaning string) {
	b.Sizes = append(b.Sizes, name)
	b.Meanings = append(b.Meanings, meaning)
	b.symbols = append(b.symbols, symbolic.NewSymbol(name, uint32(len(b.symbols))))
}
