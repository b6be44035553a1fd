package fill

import (
	"context"
	"slices"
)

// Candidates are the terms of the hole's type: those that the bank makes, by weight, and those that are deduced.

// candidates are the terms of a weight that may fill the hole. All lighter ones are made first. Of the
// stored terms those are needed that are lighter by leastWeight, the weight of the lightest form around
// them; candidates are evaluated, compared with what is wanted, and not stored.
func (b *bank) candidates(ctx context.Context, weight int) []*term {
	for b.complete < weight {
		next := b.complete + 1
		for b.stored < next-leastWeight && !b.full {
			b.expand(ctx, b.stored+1, false)
			b.stored++
		}
		b.expand(ctx, next, true)
		b.schedule(ctx, next)
		if ctx.Err() != nil {
			return b.goals[weight]
		}
		b.complete = next
	}
	return b.goals[weight]
}

// bitsOfWeight is how many bits a unit of weight is worth: of each weight there are some three times as
// many terms as of the one below, and log₂ 3 ≈ 1.5. A term of weight w that fits b bits of wanted values
// is one of 2^(1.5w) terms, of which 2^(1.5w - b) fit by chance.
const bitsOfWeight = 1.5

// plainWeight is the weight up to which candidates are tried in the order of their weights: there are few.
const plainWeight = 7

// schedule puts the terms that are deduced among the candidates, ahead of lighter ones by as much as the
// wanted values have more bits than the term. A term with more bits than they have may fit them by chance,
// as a lighter one does that is not made yet: it is tried last (joint.tryLate).
func (b *bank) schedule(ctx context.Context, next int) {
	b.goal = false
	for _, t := range b.deduce(ctx, b.stored, b.information >= bitsOfWeight*float64(next)) {
		// spare is by how many bits the wanted values determine more than the term has.
		weight := t.weight + unusedWeight*b.unused(t)
		spare := b.information - bitsOfWeight*float64(weight)
		text := t.String()
		if b.deduced[text] {
			continue
		}
		if b.deduced[text] = true; spare < 0 {
			b.late = append(b.late, t)
			continue
		}
		level := max(next, min(weight, plainWeight), weight-int(spare))
		b.goals[level] = append(b.goals[level], t)
		if level > next {
			b.late = append(b.late, t)
		}
	}
}

// unusedWeight is what counts against a candidate for each parameter that it leaves unused: most
// definitions use all of theirs.
const unusedWeight = 2

// unused is how many variables a filling should use and does not.
func (b *bank) unused(t *term) (n int) {
	for _, i := range b.owned {
		if !t.mentions(i) {
			n++
		}
	}
	return n
}

// mentions reports whether a term has a variable.
func (t *term) mentions(leaf int) bool {
	return t.leaf == leaf || slices.ContainsFunc(t.args, func(a *term) bool { return a.mentions(leaf) })
}

// goalTerm makes a term a candidate, unless there is one with its values that leaves as many parameters
// unused.
func (b *bank) goalTerm(t *term, sum [2]uint64) {
	n := b.unused(t)
	sum[1] += uint64(n)
	if !b.seenGoals[sum] {
		b.seenGoals[sum] = true
		level := t.weight + unusedWeight*n
		b.goals[level] = append(b.goals[level], t)
	}
}
