package solving

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

// Sums are sizes that consist of symbols, found by these: there may be many sizes, of
// which few have to do with one.
type sums struct {
	all  []partial
	with map[int][]int // by symbol, those in which it stands, ascending
}

// A partial is a size of the parameters, or of a call's result.
type partial struct {
	linear.Form
	// Of a call's result: the number of the call, what bounds the size, and how much
	// less that is than the sum.
	call  int
	bound *Cost
	less  int64
}

func (s *sums) add(p partial) {
	for i, c := range p.All() {
		if c != 0 {
			s.with[i] = append(s.with[i], len(s.all))
		}
	}
	s.all = append(s.all, p)
}

// meeting are the sums that share a symbol with another, ascending.
func (s *sums) meeting(other linear.Form) []int {
	var found []int
	for i, c := range other.All() {
		if c != 0 {
			found = append(found, s.with[i]...)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// parameters are what the sizes of the parameters consist of.
func (u *uppers) parameters() *sums {
	if u.own == nil {
		u.own = &sums{with: map[int][]int{}}
		for at := range u.arity {
			u.own.add(partial{Form: u.p.Now(linear.Variable(at))})
		}
	}
	return u.own
}

// results are what the sizes of the results of calls consist of that are bounded.
func (u *uppers) results() *sums {
	if u.outcomes == nil {
		u.outcomes = &sums{with: map[int][]int{}}
		for n := range u.p.Calls {
			c := &u.p.Calls[n]
			for _, given := range c.Callee.Sizes {
				if given.Bound != nil {
					sum, less := u.parts(c, given)
					u.outcomes.add(partial{sum, n, given.Bound, less})
				}
			}
		}
	}
	return u.outcomes
}

// parts is a sum of sizes of a call's result as one of naturals, and how much less the
// sizes are than that: x is y + z - 1 where y is known to be x + 1 at most.
func (u *uppers) parts(c *Call, s Amount) (sum linear.Form, less int64) {
	sum = u.p.Now(totalOf(c, s))
	less = max(0, -sum.Const)
	sum.Const += less
	return sum, less
}
