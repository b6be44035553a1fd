package interp

import (
	"slices"
	"time"
)

// A Cost is what a definition took, functions inside it included.
type Cost struct {
	Name  string
	Calls int64
	Time  time.Duration
}

// A profile counts by function.
type profile struct{ calls []int64 }

func newProfile(n int) *profile { return &profile{calls: make([]int64, n)} }

func (p *profile) costs(funcs []*function) []Cost {
	if p == nil {
		return nil
	}
	var costs []Cost
	for i, n := range p.calls {
		if n > 0 {
			costs = append(costs, Cost{Name: funcs[i].name, Calls: n})
		}
	}
	slices.SortStableFunc(costs, func(a, b Cost) int { return int(b.Calls - a.Calls) })
	return costs
}
