package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
)

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
	for i, most := range in.Most {
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
	in.Differences = append(in.Differences, solving.Difference{Of: of, Less: less})
	in.Most = append(in.Most, 0)
	p.Symbol()
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
		list, _ := w.Measures(typeOf(d))
		if len(list) > 0 && list[0] == w.Key(typeOf(d)) {
			all = append(all, d.sizes[list[0]].Last())
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
	first := in.Arity - len(in.Differences)
	for i, d := range in.Differences {
		over := p.Now(linear.Variable(d.Of).Plus(-1, linear.Variable(d.Less)))
		switch {
		case p.Natural(over):
			p.Equate(linear.Variable(first+i), over)
		case p.Natural(linear.Form{}.Plus(-1, over)):
			p.Equate(linear.Variable(first+i), linear.Form{})
		}
	}
}
