package inspect

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/value"
)

// A chain of Cons cells up to a Nil is one sequence: nested, a list of a thousand elements would
// be a thousand levels deep.

func isCell(d *value.Data) bool { return d.Name == "Cons" && len(d.Fields) == 2 }
func isEnd(d *value.Data) bool  { return d.Name == "Nil" && len(d.Fields) == 0 }

// mostLengths is of how many chains the lengths are kept.
const mostLengths = 1 << 12

// chain is the length of the list that begins with a cell; false where it is none.
func (s *Subject) chain(ctx context.Context, first *value.Data) (n int, ok bool) {
	if isEnd(first) {
		return 0, true
	}
	if !isCell(first) {
		return 0, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n, known := s.lengths[first]
	if !known {
		n = lengthOf(ctx, first)
		if len(s.lengths) >= mostLengths || s.lengths == nil {
			s.lengths = map[*value.Data]int{}
		}
		if ctx.Err() == nil {
			s.lengths[first] = n
		}
	}
	return n, n >= 0
}

// lengthOf walks over a chain; it is -1 where that does not end in a Nil, and where the context
// ends first.
func lengthOf(ctx context.Context, first *value.Data) int {
	n := 0
	for d := first; ; n++ {
		if isEnd(d) {
			return n
		}
		tail, ok := value.Value(nil), isCell(d)
		if ok {
			tail = d.Fields[1]
		}
		next, data := tail.(*value.Data)
		if !data || n%(1<<16) == 0 && ctx.Err() != nil {
			return -1
		}
		d = next
	}
}

// links are n elements of a chain that has so many.
func links(first *value.Data, from, n int) []value.Value {
	for range from {
		first = first.Fields[1].(*value.Data)
	}
	elems := make([]value.Value, n)
	for i := range elems {
		elems[i] = first.Fields[0]
		first, _ = first.Fields[1].(*value.Data)
	}
	return elems
}
