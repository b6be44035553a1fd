// Package sequence holds sequences that never change: an edit makes the next
// one, which shares nearly all of its parts with the one before. A sequence
// knows a sum of what its elements measure (bytes, lines, flags), so that a
// position is found, and elements that have some property are visited, without
// looking at the others.
//
// A sequence is a balanced binary tree whose leaves hold up to maxLeaf
// elements. Its operations are made of one, join, as in Blelloch, Ferizovic and
// Sun, "Just join for parallel ordered sets" (SPAA 2016), here for AVL trees
// that hold their elements in the leaves. With n elements, At, Set, Before and
// Find take O(log n), Splice of k elements O(k + log n), Where O(m log n) for m
// visited elements, and Diff O(d + log² n) for two sequences of which one was
// made from the other by edits of d elements.
package sequence

import "iter"

// A Measure says what elements measure, and adds it up. Add is associative, and
// the zero value of S is its neutral element.
type Measure[T, S any] interface {
	Of(element T) S
	Add(a, b S) S
}

// A Seq is a sequence of elements of type T whose measures of type S are summed
// by M. The zero Seq is empty. It is safe for concurrent readers.
type Seq[T, S any, M Measure[T, S]] struct {
	root *node[T, S]
	// flat are all elements of a sequence that was made by Of, so that a file
	// that nobody edits pays nothing for the tree.
	flat []T
}

// A node is a leaf with elements, or the sequence of left followed by right.
type node[T, S any] struct {
	left, right *node[T, S]
	elements    []T
	len         int
	height      int // 1 of a leaf; those of left and right differ by 1 at most
	sum         S
}

// maxLeaf is how many elements a leaf holds at most. A leaf with fewer than
// minLeaf is merged with its neighbour where both fit into one.
const (
	maxLeaf = 32
	minLeaf = maxLeaf / 2
)

// Of is the sequence of the given elements, which the sequence keeps.
func Of[T, S any, M Measure[T, S]](elements []T) Seq[T, S, M] {
	return Seq[T, S, M]{build[T, S, M](elements), elements}
}

// build makes a tree of least height. Leaves share the slice.
func build[T, S any, M Measure[T, S]](elements []T) *node[T, S] {
	switch n := len(elements); {
	case n == 0:
		return nil
	case n <= maxLeaf:
		return leaf[T, S, M](elements)
	default:
		leaves := (n + maxLeaf - 1) / maxLeaf
		half := leaves / 2 * maxLeaf
		return pair[T, S, M](build[T, S, M](elements[:half:half]), build[T, S, M](elements[half:]))
	}
}

func leaf[T, S any, M Measure[T, S]](elements []T) *node[T, S] {
	var m M
	n := &node[T, S]{elements: elements, len: len(elements), height: 1}
	for _, e := range elements {
		n.sum = m.Add(n.sum, m.Of(e))
	}
	return n
}

func pair[T, S any, M Measure[T, S]](left, right *node[T, S]) *node[T, S] {
	var m M
	return &node[T, S]{left: left, right: right, len: left.len + right.len, height: max(left.height, right.height) + 1, sum: m.Add(left.sum, right.sum)}
}

// join is the tree of a's elements followed by b's. A small leaf goes down to
// the leaf beside it, so that leaves stay filled whatever is cut out of them.
func join[T, S any, M Measure[T, S]](a, b *node[T, S]) *node[T, S] {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case a.left == nil && b.left == nil && a.len+b.len <= maxLeaf:
		elements := make([]T, 0, a.len+b.len)
		return leaf[T, S, M](append(append(elements, a.elements...), b.elements...))
	case a.left != nil && (a.height > b.height+1 || b.left == nil && b.len < minLeaf):
		return balance[T, S, M](a.left, join[T, S, M](a.right, b))
	case b.left != nil && (b.height > a.height+1 || a.left == nil && a.len < minLeaf):
		return balance[T, S, M](join[T, S, M](a, b.left), b.right)
	}
	return pair[T, S, M](a, b)
}

// balance is the tree of two whose heights differ by 2 at most.
func balance[T, S any, M Measure[T, S]](a, b *node[T, S]) *node[T, S] {
	switch {
	case a.height > b.height+1:
		if a.left.height >= a.right.height {
			return pair[T, S, M](a.left, pair[T, S, M](a.right, b))
		}
		return pair[T, S, M](pair[T, S, M](a.left, a.right.left), pair[T, S, M](a.right.right, b))
	case b.height > a.height+1:
		if b.right.height >= b.left.height {
			return pair[T, S, M](pair[T, S, M](a, b.left), b.right)
		}
		return pair[T, S, M](pair[T, S, M](a, b.left.left), pair[T, S, M](b.left.right, b.right))
	}
	return pair[T, S, M](a, b)
}

// split cuts a tree before element i.
func split[T, S any, M Measure[T, S]](n *node[T, S], i int) (before, behind *node[T, S]) {
	switch {
	case n == nil || i <= 0:
		return nil, n
	case i >= n.len:
		return n, nil
	case n.left == nil:
		return leaf[T, S, M](n.elements[:i:i]), leaf[T, S, M](n.elements[i:])
	case i <= n.left.len:
		before, behind = split[T, S, M](n.left, i)
		return before, join[T, S, M](behind, n.right)
	}
	before, behind = split[T, S, M](n.right, i-n.left.len)
	return join[T, S, M](n.left, before), behind
}

// Len is the number of elements.
func (s Seq[T, S, M]) Len() int {
	if s.root == nil {
		return 0
	}
	return s.root.len
}

// Sum is what all elements measure.
func (s Seq[T, S, M]) Sum() (sum S) {
	if s.root != nil {
		sum = s.root.sum
	}
	return sum
}

// At is element i.
func (s Seq[T, S, M]) At(i int) T {
	Look()
	if s.flat != nil {
		return s.flat[i]
	}
	n := s.root
	for n.left != nil {
		if i < n.left.len {
			n = n.left
		} else {
			i, n = i-n.left.len, n.right
		}
	}
	return n.elements[i]
}

// Before is what the elements before element i measure.
func (s Seq[T, S, M]) Before(i int) (sum S) {
	var m M
	for n := s.root; n != nil; {
		if i >= n.len {
			return m.Add(sum, n.sum)
		}
		if n.left == nil {
			for _, e := range n.elements[:i] {
				sum = m.Add(sum, m.Of(e))
			}
			return sum
		}
		if i < n.left.len {
			n = n.left
		} else {
			i, sum, n = i-n.left.len, m.Add(sum, n.left.sum), n.right
		}
	}
	return sum
}

// Find is the first element up to which, itself included, the elements measure
// what holds accepts, and what those before it measure. holds stays true
// once it is. Where it accepts no element, i is the length.
func (s Seq[T, S, M]) Find(holds func(sum S) bool) (i int, before S) {
	var m M
	n := s.root
	if n == nil {
		return 0, before
	}
	if !holds(n.sum) {
		return n.len, n.sum
	}
	for n.left != nil {
		if sum := m.Add(before, n.left.sum); holds(sum) {
			n = n.left
		} else {
			i, before, n = i+n.left.len, sum, n.right
		}
	}
	for _, e := range n.elements {
		sum := m.Add(before, m.Of(e))
		if holds(sum) {
			break
		}
		i, before = i+1, sum
	}
	return i, before
}

// Set is the sequence with another element in place of element i.
func (s Seq[T, S, M]) Set(i int, element T) Seq[T, S, M] {
	return Seq[T, S, M]{root: set[T, S, M](s.root, i, element)}
}

func set[T, S any, M Measure[T, S]](n *node[T, S], i int, element T) *node[T, S] {
	switch {
	case n.left == nil:
		elements := append([]T(nil), n.elements...)
		elements[i] = element
		return leaf[T, S, M](elements)
	case i < n.left.len:
		return pair[T, S, M](set[T, S, M](n.left, i, element), n.right)
	}
	return pair[T, S, M](n.left, set[T, S, M](n.right, i-n.left.len, element))
}

// Splice is the sequence with other elements in place of those from one index
// up to another. It keeps the slice.
func (s Seq[T, S, M]) Splice(from, to int, elements []T) Seq[T, S, M] {
	if to-from == 1 && len(elements) == 1 {
		return s.Set(from, elements[0])
	}
	before, rest := split[T, S, M](s.root, from)
	_, behind := split[T, S, M](rest, to-from)
	return Seq[T, S, M]{root: join[T, S, M](join[T, S, M](before, build[T, S, M](elements)), behind)}
}

// All are the elements with their indices.
func (s Seq[T, S, M]) All() iter.Seq2[int, T] { return s.Range(0, s.Len()) }

// Range are the elements from one index up to another, with their indices.
func (s Seq[T, S, M]) Range(from, to int) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		if s.root != nil {
			s.root.visit(0, max(0, from), min(to, s.root.len), yield)
		}
	}
}

// visit yields the elements of a node that is at an index, as far as they
// lie in a range.
func (n *node[T, S]) visit(at, from, to int, yield func(int, T) bool) bool {
	if at >= to || at+n.len <= from {
		return true
	}
	if n.left != nil {
		return n.left.visit(at, from, to, yield) && n.right.visit(at+n.left.len, from, to, yield)
	}
	for i := max(0, from-at); i < min(n.len, to-at); i++ {
		Look()
		if !yield(at+i, n.elements[i]) {
			return false
		}
	}
	return true
}

// Where are the elements whose measure holds accepts, with their indices. Of a
// run of elements whose sum it refuses it accepts none, so that such runs are
// not looked into.
func (s Seq[T, S, M]) Where(holds func(sum S) bool) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		if s.root != nil {
			where[T, S, M](s.root, 0, holds, yield)
		}
	}
}

func where[T, S any, M Measure[T, S]](n *node[T, S], at int, holds func(S) bool, yield func(int, T) bool) bool {
	if !holds(n.sum) {
		return true
	}
	if n.left != nil {
		return where[T, S, M](n.left, at, holds, yield) && where[T, S, M](n.right, at+n.left.len, holds, yield)
	}
	var m M
	for i, e := range n.elements {
		if !holds(m.Of(e)) {
			continue
		}
		Look()
		if !yield(at+i, e) {
			return false
		}
	}
	return true
}
