package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/graph"
	"github.com/fraccheck/fraccheck/op"
)

// A difference is a size of an instance that stands for no argument: how much one of
// its integers exceeds another, 0 where it does not. A loop from %i up to %n takes
// as many steps.
type difference struct{ of, less int } // by number of the size

// maxIntegers is how many integers an instance may have whose differences are looked
// at: they are as many as pairs.
const maxIntegers = 3

// differ gives an instance a size for each two of its integers, where its body
// compares two that are no literals.
func (in *instance) differ(p *path, g *graph.Graph) {
	var integers []int
	for i, most := range in.most {
		if most > 0 {
			integers = append(integers, i)
		}
	}
	if len(integers) < 2 || len(integers) > maxIntegers || !compares(g) {
		return
	}
	for _, of := range integers {
		for _, less := range integers {
			if of != less {
				in.differences = append(in.differences, difference{of, less})
				in.most = append(in.most, 0)
				p.symbol()
			}
		}
	}
}

// comparisons are the operators that tell which of two integers is larger.
var comparisons = map[string]bool{op.Less: true, op.LessEqual: true, op.Greater: true, op.GreaterEqual: true, op.Equal: true, op.NotEqual: true}

// compares tells whether a body compares two values that are no literals.
func compares(g *graph.Graph) bool {
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
		if literals == 0 {
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
			over = withoutTaken(p.raised(over))
		}
		sizes = append(sizes, over)
	}
	return sizes
}

// bound notes that a new symbol is at most a number.
func (p *path) bound(symbol affine, most int64) {
	if p.highest == nil {
		p.highest = map[int]int64{}
	}
	p.highest[len(symbol.Coef)-1] = most
}

// raised puts the numbers that symbols are at most in their places.
func (p *path) raised(a affine) affine {
	for i, c := range a.Coef {
		if most, known := p.highest[i]; known && c > 0 {
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
