package parallel

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

const (
	scanRule   = "scan : ((S, A) → S, FractalTensor[A], S) → FractalTensor[S]; f takes the state first, then the element; without init the first element is the first state, so S = A"
	foldRule   = "fold : ((S, A) → S, FractalTensor[A], S) → S; f takes the state first, then the element; without init the first element is the first state, so S = A"
	reduceRule = "reduce : ((A, A) → A, FractalTensor[A], A) → A, f associative; where state and element differ, it is a fold: use foldl"
)

// folds lists reductions, folds and scans.
func folds() []*op.Op {
	reduce := stateful(Reduce, "Combines all elements by an associative function, in any bracketing.", reduceRule, reduceScheme)
	reduce.Instead = "foldl"
	return []*op.Op{
		reduce,
		scanning(ScanLeft, "Gives the states of folding from the left."),
		scanning(ScanRight, "Gives the states of folding from the right, each at its element's place."),
		synonym(ScanLeft, scanning("scan", "Gives the states of folding from the left, as scanl.")),
		stateful(FoldLeft, "Gives the last state of folding from the left.", foldRule, foldScheme),
		stateful(FoldRight, "Gives the last state of folding from the right.", foldRule, foldScheme),
		synonym(FoldLeft, stateful("fold", "Gives the last state of folding from the left, as foldl.", foldRule, foldScheme)),
	}
}

// scanning is a fold that gives all states.
func scanning(name, doc string) *op.Op {
	o := stateful(name, doc, scanRule, scanScheme)
	o.Length = second
	return o
}

// stateful is an entry of a function with a state.
func stateful(name, doc, rule string, scheme op.Scheme) *op.Op {
	return &op.Op{
		Name: name, Doc: doc, Rule: rule, Free: true,
		Params: optional(op.Args("f", "xs"), "init"), Scheme: scheme,
		Traits: op.Traits{Fails: op.OnFunction | op.OnExtent | op.OnEmpty},
	}
}

// withInit is the number of arguments with which an initial state is given.
const withInit = 3

// A carry is the parameter types of a function that carries a state, and the
// state.
func carry(n int, c *op.Call) (in []types.Type, state types.Type) {
	a := c.FreshLeaf()
	if n < withInit {
		return []types.Type{fn(a, a, a), fractal(a)}[:min(n, 2)], a
	}
	s := c.Fresh()
	return []types.Type{fn(s, s, a), fractal(a), s}, s
}

// foldScheme is ((S, A) → S, FractalTensor[A], S) → S; without the initial state A is S.
func foldScheme(n int, c *op.Call) op.Instance {
	in, state := carry(n, c)
	return op.Instance{In: in, Out: state}
}

// scanScheme is foldScheme with all states, which stack.
func scanScheme(n int, c *op.Call) op.Instance {
	in, state := carry(n, c)
	r := c.Fresh()
	return op.Instance{In: in, Out: r, More: []op.Pending{stacking(state, r)}}
}

// reduceScheme is ((A, A) → A, FractalTensor[A], A) → A.
func reduceScheme(n int, c *op.Call) op.Instance {
	a := c.FreshLeaf()
	in := []types.Type{fn(a, a, a), fractal(a), a}
	return op.Instance{In: in[:min(n, len(in))], Out: a}
}
