package fill

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A term is an expression of the search with its values.
type term struct {
	inst   *instance // nil of a leaf
	args   []*term
	text   string      // of a leaf
	leaf   int         // the index of the variable in site.vars; -1 of literals and of what is no leaf
	value  value.Value // of a literal
	typ    *kind
	weight int
	values []value.Value // by valuation; nil where it is not known
	opaque bool          // some value is not known
	sum    uint64        // hash of the values, and of the expression where these are not known
	rough  uint64        // roughHash of the values
}

// A kind is a type that terms have, with the terms of it by weight. Types are compared by their keys, so
// that there is one kind of each.
type kind struct {
	t      types.Type
	number int32 // of all kinds of the bank, from 1 on
	class  class // of tensors
	key    string
	hash   uint64        // of key
	tensor *types.Tensor // nil of others
	terms  map[int][]*term
}

// A class is what tensors have in common whatever their extents are.
type class struct {
	dtype types.Dtype
	rank  int
}

// A form makes terms of terms: an operator, a definition, a constructor. accept and follows refuse most
// combinations of types before make asks a relation or the checker.
type form struct {
	name        string
	weight      int
	arity       int
	commutative bool
	recursive   bool                               // it may reach the hole
	accept      func(i int, k *kind) bool          // a quick test of argument i; nil: anything
	follows     func(before []*kind, k *kind) bool // a quick test of an argument by those before it; nil: anything
	make        func(args []*kind) []*instance     // the typed uses for types of arguments
	checked     bool                               // make asks the checker, by one goroutine at a time
	made        map[signature][]*instance
}

// A signature is the numbers of the kinds of a form's arguments.
type signature [4]int32

// An instance is a form with attributes, for arguments of some types. A term has one, and its values come
// of apply.
type instance struct {
	form   *form
	number int // of all instances
	extra  int // weight of what it writes besides its arguments
	typ    types.Type
	out    *kind // of typ
	apply  func(w *worker, args []value.Value) (value.Value, error)
	print  func(args []string) string
}

// mostExtra is the greatest weight of attributes.
const mostExtra = 3

// leastWeight is the least weight of a form.
const leastWeight = 2

// A bank holds the terms of a site, one for those that are the same in all valuations. Terms are made
// bottom-up by weight (A. Albarghouthi et al., Recursive Program Synthesis, CAV 2013; A. Udupa et al.,
// TRANSIT, PLDI 2013): those of weight w are forms of weight f on stored terms whose weights add up to
// w - f. Pruning loses nothing but heavier terms with the same values: each form is a function of the
// values of its arguments, so whatever is made of a term is made of its representative.
//
// The exceptions are opaque terms, which reach the hole themselves (recursive calls) and have no values;
// they are compared as expressions.
type bank struct {
	site        *site
	valuations  []valuation
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
	goals       map[int][]*term    // candidates, by the weight at which they are tried
	owned       []int              // the indices of the variables that a filling should use
	workers     []*worker
	tried       atomic.Int64
	count       int
	full        bool

	instanceCount int

	batch  []job // jobs that wait for flush
	goal   bool  // they are candidates, and not stored
	weight int   // theirs
}

// A job is a term to be made. Jobs are evaluated in batches on several goroutines, and stored in order, so
// that the result does not depend on the number of goroutines.
type job struct {
	inst *instance
	args [4]*term
	made *term
	sum  [2]uint64
}

// batchSize is how many jobs are evaluated together.
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
		k = &kind{t: t, number: int32(len(b.order) + 1), key: key, hash: h.sum, terms: map[int][]*term{}}
		if k.tensor, _ = t.(*types.Tensor); k.tensor != nil {
			k.class = class{k.tensor.Dtype, len(k.tensor.Shape)}
		}
		b.kinds[key] = k
		b.order = append(b.order, k)
	}
	return k
}

// leafTerm adds a variable or a literal. Without valuations, leaves are compared by their texts.
func (b *bank) leafTerm(t *term) {
	h := newHash()
	for _, v := range t.values {
		h.value(v)
	}
	if len(b.valuations) == 0 {
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
	for i, r := range b.valuations {
		if r.want != nil && !closeTo(t.values[i], r.want, r.near) {
			return
		}
	}
	b.goalTerm(t, sum)
}

// products makes the terms of an instance for terms of some types and weights. first is the index of the
// first argument: of commutative operators, one order is enough.
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

// decreases reports whether a call that may reach the hole gets a part of what was matched, or, where
// nothing was, a number that is computed: others would not end. Data that are computed grow as often as
// they shrink, and a run on them takes long to reach its limits.
func (b *bank) decreases(args []*term) bool {
	matched := slices.ContainsFunc(b.site.vars, func(v variable) bool { return v.matched })
	return slices.ContainsFunc(args, func(t *term) bool {
		if !matched {
			return t.inst != nil && t.typ.tensor != nil
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
	share(ctx, len(b.workers), len(b.batch), 64, func(worker, i int) { b.evaluate(b.workers[worker], &b.batch[i]) })
	b.tried.Add(int64(len(b.batch)))
	for i := range b.batch {
		if j := &b.batch[i]; j.made != nil && ctx.Err() == nil {
			b.store(j)
		}
	}
	clear(b.batch)
	b.batch = b.batch[:0]
}

// evaluate makes a term and its values. A term that fails in a valuation is none: it would fail in the
// run. Neither is one that the bank has, nor a candidate that does not come to what is wanted. Nothing is
// kept of those.
func (b *bank) evaluate(w *worker, j *job) {
	n := j.inst.form.arity
	var args [4]value.Value
	// The hash is that of the values; a value that is not known counts by its valuation.
	h := newHash()
	opaque := false
	values := w.values[:0]
	for i := range b.valuations {
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
	if opaque || len(b.valuations) == 0 { // only the expression distinguishes it
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

// failed is the value of a term that fails in an invented valuation, which a run may never reach.
var failed = &value.Data{Tag: -1, Name: "failed"}

// valueIn is the value of a job in a valuation, if that of each operand is known. ok is false where the
// job fails in a valuation of a run, or is not what is wanted of a candidate.
func (b *bank) valueIn(w *worker, j *job, i int, args []value.Value) (v value.Value, known, ok bool) {
	for k := range args {
		if args[k] = j.args[k].values[i]; args[k] == nil {
			return nil, false, true
		}
		if args[k] == failed {
			return failed, true, true
		}
	}
	r := &b.valuations[i]
	w.reset()
	v, err := j.inst.apply(w, args)
	if errors.Is(err, errUnknown) {
		return nil, false, true
	}
	if err != nil || tooLarge(v) {
		return failed, true, r.invented
	}
	return v, true, !b.goal || r.want == nil || closeTo(v, r.want, r.near)
}

// store keeps a term that is new. Of two jobs of one batch with equal values the first one is kept.
func (b *bank) store(j *job) {
	if b.goal {
		b.goalTerm(j.made, j.sum)
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
