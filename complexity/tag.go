package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Results of a type that is not recursive, as Optional[(int32, List[int32])], have one more
// size, the tag: 1 of a constructor with fields, 0 of one without. The tag is counted as a
// constructor is, so that sizes and tags of results add up:
//
//	pop(Leaf) = None                                 tag 0, size 0
//	pop(Node(l, x, r)) = Some((x, r))                tag 1, size |r|
//
// has tag + size ≤ |t|, and where the result is matched with Some, size ≤ |t| - 1. What made
// it necessary: a loop that takes one element after the other out of data by such a helper,
// as selection sort, Dijkstra's algorithm and heaps do. It is the potential of constructors of
// M. Hofmann and S. Jost ("Static prediction of heap space usage for first-order functional
// programs", 2003), with 1 for Some.

// tagMeasure is the measure of a tag. No type has this name, so that no size of data is taken for it.
const tagMeasure = "tag"

// tagged reports whether results of a type have a tag.
func (a *Analysis) tagged(t types.Type) bool {
	adt, ok := types.Head(t).(*types.ADT)
	if !ok || measure.Loose(adt) {
		return false
	}
	list, ok := a.Measures(adt)
	if !ok || len(list) == 0 || slices.Contains(list, a.Key(adt)) || !a.FreeOfFractals(adt) {
		return false
	}
	without := func(k *types.Constructor) bool { return len(k.Fields) == 0 }
	return slices.ContainsFunc(adt.Decl.Constructors, without)
}

// tag is the tag of a value; false where it is not known.
func tag(v value) (linear.Form, bool) {
	d, ok := v.(*data)
	switch {
	case !ok:
		return linear.Form{}, false
	case d.empty:
		return linear.Form{}, true
	}
	s, known := d.sizes[tagMeasure]
	return s, known
}

// mark notes the tag of data that a constructor with so many fields has built.
func (w *walk) mark(d *data, fields int) {
	if w.tagged(d.of) {
		d.sizes[tagMeasure] = linear.Number(int64(min(fields, 1)))
	}
}

// marked notes on a path that data was built by a constructor with so many fields; false
// where its tag says that it was not.
func (p *path) marked(d *data, fields int) bool {
	s, known := tag(d)
	return !known || p.Equate(s, linear.Number(int64(min(fields, 1))))
}
