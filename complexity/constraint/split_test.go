package constraint

import (
	"fmt"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

// Whatever values the symbols of a path have that satisfy what is known of them, one of
// the parts that the path is split into has them.
func TestSplitPathsAreThePath(t *testing.T) {
	const most = 3
	tests := []struct {
		name    string
		symbols int
		least   []linear.Form // at least 0
	}{
		{"one of two is there", 2, []linear.Form{sumOf(-1, 1, 1)}},
		{"two of them are", 3, []linear.Form{sumOf(-2, 1, 1, 1)}},
		{"two bound two", 4, []linear.Form{sumOf(0, 1, 1, -1, -1)}},
		{"with one to spare", 4, []linear.Form{sumOf(1, 1, 1, -1, -1)}},
		{"with one less", 4, []linear.Form{sumOf(-1, 1, 1, -1, -1)}},
		{"one bounds, and another", 4, []linear.Form{sumOf(0, 1, 1, -1, -1), sumOf(-1, 1, 0, -1, 0)}},
		{"overlapping sums", 4, []linear.Form{sumOf(1, 1, 0, -1, -1), sumOf(0, 0, 1, 0, -1), sumOf(-1, 1, 1, 0, 0)}},
		{"twice as much", 3, []linear.Form{sumOf(-1, 2, 1), sumOf(0, 1, 1, -1)}},
	}
	for _, test := range tests {
		p := &Set{}
		var args []linear.Form
		for range test.symbols {
			args = append(args, p.Symbol())
		}
		for _, e := range test.least {
			p.AtLeast(e, linear.Form{})
		}
		var covered []string
		parts := p.Split(args)
		for _, q := range parts {
			covered = append(covered, q.assignments(args, most)...)
		}
		for _, a := range p.assignments(args, most) {
			if !slices.Contains(covered, a) {
				t.Errorf("%s: none of %d parts has %s", test.name, len(parts), a)
			}
		}
		if len(covered) == 0 {
			t.Errorf("%s: no part has any values", test.name)
		}
		for _, q := range parts {
			for _, a := range args {
				if now := q.Now(a); now.Const < 0 {
					t.Errorf("%s: a size is %v on a part, no sum of naturals", test.name, now)
				}
			}
		}
	}
}

// assignments are the values up to a number that some sizes may have together.
func (s *Set) assignments(sizes []linear.Form, most int64) []string {
	var free []int
	for i, solution := range s.solved {
		if solution == nil {
			free = append(free, i)
		}
	}
	var all []string
	point := make([]int64, len(s.solved))
	var fill func(at int)
	fill = func(at int) {
		if at < len(free) {
			for v := range most + 1 {
				point[free[at]] = v
				if s.small(sizes, point, most) {
					fill(at + 1)
				}
			}
			point[free[at]] = 0
			return
		}
		values := make([]int64, len(sizes))
		for i, a := range sizes {
			values[i] = s.Now(a).At(point)
			if values[i] < 0 || values[i] > most {
				return
			}
		}
		for _, e := range s.least {
			if s.Now(e).At(point) < 0 {
				return
			}
		}
		all = append(all, fmt.Sprint(values))
	}
	fill(0)
	return all
}

// small reports whether sizes that are sums of naturals are not above a number already.
func (s *Set) small(sizes []linear.Form, point []int64, most int64) bool {
	return !slices.ContainsFunc(sizes, func(a linear.Form) bool {
		a = s.Now(a)
		return a.Natural() && a.At(point) > most
	})
}

func sumOf(constant int64, coef ...int64) linear.Form { return linear.New(constant, coef...) }
