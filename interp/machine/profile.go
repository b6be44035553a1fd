package machine

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/fraccheck/fraccheck/interp/code"
)

// A Cost is what a definition took, functions inside it included. It is
// sampled: each quantum of steps counts for the function that was running.
type Cost struct {
	Name  string // "" for top-level expressions
	Steps int64
	Time  time.Duration
	Bytes int64
	Code  string // the instructions, of the dearest definition only
}

// An OperatorCost is what the calls of an operator on tensors took. Calls that ran at the same time
// count each; functions that an operator calls count for it.
type OperatorCost struct {
	Name  string // fusedOperators for chains that ran in one pass
	Calls int64
	Time  time.Duration
}

// fusedOperators is the name of elementwise operators that ran in one pass over their elements.
const fusedOperators = "fused elementwise operators"

// A profile collects samples of all machines of a run.
type profile struct {
	mu        sync.Mutex
	costs     map[string]*sampled
	operators map[string]*OperatorCost
}

// now is the time, where there is a profile.
func (p *profile) now() (t time.Time) {
	if p != nil {
		t = time.Now()
	}
	return t
}

// operator counts a call of an operator that began at a time.
func (p *profile) operator(name string, start time.Time) {
	if p == nil {
		return
	}
	took := time.Since(start)
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.operators[name]
	if c == nil {
		c = &OperatorCost{Name: name}
		p.operators[name] = c
	}
	c.Calls++
	c.Time += took
}

// operatorList gives the operators, in no order.
func (p *profile) operatorList() (all []OperatorCost) {
	if p == nil {
		return nil
	}
	for _, c := range p.operators {
		all = append(all, *c)
	}
	return all
}

// A sampled is what was counted for a definition.
type sampled struct {
	Cost
	function *code.Function // nil where only the beginning or the end of a run was counted
}

// sample counts steps, and the time and bytes since the machine's last sample,
// for the definition that it is in.
func (p *profile) sample(m *machine, steps int64) {
	now := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	name, fn := "", m.fn
	if fn != nil {
		fn = fn.Outermost()
		name = fn.Name
	}
	c := p.costs[name]
	if c == nil {
		c = &sampled{Cost: Cost{Name: name}}
		p.costs[name] = c
	}
	c.function = cmp.Or(c.function, fn)
	if !m.sampled.IsZero() {
		c.Time += now.Sub(m.sampled)
	}
	c.Steps += steps
	c.Bytes += m.arena.bytes
	m.sampled = now
}

// list gives what was collected, dearest first.
func (p *profile) list(program code.Image) []Cost {
	if p == nil {
		return nil
	}
	all := slices.SortedFunc(maps.Values(p.costs), func(a, b *sampled) int {
		return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Name, b.Name))
	})
	costs := make([]Cost, len(all))
	for i, c := range all {
		if i == 0 && c.function != nil {
			c.Code = program.DisassembleDefinition(c.function)
		}
		costs[i] = c.Cost
	}
	return costs
}
