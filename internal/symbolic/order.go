package symbolic

// Equal says whether e and o have one normal form. Unknown equals unknown.
func (e *Expr) Equal(o *Expr) bool {
	if e == o {
		return true
	}
	if e == nil || o == nil || len(e.terms) != len(o.terms) {
		return false
	}
	for i, t := range e.terms {
		u := o.terms[i]
		if !t.coef.equal(u.coef) || !t.mono.equal(u.mono) {
			return false
		}
	}
	return true
}

// Compare is a total order for sorting, zero exactly where Equal holds. It is
// not the order of values, except among constants. Unknown comes first and
// constants last; expressions that differ by a constant are neighbours.
func (e *Expr) Compare(o *Expr) int {
	switch {
	case e == o:
		return 0
	case e == nil:
		return -1
	case o == nil:
		return 1
	}
	for i := range max(len(e.terms), len(o.terms)) {
		t, u := e.term(i), o.term(i)
		if c := t.mono.compare(u.mono); c != 0 {
			return c
		}
		if c := t.coef.cmp(u.coef); c != 0 {
			return c
		}
	}
	return 0
}

// term is the i-th term, and the constant 0 past the end.
func (e *Expr) term(i int) term {
	if i < len(e.terms) {
		return e.terms[i]
	}
	return term{}
}

// Equality is decided by hashes first, then by structure: a hash that differs refutes it, one
// that is the same proves nothing. Names and IDs of symbols go into it and no addresses, so
// that maps that are walked in the order of hashes are walked alike in each run.

// Hash is equal for equal expressions, and the same in every run.
func (e *Expr) Hash() uint64 {
	if e == nil {
		return 0
	}
	h := uint64(len(e.terms))
	for _, t := range e.terms {
		h = mix(h, t.coef.hash())
		if t.mono != nil {
			h = mix(h, t.mono.hash)
		}
	}
	return h
}
