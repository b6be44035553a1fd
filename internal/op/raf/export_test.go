package raf

import "github.com/fraccheck/fraccheck/internal/op"

// Places returns how an operator is read: what as, with how many operands, with which
// attributes.
func Places(name string, ops op.Table) (entry *op.Op, operands int, attrs []string) {
	s := schemas()[name]
	if entry = s.entry; entry == nil {
		entry = ops[s.today]
	}
	for _, p := range s.list {
		switch {
		case p.attr:
			attrs = append(attrs, p.name)
		case !p.ignored:
			operands++
		}
	}
	return entry, operands, attrs
}
