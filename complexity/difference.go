package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
)

// A difference is a size of an instance that stands for no argument: how much one of
// its integers exceeds another, 0 where it does not. A loop from %i up to %n takes
// as many steps. Or how much the size of data exceeds an integer: of a list of which %n
// elements are taken away so many are left.
type difference struct{ of, less int } // by number of the size

// maxIntegers is how many integers an instance may have whose differences are looked
// at: they are as many as pairs. maxLengths is how many data there may be with one integer.
const (
	maxIntegers = 3
	maxLengths  = 2
)

// differ gives an instance a size for each two of its integers, where its body
// compares two that are no literals; and one for each of its data, whose sizes are lengths,
// and its only integer, where its body compares that with a literal.
func (in *instance) differ(p *path, g *graph.Graph, lengths []int) {
	var integers []int
	for i, most := range in.most {
		if most > 0 {
			integers = append(integers, i)
		}
	}
	if len(integers) >= 2 && len(integers) <= maxIntegers && compares(g, 0) {
		for _, of := range integers {
			for _, less := range integers {
				if of != less {
					in.addDifference(p, of, less)
				}
			}
		}
	}
	if len(integers) == 1 && len(lengths) <= maxLengths && compares(g, 1) {
		for _, of := range lengths {
			in.addDifference(p, of, integers[0])
		}
	}
}

func (in *instance) addDifference(p *path, of, less int) {
	in.differences = append(in.differences, difference{of, less})
	in.most = append(in.most, 0)
	p.symbol()
}

// lengths are the sizes, by number, of data among an instance's own arguments that are how
// many constructors of its own type it has.
func (w *walk) lengths(args []value) []int {
	var all []int
	for _, v := range args {
		d, ok := v.(*data)
		if !ok {
			continue
		}
		list, _ := w.measures(typeOf(d))
		if len(list) > 0 && list[0] == w.key(typeOf(d)) {
			all = append(all, len(d.sizes[list[0]].Coef)-1)
		}
	}
	return all
}

// comparisons are the operators that tell which of two integers is larger.
var comparisons = map[string]bool{op.Less: true, op.LessEqual: true, op.Greater: true, op.GreaterEqual: true, op.Equal: true, op.NotEqual: true}

// compares tells whether a body compares two values so many of which are literals.
func compares(g *graph.Graph, many int) bool {
	for v := range graph.Value(g.Len()) {
		if g.Kind(v) != graph.Operation {
			continue
		}
		app, ok := g.Info.Application(g.Node(v))
		if !ok || !comparisons[app.Op.Canonical()] {
			continue
		}
		literals := 0
		for _, o := range g.Operands(v) {
			if o.Value == graph.None || g.Kind(o.Value) == graph.Literal {
				literals++
			}
		}
		if literals == many {
			return true
		}
	}
	return false
}

// relate notes on a path what the differences are, where it knows which integer is
// larger.
func (in *instance) relate(p *path) {
	first := in.arity - len(in.differences)
	for i, d := range in.differences {
		over := p.now(amortize.Variable(d.of).Plus(-1, amortize.Variable(d.less)))
		switch {
		case p.natural(over):
			p.equate(amortize.Variable(first+i), over)
		case p.natural(affine{}.Plus(-1, over)):
			p.equate(amortize.Variable(first+i), affine{})
		}
	}
}

// passed are the differences of the sizes that a call passes, or what they are at
// most.
func (p *path) passed(all []difference, sizes []affine) []affine {
	for _, d := range all {
		over := p.now(sizes[d.of].Plus(-1, sizes[d.less]))
		if !p.natural(over) || oneSign(over) != 1 {
			if own, ok := p.shifted(over); ok {
				over = own
			} else {
				over = withoutTaken(p.raised(over, maxRest))
			}
		}
		sizes = append(sizes, over)
	}
	return sizes
}

// shifted bounds a difference by one of the path's own that it exceeds by a number, as that
// of a list without its head and n - 1: x + k is at most max(x, 0) + max(k, 0).
func (p *path) shifted(over affine) (affine, bool) {
	if p.of == nil {
		return affine{}, false
	}
	first := p.of.arity - len(p.of.differences)
	for i, d := range p.of.differences {
		more := over.Plus(-1, p.now(amortize.Variable(d.of).Plus(-1, amortize.Variable(d.less))))
		if isNumber(more) {
			return amortize.Variable(first+i).Plus(1, amortize.Number(max(more.Const, 0))), true
		}
	}
	return affine{}, false
}

// bound notes that a new symbol is at most a number.
func (p *path) bound(symbol affine, most int64) {
	if p.highest == nil {
		p.highest = map[int]int64{}
	}
	p.highest[len(symbol.Coef)-1] = most
}

// raised puts the numbers that symbols are at most in their places, where they are no
// greater than a limit.
func (p *path) raised(a affine, limit int64) affine {
	for i, c := range a.Coef {
		if most, known := p.highest[i]; known && c > 0 && most <= limit {
			a = a.Replace(i, amortize.Number(most))
		}
	}
	return a
}

// withoutTaken is a sum without what is taken away in it: of a sum that is below 0 for
// sure, nothing.
func withoutTaken(a affine) affine {
	if oneSign(a) == -1 {
		return affine{}
	}
	sum := amortize.Number(max(a.Const, 0))
	for i, c := range a.Coef {
		if c > 0 {
			sum = sum.Plus(c, amortize.Variable(i))
		}
	}
	return sum
}
