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
}

// A kind is a type that terms have.
type kind struct {
	t      types.Type
	key    string
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
	site      *site
	reaches   []reach
	forms     []*form
	kinds     map[string]*kind
	order     []*kind
	fits      func(k *kind) bool // a type that may be that of the hole
	keep      func(k *kind) bool // a type whose terms are of use
	seen      map[[2]uint64]bool
	seenGoals map[[2]uint64]bool
	stored    int // terms of weight up to this are made
	complete  int // candidates of weight up to this are made
	goals     map[int][]*term
	workers   []*worker
	tried     atomic.Int64
	count     int
	full      bool

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
		k = &kind{t: t, key: key, terms: map[int][]*term{}}
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
	sum := [2]uint64{h.sum, kindHash(t.typ)}
	if b.seen[sum] {
		return
	}
	b.seen[sum] = true
	t.sum = h.sum
	t.typ.terms[t.weight] = append(t.typ.terms[t.weight], t)
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

func kindHash(k *kind) uint64 {
	h := newHash()
	for i := range len(k.key) {
		h.word(uint64(k.key[i]))
	}
	return h.sum
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
		if ctx.Err() != nil {
			return b.goals[weight]
		}
		b.complete = next
	}
	return b.goals[weight]
}

// expand makes the terms of a weight: those of the hole's type, or all.
func (b *bank) expand(ctx context.Context, weight int, goal bool) {
	b.goal, b.weight = goal, weight
	order := b.order[:len(b.order):len(b.order)]
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

// combine goes through the types and weights of arguments whose weights make rest.
func (b *bank) combine(ctx context.Context, f *form, extra, rest int, kinds []*kind, weights []int, order []*kind) {
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
		for _, k := range order {
			if len(k.terms[w]) == 0 || f.accept != nil && !f.accept(i, k) || i == 1 && f.pair != nil && !f.pair(kinds[0], k) {
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

// evaluate makes a term and its values; a term that fails in a context is none.
func (b *bank) evaluate(w *worker, j *job) {
	n := j.inst.form.arity
	t := &term{inst: j.inst, args: append([]*term(nil), j.args[:n]...), leaf: -1, typ: j.inst.out, weight: b.weight, values: make([]value.Value, len(b.reaches))}
	var args [4]value.Value
	h := newHash()
	for i := range b.reaches {
		known := true
		for k := range n {
			args[k] = t.args[k].values[i]
			known = known && args[k] != nil
		}
		if known {
			w.reset()
			v, err := j.inst.apply(w, args[:n])
			switch {
			case errors.Is(err, errUnknown):
				known = false
			case err != nil:
				return
			default:
				if b.goal && b.reaches[i].want != nil && !closeTo(v, b.reaches[i].want, b.reaches[i].near) {
					return
				}
				t.values[i] = v
				h.value(v)
			}
		}
		if !known {
			t.opaque = true
			h.word(uint64(i)<<8 | 9)
		}
	}
	if t.opaque || len(b.reaches) == 0 { // nothing but the expression tells it from others
		h.word(uint64(j.inst.number))
		for _, a := range t.args {
			h.word(a.sum)
		}
	}
	t.sum = h.sum
	j.made, j.sum = t, [2]uint64{h.sum, kindHash(t.typ)}
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
	if b.count++; b.count > mostTerms {
		b.full = true
	}
}
