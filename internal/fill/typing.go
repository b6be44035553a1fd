package fill

import (
	"context"
	"sync"
	"sync/atomic"
)

// Terms of a weight come from uses of forms: types and weights of arguments. Uses are typed before terms are
// made, since most are refused.

// expand makes the terms of a weight: those of the hole's type, or all. Terms of a weight come from uses
// of forms. Uses are typed before terms are made, since most are refused.
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
	// A term is a form, attributes of weight extra, and arguments that weigh the rest.
	for _, f := range b.forms {
		for extra := 0; extra <= mostExtra; extra++ {
			rest := weight - f.weight - extra
			if rest < f.arity || ctx.Err() != nil {
				break
			}
			var found []use
			combine(f, rest, use{}, order, &found)
			b.typed(ctx, f, found)
			for i := range found {
				b.uses(ctx, f, extra, &found[i])
			}
		}
	}
	b.flush(ctx)
}

// A use is the types and weights of the arguments of a form.
type use struct {
	n       int
	kinds   [4]*kind
	weights [4]int
}

// signature is the kinds of a use.
func (u *use) signature() (s signature) {
	for i, k := range u.kinds[:u.n] {
		s[i] = k.number
	}
	return s
}

// combine collects the types and weights of arguments whose weights make rest. order has the types that
// have terms, by weight.
func combine(f *form, rest int, u use, order [][]*kind, found *[]use) {
	i := u.n
	if i == f.arity {
		if rest == 0 {
			*found = append(*found, u)
		}
		return
	}
	least, most := 1, rest-(f.arity-i-1)
	if i == f.arity-1 {
		least = rest
	}
	for w := least; w <= most; w++ {
		for _, k := range order[w] {
			if f.accept != nil && !f.accept(i, k) || f.follows != nil && !f.follows(u.kinds[:i], k) {
				continue
			}
			if f.commutative && i == 1 && w < u.weights[0] {
				continue
			}
			u.n, u.kinds[i], u.weights[i] = i+1, k, w
			combine(f, rest-w, u, order, found)
		}
	}
}

// typed makes the instances of a form that uses need, on all workers; those of the checker on one, since
// it is not safe for concurrent use.
func (b *bank) typed(ctx context.Context, f *form, uses []use) {
	var missing []*use
	if f.made == nil {
		f.made = map[signature][]*instance{}
	}
	for i := range uses {
		s := uses[i].signature()
		if _, ok := f.made[s]; !ok {
			f.made[s] = nil
			missing = append(missing, &uses[i])
		}
	}
	made := make([][]*instance, len(missing))
	workers := len(b.workers)
	if f.checked || len(missing) < 16 {
		workers = 1
	}
	share(ctx, workers, len(missing), 8, func(_, i int) {
		made[i] = f.make(missing[i].kinds[:missing[i].n])
	})
	for i, u := range missing {
		b.register(f, u.signature(), made[i])
	}
}

// share visits 0, …, n-1 in parts, on some goroutines.
func share(ctx context.Context, workers, n, part int, visit func(worker, i int)) {
	var next atomic.Int64
	work := func(worker int) {
		for {
			from := int(next.Add(int64(part))) - part
			if from >= n || ctx.Err() != nil {
				return
			}
			for i := from; i < min(from+part, n); i++ {
				visit(worker, i)
			}
		}
	}
	var wait sync.WaitGroup
	for worker := 1; worker < workers; worker++ {
		wait.Go(func() { work(worker) })
	}
	work(0)
	wait.Wait()
}

// register numbers the instances of a form for a signature.
func (b *bank) register(f *form, s signature, made []*instance) {
	for _, inst := range made {
		b.instanceCount++
		inst.form, inst.number, inst.out = f, b.instanceCount, b.kindOf(inst.typ)
	}
	f.made[s] = made
}

// uses makes the terms of the instances of a form for a use.
func (b *bank) uses(ctx context.Context, f *form, extra int, u *use) {
	for _, inst := range f.made[u.signature()] {
		if inst.extra != extra || b.goal && !b.fits(inst.out) || !b.goal && !b.keep(inst.out) {
			continue
		}
		b.products(ctx, inst, u.kinds[:u.n], u.weights[:u.n], 0, 0, [4]*term{})
		if ctx.Err() != nil {
			return
		}
	}
}

// instances are the typed uses of a form for arguments of some types.
func (b *bank) instances(f *form, kinds []*kind) []*instance {
	u := use{n: len(kinds)}
	copy(u.kinds[:], kinds)
	s := u.signature()
	if _, ok := f.made[s]; !ok {
		if f.made == nil {
			f.made = map[signature][]*instance{}
		}
		b.register(f, s, f.make(kinds))
	}
	return f.made[s]
}
