package optimize

import (
	"errors"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/egraph"
)

// A scope is the body of the definition, of a function, a branch or a clause.
type scope struct {
	around  *scope
	depth   int
	loop    bool // it is a function's
	entries []id
	result  id
	binders []*binder
	placed  []id            // what is bound by `let` in it
	names   map[string]bool // that are bound in it
}

// A writer writes a selection as a program's text.
//
// Each class is computed once, in the innermost scope that holds all its uses; if its value
// does not depend on the variables of functions around, outside of these. Only what cannot
// fail and has no effect is moved. What may fail is written in the order of the entries.
type writer struct {
	*scale
	chosen selection
	hoist  bool
	free   map[id]map[int32]bool
	place  map[id]*scope
	uses   map[id]int
	scopes map[id][]*scope // by class with regions: one for each
	let    map[id]bool
	deep   map[id]int
	names  map[id]string // of what is bound
	params map[int32]string
	whole  map[int32]bool // binders that are used as a whole
	fail   error
}

// errUnavailable refuses a selection that would evaluate something that may fail where the
// text does not.
var errUnavailable = errors.New("something that may fail would be evaluated elsewhere")

func (w *writer) node(c id) (egraph.Entry, *head) {
	e := w.chosen[w.Find(c)]
	return e, w.head(e.Node)
}

// dependencies finds the variables that a class's chosen term depends on, and how deep it is.
func (w *writer) dependencies(c id) {
	e, h := w.node(c)
	free := map[int32]bool{}
	for _, k := range e.Kids {
		for b := range w.free[w.Find(k)] {
			free[b] = true
		}
		w.deep[c] = max(w.deep[c], w.deep[w.Find(k)]+1)
		if w.deep[c] > mostNested {
			w.deep[c] = 0
		}
	}
	if h.kind == variable {
		free[h.binders[0].id] = true
	}
	for _, b := range h.binders {
		if h.kind == lambda {
			delete(free, b.id)
		}
	}
	for _, cl := range h.clauses {
		for _, b := range cl.binders {
			delete(free, b.id)
		}
	}
	for _, k := range e.Kids {
		if _, kh := w.node(k); kh.kind == variable && h.kind != project {
			w.whole[kh.binders[0].id] = true
		}
	}
	w.free[c] = free
}

// mostNested is how deep an expression may be before a part of it is bound by `let`.
const mostNested = 24

// trivial reports whether a node is written wherever it is used.
func (w *writer) trivial(e egraph.Entry, h *head) bool {
	switch h.kind {
	case variable, global:
		return true
	case literal:
		return len(h.text) < 40 || strings.HasPrefix(h.text, "meta")
	case construct, tuple, list:
		return len(e.Kids) == 0
	}
	return false
}

// placeAll finds the scope of each class, users first.
func (w *writer) placeAll(root *scope, order []id) {
	at := map[id]*scope{}
	inScope := map[id]*scope{} // where the only use is
	use := func(c id, s *scope) {
		c = w.Find(c)
		w.uses[c]++
		if at[c] == nil {
			at[c], inScope[c] = s, s
		} else {
			at[c] = common(at[c], s)
		}
	}
	w.useRegion(root, use)
	for _, c := range order {
		e, h := w.node(c)
		s := at[c]
		if s == nil {
			continue
		}
		if w.trivial(e, h) {
			if h.kind == variable && !w.bound(s, h.binders[0]) {
				w.fail = errUnavailable
				return
			}
			continue
		}
		if h.partial {
			// It is an entry of the scope or of one around it.
			for s != nil && !slices.ContainsFunc(s.entries, func(x id) bool { return w.Find(x) == c }) {
				s = s.around
			}
			if s == nil {
				w.fail = errUnavailable
				return
			}
			w.let[c] = true
		} else {
			s = w.outwards(c, h, s)
			w.let[c] = w.uses[c] > 1 || s != inScope[c] || w.deep[c] == mostNested || w.Data(c).name != "" && h.kind != lambda && !w.single(c)
		}
		w.place[c] = s
		if w.let[c] {
			s.placed = append(s.placed, c)
		}
		for i, k := range e.Kids {
			if h.regionOf(e.Kids, i) < 0 {
				use(k, s)
			}
		}
		for i := range h.regions {
			entries, result := h.region(e.Kids, i)
			inner := &scope{around: s, depth: s.depth + 1, loop: h.kind == lambda, entries: entries, result: result, names: map[string]bool{}}
			switch h.kind {
			case lambda:
				inner.binders = h.binders
			case choice:
				inner.binders = h.clauses[i].binders
			}
			w.scopes[c] = append(w.scopes[c], inner)
			w.useRegion(inner, use)
		}
	}
}

// single reports whether a class that has a name in the text is the result of its scope, so
// that it needs none.
func (w *writer) single(c id) bool { return w.place[c] != nil && w.Find(w.place[c].result) == c }

func (w *writer) useRegion(s *scope, use func(id, *scope)) {
	for _, c := range s.entries {
		use(c, s)
	}
	use(s.result, s)
}

// regionOf is the region that an argument belongs to; -1 for none.
func (h *head) regionOf(kids []id, i int) int {
	at := 0
	switch h.kind {
	case branch, choice, shortcut:
		at = 1
	}
	if i < at || len(h.regions) == 0 {
		return -1
	}
	for r, n := range h.regions {
		if at += n + 1; i < at {
			return r
		}
	}
	return -1
}

// outwards moves a class out of the functions on whose variables it does not depend.
func (w *writer) outwards(c id, h *head, s *scope) *scope {
	if !w.hoist || h.kind == lambda || w.weigh(w.chosen[c]).own < 0.5 && w.metric != Span {
		return s
	}
	found := s
	for at := s; at.around != nil; at = at.around {
		if slices.ContainsFunc(at.binders, func(b *binder) bool { return w.free[c][b.id] }) {
			break
		}
		if at.loop {
			found = at.around
		}
	}
	return found
}

func (w *writer) bound(s *scope, b *binder) bool {
	if b.outer {
		return true
	}
	for ; s != nil; s = s.around {
		if slices.Contains(s.binders, b) {
			return true
		}
	}
	return false
}

func common(a, b *scope) *scope {
	for a != b {
		if a.depth < b.depth {
			a, b = b, a
		}
		a = a.around
	}
	return a
}
