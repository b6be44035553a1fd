// Package scratch keeps what functions write on while they look at an item, for the next
// item to use again: most items are small, and making tables for each of them took more time
// than filling them.
//
// A Pool gives a value of a type and takes it back, unless it has grown for an item that is
// much larger than most: its buf would be held for nothing, in a server for days. Who gives
// a value back takes out of it what leads to a tree, which would be held as well.
package scratch

import "sync"

// Most is how many nodes an item has at most whose buf is used again: nearly all have
// fewer.
const Most = 1 << 12

// A Pool keeps values that are not in use. The zero Pool is empty. It is safe for
// concurrent use.
type Pool[T any] struct{ values sync.Pool }

// Get gives a value that was put back, or a new one, which is zero.
func (p *Pool[T]) Get() *T {
	if v := p.values.Get(); v != nil {
		return v.(*T)
	}
	return new(T)
}

// Put takes a value back that has buf for so many things. Nobody may use it any more.
func (p *Pool[T]) Put(v *T, buf int) {
	if buf <= Most {
		p.values.Put(v)
	}
}

// Emptied is a slice without what was in it, nil where that was very much.
func Emptied[T any](s []T) []T {
	if cap(s) > Most {
		return nil
	}
	clear(s)
	return s[:0]
}

// Cleared makes so many zeros in the buf of a slice, which grows if need be.
func Cleared[T any](buf *[]T, n int) []T {
	*buf = append((*buf)[:0], make([]T, n)...)
	return *buf
}
