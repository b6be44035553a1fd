package symbolic

import "slices"

// Min is the smaller of e and o.
func (e *Expr) Min(o *Expr) *Expr { return extremum(minAtom, []*Expr{e, o}) }

// Max is the greater of e and o.
func (e *Expr) Max(o *Expr) *Expr { return extremum(maxAtom, []*Expr{e, o}) }

// extremum is the normal form of a minimum or maximum: arguments flattened,
// sorted, no two of them a constant apart, without common factor. It owns the
// slice.
//
//	min(c·min(a, b) + r, x) = min(c·a + r, c·b + r, x)         c > 0        flatten
//	min(c·max(a, b) + r, x) = min(c·a + r, c·b + r, x)         c < 0        flatten
//	min(a, a + k)           = a                                k ≥ 0        prune
//	min(g·a, g·b)           = g·min(a, b)                      g > 0
//
// and likewise with the two exchanged. An argument with two nested extrema is left as it
// is: taking both apart multiplies, and either choice alone would not be a normal form.
func extremum(kind atomKind, args []*Expr) *Expr {
	if slices.Contains(args, nil) {
		return nil
	}
	args = prune(kind, flatten(kind, args))
	if len(args) == 1 {
		return args[0]
	}
	g := rat{}
	for _, x := range args {
		g = contentOf(x.terms, g)
	}
	if !g.isOne() {
		for i, x := range args {
			args[i] = x.scale(rat{n: 1}.quo(g))
		}
	}
	return newAtom(kind, args...).expr().scale(g)
}

// flatten replaces an argument c*min(a, b) + r of a minimum by c*a + r and
// c*b + r, and likewise for maxima.
func flatten(kind atomKind, args []*Expr) []*Expr {
	for i := 0; i < len(args); {
		t, a := nested(kind, args[i])
		if a == nil {
			i++
			continue
		}
		rest := args[i].addScaled(a.expr(), t.coef.neg())
		args = slices.Delete(args, i, i+1)
		for _, x := range a.args {
			args = append(args, rest.addScaled(x, t.coef))
		}
	}
	return args
}

// nested finds the one term of x that distributes over an extremum of this
// kind: a positive multiple of the kind or a negative one of its opposite.
func nested(kind atomKind, x *Expr) (found term, inner *atom) {
	for _, t := range x.terms {
		a := t.mono.sole()
		if a == nil || a.kind != kind && a.kind != opposite(kind) {
			continue
		}
		if (a.kind == kind) != (t.coef.sign() > 0) {
			continue
		}
		if inner != nil {
			return term{}, nil
		}
		found, inner = t, a
	}
	return found, inner
}

func opposite(kind atomKind) atomKind {
	if kind == minAtom {
		return maxAtom
	}
	return minAtom
}

// prune sorts arguments and keeps one of those that differ by a constant; they
// stand side by side with the smallest constant first.
func prune(kind atomKind, args []*Expr) []*Expr {
	slices.SortFunc(args, (*Expr).Compare)
	out := args[:1]
	for _, x := range args[1:] {
		_, apart := x.Sub(out[len(out)-1]).constant()
		switch {
		case !apart:
			out = append(out, x)
		case kind == maxAtom:
			out[len(out)-1] = x
		}
	}
	return out
}
