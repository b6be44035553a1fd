package complexity

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/amortize"
)

// A Bound is what calling a definition costs at most, or why that is not known.
type Bound struct {
	// Meanings tell of each size what it is, in words.
	Meanings []string
	// Sizes names what the bounds depend on: `|l|` is how many constructors with
	// fields the parameter %l has of its own type, `|l|_2` of the next recursive
	// type in it, `n` is the value of the integer %n.
	Sizes []string
	// Costs are the bounds by metric; nil where there is none.
	Costs [metrics]*amortize.Polynomial
	Loss  *Loss // nil where Work is bounded
}

// Text is a bound of the metric as it is printed; empty where there is none.
func (b *Bound) Text(m Metric) string {
	if b.Costs[m] == nil {
		return ""
	}
	return Text(b.Costs[m], b.Sizes)
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
		list, _ := w.measures(typeOf(v))
		for i, m := range w.Measures(typeOf(v))[:len(list)] {
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
}

// Text writes a polynomial of named variables, as sums of powers: `n^2/2 + 3*n/2 + 1`.
func Text(p *amortize.Polynomial, names []string) string {
	powers := expand(p)
	var b strings.Builder
	for _, t := range powers {
		writeTerm(&b, t, names)
	}
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}

// A power is a coefficient times a product of powers of variables.
type power struct {
	coef *big.Rat
	exps []int
}

// expand multiplies out the binomial coefficients; terms of higher degree first.
func expand(p *amortize.Polynomial) []power {
	sums := map[string]*power{}
	for _, t := range p.Terms {
		for _, q := range multiplied(t) {
			key := ""
			for _, e := range q.exps {
				key += strconv.Itoa(e) + ","
			}
			key = strings.TrimRight(key, "0,")
			if have := sums[key]; have != nil {
				have.coef.Add(have.coef, q.coef)
			} else {
				sums[key] = &q
			}
		}
	}
	var all []power
	for _, q := range sums {
		if q.coef.Sign() != 0 {
			all = append(all, *q)
		}
	}
	slices.SortFunc(all, func(a, b power) int {
		if d := total(b) - total(a); d != 0 {
			return d
		}
		return slices.Compare(b.exps, a.exps)
	})
	return all
}

func total(p power) int {
	sum := 0
	for _, e := range p.exps {
		sum += e
	}
	return sum
}

// binomials are C(x, d) as coefficients of powers of x.
var binomials = [][]*big.Rat{
	{big.NewRat(1, 1)},
	{new(big.Rat), big.NewRat(1, 1)},
	{new(big.Rat), big.NewRat(-1, 2), big.NewRat(1, 2)},
	{new(big.Rat), big.NewRat(1, 3), big.NewRat(-1, 2), big.NewRat(1, 6)},
}

func multiplied(t amortize.Term) []power {
	all := []power{{new(big.Rat).Set(t.Coef), make([]int, len(t.Powers))}}
	for i, d := range t.Powers {
		var next []power
		for _, p := range all {
			for e, c := range binomials[d] {
				if c.Sign() != 0 {
					exps := slices.Clone(p.exps)
					exps[i] = e
					next = append(next, power{new(big.Rat).Mul(p.coef, c), exps})
				}
			}
		}
		all = next
	}
	return all
}

func writeTerm(b *strings.Builder, t power, names []string) {
	coef := new(big.Rat).Abs(t.coef)
	switch {
	case b.Len() == 0 && t.coef.Sign() < 0:
		b.WriteString("-")
	case b.Len() > 0 && t.coef.Sign() < 0:
		b.WriteString(" - ")
	case b.Len() > 0:
		b.WriteString(" + ")
	}
	var factors []string
	if num := coef.Num().String(); num != "1" || total(t) == 0 {
		factors = append(factors, num)
	}
	for i, e := range t.exps {
		switch {
		case e == 1:
			factors = append(factors, names[i])
		case e > 1:
			factors = append(factors, names[i]+"^"+strconv.Itoa(e))
		}
	}
	b.WriteString(strings.Join(factors, "*"))
	if !coef.IsInt() {
		b.WriteString("/" + coef.Denom().String())
	}
}
