package complexity

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A clause is reached by the values that match its pattern and none of those before. The
// values that do not match a pattern p are the union, by cases,
//
//	¬_        = ∅                  (a variable, or a wildcard)
//	¬K(p…)    = ⋃ K'(_…) for the other constructors K' of the type
//	            ∪ ⋃ᵢ K(_, …, ¬pᵢ, …, _)
//	¬(p…)     = ⋃ᵢ (_, …, ¬pᵢ, …, _)
//
// and each member of the union is a path: the value is taken apart by that constructor,
// which says how its sizes add up. The sets of a union need not be disjoint; a bound holds
// for each path, so that it only matters that every value is on one. Where there get to be
// too many, the pattern is forgotten, which leaves the value on a path that knows less.
//
// It is the complement that checks for missing cases compute (L. Maranget, "Warnings for
// pattern matching", 2007), here with sizes. What made it necessary: @conquer of
// testdata/results.frac halves its list in a clause `Cons(_, _)` after `Cons(%h, Nil)`. The
// pattern alone says |l| ≥ 1, where a half may be all; that the clause before did not match
// says |l| ≥ 2.

// How many paths of not matching the clauses before are distinguished: for a variable, of
// which nothing else is known, and for a pattern that says something itself.
const (
	maxExcluded = 24
	maxRefined  = 3
)

// leftOver are the paths in which a value matches none of some patterns: at least all
// that there are. A pattern whose paths would be more than most leaves it as it was.
func (w *walk) leftOver(p *path, v value, patterns []syntax.NodeID, most int) []*path {
	open := []*path{p.fork()}
	for _, pattern := range patterns {
		w.Analysis.Spend(16)
		var next []*path
		for _, q := range open {
			next = append(next, w.exclude(q, v, pattern, most)...)
		}
		if len(next) > most {
			continue
		}
		open = next
	}
	return open
}

// exclude are the paths in which a value does not match a pattern; of more than most, some.
func (w *walk) exclude(p *path, v value, pattern syntax.NodeID, most int) []*path {
	if w.catchesAll(pattern) {
		return nil
	}
	pattern = w.strip(pattern)
	if w.item.Kind(pattern) == syntax.PatTuple {
		if t, ok := v.(*tuple); ok {
			return w.excludeParts(p, t.parts, w.item.Kids(pattern), most)
		}
		return []*path{p}
	}
	k, args := w.patternOf(pattern)
	d, ok := v.(*data)
	adt, isADT := types.Head(typeOf(v)).(*types.ADT)
	if k == nil || !ok || !isADT || adt.Decl != k.Of {
		return []*path{p}
	}
	var paths []*path
	for _, other := range adt.Decl.Constructors {
		if len(paths) > most {
			break
		}
		q := p.fork()
		parts, possible := w.parted(q, d, adt, other)
		switch {
		case !possible:
		case other != k:
			paths = append(paths, q)
		default:
			paths = append(paths, w.excludeParts(q, parts, args, most)...)
		}
	}
	return paths
}

// excludeParts are the paths in which one of some values does not match its pattern.
func (w *walk) excludeParts(p *path, values []value, patterns []syntax.NodeID, most int) []*path {
	var paths []*path
	for i, pattern := range patterns {
		if i < len(values) && !w.catchesAll(pattern) && len(paths) <= most {
			paths = append(paths, w.exclude(p.fork(), values[i], pattern, most)...)
		}
	}
	return paths
}

// parts are the fields of data that a constructor has built; the same data gives the
// same ones again on a path.
type parts struct {
	of     *data
	by     *types.Constructor
	fields []value
}

// parted are the fields of data that a constructor has built, those that it was taken
// into before.
func (w *walk) parted(p *path, d *data, t *types.ADT, k *types.Constructor) ([]value, bool) {
	if d.by != nil && d.by != k {
		return nil, false
	}
	if d.fields != nil {
		return d.fields, true
	}
	for _, known := range p.parted {
		if known.of == d {
			return known.fields, known.by == k
		}
	}
	fields, possible := w.taken(p, d, t, k)
	if possible {
		p.parted = append(p.parted, parts{d, k, fields})
	}
	return fields, possible
}
