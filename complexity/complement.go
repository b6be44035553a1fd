package complexity

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// How many ways of not matching the clauses before are told apart: for a variable, of
// which nothing else is known, and for a pattern that says something itself.
const (
	maxExcluded = 24
	maxRefined  = 3
)

// leftOver are the ways in which a value matches none of some patterns: at least all
// that there are. A pattern whose ways would be more than most leaves it as it was.
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

// exclude are the ways in which a value does not match a pattern; of more than most, some.
func (w *walk) exclude(p *path, v value, pattern syntax.NodeID, most int) []*path {
	if w.catchesAll(pattern) {
		return nil
	}
	pattern = w.bare(pattern)
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
	var ways []*path
	for _, other := range adt.Decl.Constructors {
		if len(ways) > most {
			break
		}
		q := p.fork()
		parts, possible := w.parted(q, d, adt, other)
		switch {
		case !possible:
		case other != k:
			ways = append(ways, q)
		default:
			ways = append(ways, w.excludeParts(q, parts, args, most)...)
		}
	}
	return ways
}

// excludeParts are the ways in which one of some values does not match its pattern.
func (w *walk) excludeParts(p *path, values []value, patterns []syntax.NodeID, most int) []*path {
	var ways []*path
	for i, pattern := range patterns {
		if i < len(values) && !w.catchesAll(pattern) && len(ways) <= most {
			ways = append(ways, w.exclude(p.fork(), values[i], pattern, most)...)
		}
	}
	return ways
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
