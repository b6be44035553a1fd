package cells

import (
	"iter"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/internal/sequence"
)

// A Sparse keeps a value for some of many items: a radix tree of atomic pointers, whose nodes are
// made when the first value below them is stored. It may be used from several goroutines, as may
// a slice of atomic pointers. The zero Sparse has no items.
type Sparse[T any] struct {
	items  int
	height int // of root: it is for the items up to fan^(height+1)
	root   atomic.Pointer[branch[T]]
	stored atomic.Int64 // how many values were put where there was none
}

// fan is how many branches a node has, or values.
const (
	fanBits = 6
	fan     = 1 << fanBits
)

// A branch has nodes below it, or values at height 0.
type branch[T any] struct {
	below  []atomic.Pointer[branch[T]]
	values []atomic.Pointer[T]
}

func newBranch[T any](height int) *branch[T] {
	if height == 0 {
		return &branch[T]{values: make([]atomic.Pointer[T], fan)}
	}
	return &branch[T]{below: make([]atomic.Pointer[branch[T]], fan)}
}

// Make gives the Sparse room for some items, before its first use.
func (s *Sparse[T]) Make(items int) {
	s.items = items
	for most := fan; most < items; most <<= fanBits {
		s.height++
	}
}

// Load returns the value of item i, nil where there is none.
func (s *Sparse[T]) Load(i int) *T {
	at := s.root.Load()
	for height := s.height; at != nil && height > 0; height-- {
		at = at.below[i>>(height*fanBits)&(fan-1)].Load()
	}
	if at == nil {
		return nil
	}
	return at.values[i&(fan-1)].Load()
}

// Store keeps a value of item i; nil takes it away.
func (s *Sparse[T]) Store(i int, value *T) {
	at := reach(&s.root, s.height)
	for height := s.height; height > 0; height-- {
		at = reach(&at.below[i>>(height*fanBits)&(fan-1)], height-1)
	}
	if was := at.values[i&(fan-1)].Swap(value); was == nil && value != nil {
		s.stored.Add(1)
	} else if was != nil && value == nil {
		s.stored.Add(-1)
	}
}

// reach returns the node at a place, which is made if need be.
func reach[T any](place *atomic.Pointer[branch[T]], height int) *branch[T] {
	if at := place.Load(); at != nil {
		return at
	}
	place.CompareAndSwap(nil, newBranch[T](height))
	return place.Load()
}

// Count returns how many items have a value.
func (s *Sparse[T]) Count() int { return int(s.stored.Load()) }

// All are the items that have a value, in their order. Those that have none are not visited,
// but for the neighbours of others.
func (s *Sparse[T]) All() iter.Seq2[int, *T] {
	return func(yield func(int, *T) bool) { each(s.root.Load(), 0, s.height, yield) }
}

func each[T any](at *branch[T], first, height int, yield func(int, *T) bool) bool {
	if at == nil {
		return true
	}
	for k := range at.below {
		if !each(at.below[k].Load(), first+k<<(height*fanBits), height-1, yield) {
			return false
		}
	}
	for k := range at.values {
		if v := at.values[k].Load(); v != nil {
			sequence.Look()
			if !yield(first+k, v) {
				return false
			}
		}
	}
	return true
}
