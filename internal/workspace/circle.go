package workspace

import (
	"slices"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/digraph"
)

// circles finds which files import each other: the strongly connected components of
// the files and their imports. What a file imports is settled once it is read, so a
// component holds for as long as its files, in every snapshot that has them.
type circles struct {
	mu sync.RWMutex // held while a whole component is reported to its files
}

// circleOf is the file that stands for all that a file imports and is imported by in
// turn: the same for each of them, the file itself where it is in no circle. Whatever
// the file sees is read.
func (c *circles) circleOf(e *entry) *entry {
	if known := c.known(e); known != nil {
		return known
	}
	s := &circleSearch{circles: c, number: map[*entry]int32{}}
	digraph.NewSearch(s.successors, s.settle).From(s.node(e))
	return c.known(e)
}

func (c *circles) known(e *entry) *entry {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return e.circle
}

// A circleSearch goes through files whose components are not known. Where another
// search finds a component first, all of its files have it: what this one then leaves
// out is of no component that is still to be delivered.
type circleSearch struct {
	circles *circles
	entries []*entry // by node
	number  map[*entry]int32
}

func (s *circleSearch) node(e *entry) int32 {
	n, ok := s.number[e]
	if !ok {
		n = int32(len(s.entries))
		s.number[e] = n
		s.entries = append(s.entries, e)
	}
	return n
}

func (s *circleSearch) successors(v int32) []int32 {
	var found []int32
	for _, i := range s.entries[v].imports {
		if i.target != nil && i.target.read() == nil && s.circles.known(i.target) == nil {
			found = append(found, s.node(i.target))
		}
	}
	return found
}

func (s *circleSearch) settle(component []int32) {
	var members []*entry
	for _, v := range component {
		members = append(members, s.entries[v])
	}
	first := slices.MinFunc(members, func(a, b *entry) int { return strings.Compare(a.path, b.path) })
	s.circles.mu.Lock()
	defer s.circles.mu.Unlock()
	for _, e := range members {
		if e.circle == nil {
			e.circle = first
		}
	}
}
