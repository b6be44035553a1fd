package fill

import (
	"context"
	"math"
	"slices"
	"sort"

	"github.com/fraccheck/fraccheck/internal/value"
)

// Deduction meets the terms of a bank from the other side. A goal is what a term is to come to in
// each context. A rule (deduce_rules.go) takes an operator and gives, for a goal, operands with which
// the operator comes to it: some are stored terms, and the others are goals of their own. A stored
// term is found by a hash of its values. So terms of twice the weight of those in the bank are found in
// time with the bank. This is deductive search with inverse semantics (S. Gulwani, O. Polozov,
// R. Singh, Program Synthesis, 2017, chapter 6) over the terms of an enumerative one.

// A goal is what a term is to come to, by valuation.
type goal struct {
	values []value.Value
	grids  []grid // nil where some value is no tensor
	near   []value.Tolerance
}

// mostDeduced bounds the terms that one goal gives.
const mostDeduced = 6

// What one pass of deduction may take.
const (
	deducedDepth  = 2
	mostVisits    = 2_000_000 // of stored terms
	mostTries     = 20_000    // of instances
	mostGoals     = 400
	mostRowsTaken = 64
)

// A deduction is one pass over the terms of weights up to level, with counts of what it has done, all of
// which are bounded.
type deduction struct {
	bank   *bank
	ctx    context.Context
	level  int
	visits int
	tries  int
	goals  int
	known  map[uint64][]*term // by goal (roughHash) and depth
}

// wanted is the goal of the hole; nil where some valuation has none.
func (b *bank) wanted() *goal {
	g := &goal{}
	for _, r := range b.valuations {
		if r.want == nil {
			return nil
		}
		g.values = append(g.values, r.want)
		g.near = append(g.near, r.near)
	}
	if len(g.values) == 0 {
		return nil
	}
	g.grids = gridsOf(g.values)
	return g
}

// information is a rough measure of how many bits the values have: an element that is a small number or
// occurs before in its valuation has one, another number has three, and one with a fraction has five.
func (g *goal) information() (bits float64) {
	for _, each := range g.grids {
		seen := map[float64]bool{0: true, 1: true}
		for _, x := range each.at {
			switch {
			case seen[x]:
				bits++
			case x == math.Trunc(x):
				bits += 3
			default:
				bits += 5
			}
			seen[x] = true
		}
	}
	return bits
}

// deduce finds terms with the wanted values that are made of stored ones, the lightest first. Where the
// values say too little for all rules, of which some always find operands, there are folds alone.
func (b *bank) deduce(ctx context.Context, level int, all bool) []*term {
	g := b.wanted()
	if g == nil {
		return nil
	}
	d := &deduction{bank: b, ctx: ctx, level: level, known: map[uint64][]*term{}}
	depth := deducedDepth
	if !all {
		depth = 0
	}
	found := d.solve(g, depth)
	b.tried.Add(int64(d.tries))
	return slices.DeleteFunc(found, func(t *term) bool { return !b.fits(t.typ) })
}

// solve finds terms with the values of a goal, the lightest first: stored ones, and where depth is not 0
// those that rules make. Goals are remembered by their values and depth.
func (d *deduction) solve(g *goal, depth int) []*term {
	key := roughHash(g.values) + uint64(depth)
	if found, ok := d.known[key]; ok {
		return found
	}
	if d.goals++; d.goals > mostGoals || d.ctx.Err() != nil {
		return nil
	}
	d.known[key] = nil // a goal that leads back to itself has no lighter term
	found := slices.Clone(d.stored(g))
	take := func(f *form, args ...*term) { found = append(found, d.apply(g, f, args)...) }
	if depth > 0 {
		d.rules(g, depth, take)
	} else if d.goals == 1 && g.grids != nil {
		d.folded(g, false, take)
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].weight < found[j].weight })
	if len(found) > mostDeduced {
		found = found[:mostDeduced]
	}
	d.known[key] = found
	return found
}

// stored are the terms of the bank with the values of a goal.
func (d *deduction) stored(g *goal) []*term {
	return slices.DeleteFunc(slices.Clone(d.bank.byRough[roughHash(g.values)]), func(t *term) bool { return !g.holds(t) })
}

// holds reports whether a term comes to a goal.
func (g *goal) holds(t *term) bool {
	for i, want := range g.values {
		if t.values[i] == nil || !closeTo(t.values[i], want, g.near[i]) {
			return false
		}
	}
	return true
}

// apply makes the terms of a form on arguments that come to a goal. They are evaluated, so a rule may
// offer operands that are right up to rounding, or for one dtype alone.
func (d *deduction) apply(g *goal, f *form, args []*term) (made []*term) {
	if f == nil || len(args) != f.arity || f.recursive {
		return nil
	}
	kinds := make([]*kind, len(args))
	weight := f.weight
	// The tests of forms come first: a rule offers operands without regard to their types.
	for i, a := range args {
		kinds[i] = a.typ
		weight += a.weight
		if f.accept != nil && !f.accept(i, a.typ) || f.follows != nil && !f.follows(kinds[:i], a.typ) {
			return nil
		}
	}
	for _, inst := range d.bank.instances(f, kinds) {
		if d.tries++; d.tries > mostTries {
			return made
		}
		j := job{inst: inst}
		copy(j.args[:], args)
		d.bank.evaluate(d.bank.workers[0], &j)
		if j.made != nil && !j.made.opaque && g.holds(j.made) {
			j.made.weight = weight + inst.extra
			made = append(made, j.made)
		}
	}
	return made
}

// each visits the stored tensors of a dtype.
func (d *deduction) each(dtype value.Dtype, visit func(t *term)) {
	for _, k := range d.bank.order {
		if k.tensor == nil {
			continue
		}
		for w := 1; w <= d.level; w++ {
			for _, t := range k.terms[w] {
				if got, ok := dtypeOf(t.values[0]); t.opaque || !ok || got != dtype {
					continue
				}
				if d.visits++; d.visits > mostVisits || d.visits%1024 == 0 && d.ctx.Err() != nil {
					return
				}
				visit(t)
			}
		}
	}
}

func dtypeOf(v value.Value) (value.Dtype, bool) {
	switch v := v.(type) {
	case value.Scalar:
		return v.Dtype, true
	case *value.Array:
		return v.Dtype, true
	}
	return 0, false
}
