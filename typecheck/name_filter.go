package typecheck

import "github.com/fraccheck/fraccheck/typecheck/typed"

// A filter rules out most names that are not in a table: an operator is
// looked for in six tables before it is known to be one, which was two parts in a hundred of
// a check of many files.
type nameFilter [4]uint64

// place is the bit of a name.
func (s *nameFilter) place(name string) (word, bit int) {
	if name == "" {
		return 0, 0
	}
	at := int(name[len(name)-1]) + 31*int(name[len(name)/2]) + 7*len(name)
	return at >> 6 & 3, at & 63
}

func (s *nameFilter) add(name string) {
	word, bit := s.place(name)
	s[word] |= 1 << bit
}

// mayHold is false of a name that was not added.
func (s *nameFilter) mayHold(name string) bool {
	word, bit := s.place(name)
	return s[word]>>bit&1 != 0
}

// sift makes the filter of a table to which nothing is added any more.
func (n *names) sift() {
	n.filter = &nameFilter{}
	for name := range n.values {
		n.filter.add(name)
	}
	for name := range n.types {
		n.filter.add(name)
	}
}

// find is what a name stands for in the table, nil where it is not there.
func (n *names) find(name string, isType bool) *typed.Object {
	if n.filter != nil && !n.filter.mayHold(name) {
		return nil
	}
	return pick(*n, isType)[name]
}
