package solving

import "github.com/fraccheck/fraccheck/complexity/linear"

// A difference is a size of an instance that stands for no argument: how much one of
// its integers exceeds another, 0 where it does not. A loop from %i up to %n takes
// as many steps. Or how much the size of data exceeds an integer: of a list of which %n
// elements are taken away so many are left.
type Difference struct{ Of, Less int } // by number of the size

// passed are the differences of the sizes that a call passes, or what they are at
// most.
func (p *Trace) Passed(all []Difference, sizes []linear.Form) []linear.Form {
	for _, d := range all {
		over := p.Now(sizes[d.Of].Plus(-1, sizes[d.Less]))
		if !p.Natural(over) || over.Sign() != 1 {
			if own, ok := p.shifted(over); ok {
				over = own
			} else {
				over = p.Raised(over, maxRest).Positive()
			}
		}
		sizes = append(sizes, over)
	}
	return sizes
}

// shifted bounds a difference by one of the path's own that it exceeds by a number, as that
// of a list without its head and n - 1: x + k is at most max(x, 0) + max(k, 0).
func (p *Trace) shifted(over linear.Form) (linear.Form, bool) {
	if p.Of == nil {
		return linear.Form{}, false
	}
	first := p.Of.Arity - len(p.Of.Differences)
	for i, d := range p.Of.Differences {
		more := over.Plus(-1, p.Now(linear.Variable(d.Of).Plus(-1, linear.Variable(d.Less))))
		if more.IsNumber() {
			return linear.Variable(first+i).Plus(1, linear.Number(max(more.Const, 0))), true
		}
	}
	return linear.Form{}, false
}
