package optimize

import (
	"github.com/fraccheck/fraccheck/internal/op/parallel"
)

// lengthOf is a class whose FractalTensor is known to be as long as that of c: the argument
// of the functions that keep the length, as far as that leads.
func (t *terms) lengthOf(c id) id {
	seen := map[id]bool{}
	for {
		c = t.Find(c)
		if seen[c] {
			return c
		}
		seen[c] = true
		next, ok := t.lengthFrom(c)
		if !ok {
			return c
		}
		c = next
	}
}

func (t *terms) lengthFrom(c id) (id, bool) {
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
