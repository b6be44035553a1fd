package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// maxLeft is how many ways past the clauses before it a clause is reached in. Where
// there are more, only the outermost constructors are told apart.
const maxLeft = 6

// leftOver are the ways in which a value fits none of some patterns, and more where
// that is not seen: by the constructors that its parts are built by.
func (w *walk) leftOver(p *path, v value, before []syntax.NodeID) []*path {
	rows := make([][]syntax.NodeID, len(before))
	for i, pattern := range before {
		rows[i] = []syntax.NodeID{pattern}
	}
	for _, depth := range []int{maxLeft, 1} {
		w.tries = 0
		if ways := w.unmatched(p.fork(), []value{v}, rows, depth); len(ways) <= maxLeft || depth == 1 {
			return ways
		}
	}
	return nil
}

// unmatched are the ways in which values fit no row of patterns (as L. Maranget looks
// for values that are not matched, "Warnings for pattern matching", 2007): down to so
// many constructors inside of each other.
func (w *walk) unmatched(p *path, values []value, rows [][]syntax.NodeID, depth int) []*path {
	column := -1
	for _, row := range rows {
		asks := slices.IndexFunc(row, func(n syntax.NodeID) bool { return !w.catchesAll(n) })
		if asks < 0 {
			return nil
		}
		if column < 0 {
			column = asks
		}
	}
	if w.tries++; column < 0 || depth == 0 || w.tries > maxTries {
		return []*path{p}
	}
	switch v := values[column].(type) {
	case *tuple:
		return w.unmatched(p, spliced(values, column, v.parts), w.unpacked(rows, column, len(v.parts)), depth)
	case *data:
		if adt, ok := types.Head(typeOf(v)).(*types.ADT); ok {
			return w.unmatchedData(p, values, rows, column, adt, depth)
		}
	}
	// What decides is not known: the value may be of any kind.
	rest := slices.DeleteFunc(slices.Clone(rows), func(row []syntax.NodeID) bool { return !w.catchesAll(row[column]) })
	return w.unmatched(p, values, rest, depth)
}

// unmatchedData goes on with each constructor that the value in a column may be
// built by.
func (w *walk) unmatchedData(p *path, values []value, rows [][]syntax.NodeID, column int, adt *types.ADT, depth int) []*path {
	var ways []*path
	for _, k := range adt.Decl.Constructors {
		q := p.fork()
		parts, possible := w.taken(q, values[column].(*data), adt, k)
		if !possible {
			continue
		}
		ways = append(ways, w.unmatched(q, spliced(values, column, parts), w.builtBy(rows, column, k), depth-1)...)
		if len(ways) > maxPaths {
			break
		}
	}
	return ways
}

// builtBy are the rows that a value which a constructor built may still fit, with
// the patterns of its fields in the place of a column.
func (w *walk) builtBy(rows [][]syntax.NodeID, column int, k *types.Constructor) [][]syntax.NodeID {
	var next [][]syntax.NodeID
	for _, row := range rows {
		if w.catchesAll(row[column]) {
			next = append(next, spliced(row, column, slices.Repeat(row[column:column+1], len(k.Fields))))
		} else if named, args := w.patternOf(w.bare(row[column])); named == k && len(args) == len(k.Fields) {
			next = append(next, spliced(row, column, args))
		}
	}
	return next
}

// unpacked are the rows with the parts of tuples in the place of a column.
func (w *walk) unpacked(rows [][]syntax.NodeID, column, parts int) [][]syntax.NodeID {
	var next [][]syntax.NodeID
	for _, row := range rows {
		pattern := w.bare(row[column])
		if w.item.Kind(pattern) == syntax.PatTuple && len(w.item.Kids(pattern)) == parts {
			next = append(next, spliced(row, column, w.item.Kids(pattern)))
		} else if w.catchesAll(pattern) {
			next = append(next, spliced(row, column, slices.Repeat(row[column:column+1], parts)))
		}
	}
	return next
}

// spliced is a list with others in the place of one.
func spliced[T any](list []T, at int, parts []T) []T {
	return slices.Concat(list[:at], parts, list[at+1:])
}
