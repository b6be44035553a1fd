package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/measure"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

// fits tells whether a sum of integers is what the run computes: integers wrap
// around at their width, and a sum that does is no longer the sum. It does not
// where it lies between constants, or between parameters, which are integers
// themselves; what counts something is at most a constant.
func (w *walk) fits(p *path, n *number) bool {
	low, high := measure.IntegerRange(n.of)
	return low != high && w.above(p, n.size, low) && w.below(p, n.size, high)
}

func (w *walk) below(p *path, size linear.Form, high int64) bool {
	if p.Natural(linear.Number(high).Plus(-1, p.Elements(p.Raised(p.Now(size), high), measure.MaxCounted))) {
		return true
	}
	for i, most := range w.in.Most {
		if 0 < most && most <= high && p.Natural(linear.Variable(i).Plus(-1, size)) {
			return true
		}
	}
	return false
}

func (w *walk) above(p *path, size linear.Form, low int64) bool {
	if p.Natural(size.Plus(-1, linear.Number(low))) {
		return true
	}
	for i, most := range w.in.Most {
		if 0 < most && most < -low && p.Natural(size.Plus(1, linear.Variable(i)).Plus(1, linear.Number(1))) {
			return true
		}
	}
	return false
}
