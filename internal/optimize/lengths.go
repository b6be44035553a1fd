package optimize

import (
	"github.com/fraccheck/fraccheck/internal/op/parallel"
)

// lengthOf is a class whose FractalTensor is known to be as long as that of c:
//
//	|map(f, xs)| = |forall(f, xs)| = |scan(f, xs, s)| = |xs|,   |zip(xs, …)| = |enumerate(xs)| = |xs|
//
// followed as far as it leads. Two FractalTensors are as long if they lead to one class.
func (t *terms) lengthOf(c id) id {
	seen := map[id]bool{}
	for {
		c = t.Find(c)
		if seen[c] {
			return c
		}
		seen[c] = true
		next, ok := t.lengthStep(c)
		if !ok {
			return c
		}
		c = next
	}
}

// lengthStep is one step of lengthOf.
func (t *terms) lengthStep(c id) (id, bool) {
	for _, e := range t.Entries(c) {
		h := t.head(e.Node)
		if h.kind != operation {
			continue
		}
		switch h.op.Canonical() {
		case parallel.Map, parallel.Forall, parallel.ScanLeft, parallel.ScanRight:
			return e.Kids[1], true
		case parallel.Zip, parallel.Enumerate:
			return e.Kids[0], true
		}
	}
	return 0, false
}

// sameLengths reports whether FractalTensors are known to have one length.
func (t *terms) sameLengths(all []id) bool {
	for _, c := range all[1:] {
		if t.lengthOf(c) != t.lengthOf(all[0]) {
			return false
		}
	}
	return true
}
