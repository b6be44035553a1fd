package interp

import (
	"slices"
	"sync"
	"time"
)

// A Cost is what a definition took, functions inside it included. It is
// sampled: each quantum of steps counts for the function that was running.
type Cost struct {
	Name  string // "" for top-level expressions
	Steps int64
	Time  time.Duration
	Bytes int64
}

// A profile collects samples of all machines of a run.
type profile struct {
	mu    sync.Mutex
	costs map[string]*Cost
}

func newProfile() *profile { return &profile{costs: map[string]*Cost{}} }

// sample counts steps, and the time and bytes since the machine's last sample,
// for the definition that it is in.
func (p *profile) sample(m *machine, steps int64) {
	now := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	name := ""
	for fn := m.fn; fn != nil; fn = fn.outer {
		name = fn.name
		if fn.outer == nil {
			break
		}
	}
	c := p.costs[name]
	if c == nil {
		c = &Cost{Name: name}
		p.costs[name] = c
	}
	if !m.sampled.IsZero() {
		c.Time += now.Sub(m.sampled)
	}
	c.Steps += steps
	c.Bytes += m.arena.bytes
	m.sampled = now
}

// list gives what was collected, dearest first.
func (p *profile) list() []Cost {
	if p == nil {
		return nil
	}
	var costs []Cost
	for _, c := range p.costs {
		costs = append(costs, *c)
	}
	slices.SortFunc(costs, func(a, b Cost) int { return int(b.Time - a.Time) })
	return costs
}
