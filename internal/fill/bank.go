package fill

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A term is an expression of the search with its values.
type term struct {
	inst   *instance // nil of a leaf
	args   []*term
	text   string // of a leaf
	leaf   int    // the index of the variable; -1 of literals
	value  value.Value
	typ    *kind
	weight int
	values []value.Value // by context; nil where it is not known
	opaque bool          // some value is not known
	sum    uint64        // of the values, and of the expression where these are not known
	rough  uint64        // of the values
}

// A kind is a type that terms have.
type kind struct {
	t      types.Type
	key    string
	hash   uint64        // of key
	tensor *types.Tensor // nil of others
	terms  map[int][]*term
}

// A form makes terms of terms: an operator, a definition, a constructor.
type form struct {
	name        string
	weight      int
	arity       int
	commutative bool
	recursive   bool                           // it may reach the hole
	accept      func(i int, k *kind) bool      // a quick test of argument i; nil: anything
	pair        func(a, b *kind) bool          // a quick test of the first two
	make        func(args []*kind) []*instance // the typed uses for types of arguments
	made        map[string][]*instance         // by the keys of the arguments
}

// An instance is a form with attributes, for arguments of some types.
type instance struct {
	form   *form
	number int // of all instances
	extra  int // weight of what it writes besides its arguments
	out    *kind
	apply  func(w *worker, args []value.Value) (value.Value, error)
	print  func(args []string) string
}

// mostExtra is the greatest weight of attributes.
const mostExtra = 3

// leastWeight is the least weight of a form.
const leastWeight = 2

// A bank holds the terms of a site, one for those that are the same in all contexts.
type bank struct {
	site        *site
	reaches     []reach
	forms       []*form
	kinds       map[string]*kind
	order       []*kind
	fits        func(k *kind) bool // a type that may be that of the hole
	keep        func(k *kind) bool // a type whose terms are of use
	seen        map[[2]uint64]bool
	seenGoals   map[[2]uint64]bool
	deduced     map[string]bool    // by text
	late        []*term            // deduced, and not yet a candidate when it was
	information float64            // of the wanted values, in bits
	byRough     map[uint64][]*term // of stored terms, by roughHash of the values
	stored      int                // terms of weight up to this are made
	complete    int                // candidates of weight up to this are made
	goals       map[int][]*term
	workers     []*worker
	tried       atomic.Int64
	count       int
	full        bool

	instanceCount int

	batch  []job
	goal   bool
	weight int
}

// A job is a term to be made.
type job struct {
	inst *instance
	args [4]*term
	made *term
	sum  [2]uint64
}

const batchSize = 1 << 12

// mostTerms bounds the terms of a bank.
const mostTerms = 1_000_000

// kindOf is the one kind of a type.
func (b *bank) kindOf(t types.Type) *kind {
	t = types.Head(t)
	key := types.Key(t)
	k := b.kinds[key]
	if k == nil {
		h := newHash()
		for i := range len(key) {
			h.word(uint64(key[i]))
		}
		k = &kind{t: t, key: key, hash: h.sum, terms: map[int][]*term{}}
		k.tensor, _ = t.(*types.Tensor)
		b.kinds[key] = k
		b.order = append(b.order, k)
	}
	return k
}

// leafTerm adds a variable or a literal.
func (b *bank) leafTerm(t *term) {
	h := newHash()
	for _, v := range t.values {
		h.value(v)
	}
	if len(b.reaches) == 0 {
		for i := range len(t.text) {
			h.word(uint64(t.text[i]))
		}
	}
	sum := [2]uint64{h.sum, t.typ.hash}
	if b.seen[sum] {
		return
	}
	b.seen[sum] = true
	t.sum = h.sum
	t.typ.terms[t.weight] = append(t.typ.terms[t.weight], t)
	t.rough = roughHash(t.values)
	b.byRough[t.rough] = append(b.byRough[t.rough], t)
	if !b.fits(t.typ) {
		return
	}
	for i, r := range b.reaches {
		if r.want != nil && !closeTo(t.values[i], r.want, r.near) {
			return
		}
	}
	b.goals[t.weight] = append(b.goals[t.weight], t)
	b.seenGoals[sum] = true
}

// candidates are the terms of a weight that may fill the hole.
func (b *bank) candidates(ctx context.Context, weight int) []*term {
	for b.complete < weight {
		next := b.complete + 1
		for b.stored < next-leastWeight && !b.full {
			b.expand(ctx, b.stored+1, false)
			b.stored++
		}
		b.expand(ctx, next, true)
		b.later(ctx, next)
		if ctx.Err() != nil {
			return b.goals[weight]
		}
		b.complete = next
	}
	return b.goals[weight]
}

// bitsOfWeight is how many bits a unit of weight is worth: of each weight there are some three times as many terms as
// of the one below.
const bitsOfWeight = 1.5

// later puts the terms that are deduced among the candidates, ahead of lighter ones by as much as the wanted
// values have more bits than the term. A term with more bits than they have may fit them by chance,
// as a lighter one does that is not made yet: it is left out.
func (b *bank) later(ctx context.Context, next int) {
	if b.information < bitsOfWeight*float64(next) {
		return
	}
	b.goal = false
	for _, t := range b.deduce(ctx, b.stored) {
		spare := b.information - bitsOfWeight*float64(t.weight)
		text := t.String()
		if spare < 0 || b.deduced[text] {
			continue
		}
		b.deduced[text] = true
		level := max(next, t.weight-int(spare))
		b.goals[level] = append(b.goals[level], t)
		if level > next {
			b.late = append(b.late, t)
		}
	}
}

// expand makes the terms of a weight: those of the hole's type, or all.
func (b *bank) expand(ctx context.Context, weight int, goal bool) {
	b.goal, b.weight = goal, weight
	order := make([][]*kind, weight)
	for w := range order {
		for _, k := range b.order {
			if len(k.terms[w]) > 0 {
				order[w] = append(order[w], k)
			}
		}
	}
	for _, f := range b.forms {
		for extra := 0; extra <= mostExtra; extra++ {
			rest := weight - f.weight - extra
			if rest < f.arity || ctx.Err() != nil {
				break
			}
			b.combine(ctx, f, extra, rest, make([]*kind, 0, 4), make([]int, 0, 4), order)
		}
	}
	b.flush(ctx)
}

// combine goes through the types and weights of arguments whose weights make rest. order has the
// types that have terms, by weight.
func (b *bank) combine(ctx context.Context, f *form, extra, rest int, kinds []*kind, weights []int, order [][]*kind) {
	i := len(kinds)
	if i == f.arity {
		if rest == 0 {
			b.uses(ctx, f, extra, kinds, weights)
		}
		return
	}
	least, most := 1, rest-(f.arity-i-1)
	if i == f.arity-1 {
		least = rest
	}
	for w := least; w <= most; w++ {
		for _, k := range order[w] {
			if f.accept != nil && !f.accept(i, k) || i == 1 && f.pair != nil && !f.pair(kinds[0], k) {
				continue
			}
			if f.commutative && i == 1 && w < weights[0] {
				continue
			}
			b.combine(ctx, f, extra, rest-w, append(kinds, k), append(weights, w), order)
		}
	}
}

// uses makes the terms of the typed uses of a form.
func (b *bank) uses(ctx context.Context, f *form, extra int, kinds []*kind, weights []int) {
	for _, inst := range b.instances(f, kinds) {
		if inst.extra != extra || b.goal && !b.fits(inst.out) || !b.goal && !b.keep(inst.out) {
			continue
		}
		b.products(ctx, inst, kinds, weights, 0, 0, [4]*term{})
		if ctx.Err() != nil {
			return
		}
	}
}

func (b *bank) instances(f *form, kinds []*kind) []*instance {
	var key strings.Builder
	for _, k := range kinds {
		key.WriteString(k.key)
		key.WriteByte(';')
	}
	made, ok := f.made[key.String()]
	if !ok {
		made = f.make(kinds)
		for _, inst := range made {
			b.instanceCount++
			inst.form, inst.number = f, b.instanceCount
		}
		if f.made == nil {
			f.made = map[string][]*instance{}
		}
		f.made[key.String()] = made
	}
	return made
}

// products makes the terms of an instance for terms of some types and weights. first is the index
// of the first argument: of commutative operators, one order is enough.
func (b *bank) products(ctx context.Context, inst *instance, kinds []*kind, weights []int, i, first int, args [4]*term) {
	if i == len(kinds) {
		if inst.form.recursive && !b.decreases(args[:i]) {
			return
		}
		b.batch = append(b.batch, job{inst: inst, args: args})
		if len(b.batch) == batchSize {
			b.flush(ctx)
		}
		return
	}
	from := 0
	if i == 1 && inst.form.commutative && kinds[0] == kinds[1] && weights[0] == weights[1] {
		from = first
	}
	terms := kinds[i].terms[weights[i]]
	for n := from; n < len(terms) && ctx.Err() == nil; n++ {
		if args[i] = terms[n]; i == 0 {
			first = n
		}
		b.products(ctx, inst, kinds, weights, i+1, first, args)
	}
}

// decreases reports whether a call that may reach the hole gets a part of what was matched, or,
// where nothing was, an argument that is computed: others would not end.
func (b *bank) decreases(args []*term) bool {
	matched := slices.ContainsFunc(b.site.vars, func(v variable) bool { return v.matched })
	return slices.ContainsFunc(args, func(t *term) bool {
		if !matched {
			return t.inst != nil
		}
		return t.leaf >= 0 && b.site.vars[t.leaf].matched && t.typ.tensor == nil
	})
}

// flush evaluates what waits, on all workers, and takes what is new, in order.
func (b *bank) flush(ctx context.Context) {
	if ctx.Err() != nil {
		b.batch = b.batch[:0]
		return
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for _, w := range b.workers {
		wait.Go(func() {
			for {
				from := int(next.Add(64)) - 64
				if from >= len(b.batch) || ctx.Err() != nil {
					return
				}
				for i := from; i < min(from+64, len(b.batch)); i++ {
					b.evaluate(w, &b.batch[i])
				}
			}
		})
	}
	wait.Wait()
	b.tried.Add(int64(len(b.batch)))
	for i := range b.batch {
		if j := &b.batch[i]; j.made != nil && ctx.Err() == nil {
			b.take(j)
		}
	}
	clear(b.batch)
	b.batch = b.batch[:0]
}

// evaluate makes a term and its values; a term that fails in a context is none, and neither is one that
// the bank has. Nothing is kept of those.
func (b *bank) evaluate(w *worker, j *job) {
	n := j.inst.form.arity
	var args [4]value.Value
	h := newHash()
	opaque := false
	values := w.values[:0]
	for i := range b.reaches {
		v, known, ok := b.valueIn(w, j, i, args[:n])
		if !ok {
			return
		}
		if known {
			h.value(v)
		} else {
			opaque = true
			h.word(uint64(i)<<8 | 9)
		}
		values = append(values, v)
	}
	w.values = values
	if opaque || len(b.reaches) == 0 { // nothing but the expression tells it from others
		h.word(uint64(j.inst.number))
		for _, a := range j.args[:n] {
			h.word(a.sum)
		}
	}
	j.sum = [2]uint64{h.sum, j.inst.out.hash}
	if !b.goal && b.seen[j.sum] {
		return
	}
	j.made = &term{
		inst: j.inst, args: slices.Clone(j.args[:n]), leaf: -1, typ: j.inst.out, weight: b.weight,
		values: slices.Clone(values), opaque: opaque, sum: h.sum,
	}
	if !b.goal && !opaque {
		j.made.rough = roughHash(values)
	}
}

// valueIn is the value of a job in a context, if that of each operand is known. ok is false where the job fails
// or does not come to what is wanted of a candidate.
func (b *bank) valueIn(w *worker, j *job, i int, args []value.Value) (v value.Value, known, ok bool) {
	for k := range args {
		if args[k] = j.args[k].values[i]; args[k] == nil {
			return nil, false, true
		}
	}
	w.reset()
	v, err := j.inst.apply(w, args)
	if errors.Is(err, errUnknown) {
		return nil, false, true
	}
	if err != nil || tooLarge(v) {
		return nil, false, false
	}
	r := &b.reaches[i]
	return v, true, !b.goal || r.want == nil || closeTo(v, r.want, r.near)
}

// take keeps a term that is new.
func (b *bank) take(j *job) {
	if b.goal {
		if !b.seenGoals[j.sum] {
			b.seenGoals[j.sum] = true
			b.goals[b.weight] = append(b.goals[b.weight], j.made)
		}
		return
	}
	if b.seen[j.sum] {
		return
	}
	b.seen[j.sum] = true
	j.made.typ.terms[b.weight] = append(j.made.typ.terms[b.weight], j.made)
	if !j.made.opaque {
		b.byRough[j.made.rough] = append(b.byRough[j.made.rough], j.made)
	}
	if b.count++; b.count > mostTerms {
		b.full = true
	}
}
