package value

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/vector"
)

// A Sorter sorts rows of numbers, slices of one Go type which do not hold half dtypes. NaN is
// after all numbers, or before them where the order descends; equal numbers keep their order.
//
// A number has a key, an integer in the order of sorting. Keys of 32 bits are sorted together
// with the place of the number, or its bits, in integers of 64 bits; keys of 64 bits twice, by
// their lower half and then by the upper one.
type Sorter struct {
	pause       func() error
	pairs, next []uint64
}

// SorterBytes is the memory that a Sorter takes for each number of a row.
const SorterBytes = 16

// NewSorter sorts rows of at most n numbers, below 2³². pause is called after each 2¹⁶ numbers;
// what it fails with ends the sorting.
func NewSorter(n int, pause func() error) *Sorter {
	return &Sorter{pause, make([]uint64, n), make([]uint64, n)}
}

// Places fills at with the places of the first len(at) numbers in order.
func (s *Sorter) Places(data any, at []int64, descending bool) error {
	return kindOfSlice(data).places(s, data, at, flip(descending))
}

// Values fills dst with the numbers of src in order.
func (s *Sorter) Values(dst, src any, descending bool) error {
	return kindOfSlice(src).sorted(s, dst, src, flip(descending))
}

// flip inverts keys where the order descends.
func flip(descending bool) uint64 {
	if descending {
		return math.MaxUint64
	}
	return 0
}

// sort sorts the first n pairs by their upper halves.
func (s *Sorter) sort(n int) error {
	sorted, err := vector.Sort(s.pairs[:n], s.next[:n], s.pause)
	if err == nil && n > 0 && &sorted[0] != &s.pairs[0] {
		s.pairs, s.next = s.next, s.pairs
	}
	return err
}

// A row is sorted as a whole where more of it is wanted than one of fewFirst numbers, or it is
// shorter than fewSelected.
const (
	fewFirst    = 8
	fewSelected = 64
)

func (k sliceOf[T]) places(s *Sorter, data any, at []int64, flip uint64) error {
	xs := data.([]T)
	if len(at) == 0 {
		return nil
	}
	var err error
	if k.of.Size() <= 4 && len(xs) >= fewSelected && len(at) <= len(xs)/fewFirst {
		err = k.first(s, xs, len(at), flip)
	} else {
		err = k.order(s, xs, flip)
	}
	if err != nil {
		return err
	}
	return vector.Blocks(len(at), s.pause, func(from, to int) {
		for i, p := range s.pairs[from:to] {
			at[from+i] = int64(uint32(p))
		}
	})
}

func (k sliceOf[T]) sorted(s *Sorter, dst, src any, flip uint64) error {
	to, xs := dst.([]T), src.([]T)
	if k.of.Size() == 8 {
		if err := k.order(s, xs, flip); err != nil {
			return err
		}
		return vector.Blocks(len(xs), s.pause, func(from, end int) {
			for i, p := range s.pairs[from:end] {
				to[from+i] = xs[uint32(p)]
			}
		})
	}
	err := vector.Blocks(len(xs), s.pause, func(from, end int) {
		for i, x := range xs[from:end] {
			s.pairs[from+i] = (k.key(x)^flip)<<32 | uint64(uint32(k.encode(x)))
		}
	})
	if err != nil {
		return err
	}
	if err := s.sort(len(xs)); err != nil {
		return err
	}
	return vector.Blocks(len(xs), s.pause, func(from, end int) {
		for i, p := range s.pairs[from:end] {
			to[from+i] = k.decode(uint64(uint32(p)))
		}
	})
}

// order leaves the places of all numbers in the lower halves of the pairs.
func (k sliceOf[T]) order(s *Sorter, xs []T, flip uint64) error {
	err := vector.Blocks(len(xs), s.pause, func(from, to int) {
		for i, x := range xs[from:to] {
			s.pairs[from+i] = (k.key(x)^flip)<<32 | uint64(from+i)
		}
	})
	if err != nil {
		return err
	}
	if err := s.sort(len(xs)); err != nil || k.of.Size() <= 4 {
		return err
	}
	err = vector.Blocks(len(xs), s.pause, func(from, to int) {
		for i, p := range s.pairs[from:to] {
			place := uint64(uint32(p))
			s.pairs[from+i] = (k.key(xs[place])^flip)>>32<<32 | place
		}
	})
	if err != nil {
		return err
	}
	return s.sort(len(xs))
}

// first leaves those of the first n numbers there. It collects pairs up to the greatest of the
// n least that it has seen; when they are twice as many, it sorts them and drops the others.
func (k sliceOf[T]) first(s *Sorter, xs []T, n int, flip uint64) error {
	most, limit, kept := max(2*n, fewSelected), uint64(math.MaxUint64), 0
	for i, x := range xs {
		if i%(1<<16) == 1<<16-1 {
			if err := s.pause(); err != nil {
				return err
			}
		}
		p := (k.key(x)^flip)<<32 | uint64(i)
		if p > limit {
			continue
		}
		s.pairs[kept] = p
		if kept++; kept == most {
			if err := s.sort(kept); err != nil {
				return err
			}
			kept, limit = n, s.pairs[n-1]
		}
	}
	return s.sort(kept)
}
