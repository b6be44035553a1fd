package code

import (
	"math/rand/v2"
	"testing"
)

// TestSpreadEffects holds what functions do against a search of all that they call,
// where functions come in several lots and call each other in circles.
func TestSpreadEffects(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		p := &Program{}
		for range 1 + r.IntN(4) {
			from, more := len(p.functions), 1+r.IntN(6)
			for i := from; i < from+more; i++ {
				f := &Function{Effect: r.IntN(6) == 0, CallsUnknown: r.IntN(6) == 0}
				for range r.IntN(3) {
					f.Calls = append(f.Calls, r.IntN(from+more))
				}
				p.Add(f)
			}
			want := make([][2]bool, len(p.functions))
			for i := range p.functions {
				want[i] = p.reached(i, map[int]bool{})
			}
			p.SpreadEffects()
			any := false
			for i, f := range p.functions {
				any = any || f.Effect
				if got := [2]bool{f.Effect, f.CallsUnknown}; got != want[i] {
					t.Fatalf("function %d of %d has %v, want %v", i, len(p.functions), got, want[i])
				}
			}
			if p.Snapshot().Effects != any {
				t.Fatalf("the program has effects: %v, want %v", p.Snapshot().Effects, any)
			}
		}
	}
}

// reached is what a function and all that it calls do by themselves.
func (p *Program) reached(i int, seen map[int]bool) [2]bool {
	if seen[i] {
		return [2]bool{}
	}
	seen[i] = true
	f := p.functions[i]
	does := [2]bool{f.Effect, f.CallsUnknown}
	for _, g := range f.Calls {
		below := p.reached(g, seen)
		does[0], does[1] = does[0] || below[0], does[1] || below[1]
	}
	return does
}
