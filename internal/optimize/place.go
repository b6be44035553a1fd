package optimize

import (
	"errors"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/egraph"
)

// A scope is the body of the definition, of a function, a branch or a clause, as it is written.
type scope struct {
	around  *scope // nil for the definition's
	depth   int    // the number of scopes around
	loop    bool   // it is a function's, whose body may be evaluated many times
	entries []id
	result  id
	binders []*binder       // the variables that it binds
	names   map[string]bool // that are bound in it
}

// A writer writes a selection as a program's text.
//
// Each class is computed once, in the innermost scope that holds all its uses, which is the lowest common
// ancestor of these; with hoist, and if its value does not depend on the variables of functions around,
// outside of these (loop-invariant code motion). Only what cannot fail and has no effect is moved. What
// may fail is written in the order of the entries. The order of steps is:
//
//  1. dependencies: free variables and depth of each chosen term, arguments first;
//  2. placeAll: the scope of each class and whether it is bound by `let`, users first;
//  3. body and compute: the text, scope by scope (emit.go).
type writer struct {
	*scale
	chosen selection
	hoist  bool                  // values leave the functions on whose variables they do not depend
	free   map[id]map[int32]bool // the variables of the chosen term, by class
	place  map[id]*scope         // where a class is computed
	uses   map[id]int            // by how many nodes and results
	scopes map[id][]*scope       // by class with regions: one for each
	let    map[id]bool           // it is bound in its scope
	deep   map[id]int            // how deep the expression is, up to mostNested
	names  map[id]string         // of what is bound, once its binding is written
	params map[int32]string      // names of variables, by binder
	whole  map[int32]bool        // binders that are used other than by projections
	fail   error                 // why the selection cannot be written
}

// errUnavailable refuses a selection that would evaluate something that may fail where the
// text does not.
var errUnavailable = errors.New("something that may fail would be evaluated elsewhere")

// node is the chosen node of a class.
func (w *writer) node(c id) (egraph.Entry, *head) {
	e := w.chosen[w.Find(c)]
	return e, w.head(e.Node)
}

// dependencies finds the variables that a class's chosen term depends on, and how deep it is. They may
// be more than data.free, which holds of the class: another node of it may depend on fewer.
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

// placeAll finds the scope of each class, users first, so that all uses of a class are known when its
// turn comes. A class is bound by `let` where it has several uses, where it moves out of the scope of its
// only use, where its expression is too deep, where the text has a name for it, and where it is an entry.
// A variable outside of the scope that binds it fails: the selection combines terms from different
// scopes, which equality alone permits.
func (w *writer) placeAll(root *scope, order []id) {
	at := map[id]*scope{}      // the innermost scope around all uses so far
	inScope := map[id]*scope{} // of the first use
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
			s = w.hoisted(c, h, s)
			// deep is 0 again after mostNested, so that every mostNested-th node is bound.
			w.let[c] = w.uses[c] > 1 || s != inScope[c] || w.deep[c] == mostNested || w.Data(c).name != "" && h.kind != lambda && !w.isResult(c)
		}
		w.place[c] = s
		// Arguments outside of regions are used here, those inside in the scope of their region.
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

// isResult reports whether a class is the result of its scope, so that it needs no `let` for its name.
func (w *writer) isResult(c id) bool { return w.place[c] != nil && w.Find(w.place[c].result) == c }

// useRegion calls use for what the region of a scope evaluates.
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

// hoisted is the scope outside of the functions on whose variables a class does not depend. Function
// literals stay where they are called, and so does what costs no step, such as a view.
func (w *writer) hoisted(c id, h *head, s *scope) *scope {
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

// bound reports whether a scope or one around it binds a variable.
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

// common is the innermost scope around two.
func common(a, b *scope) *scope {
	for a != b {
		if a.depth < b.depth {
			a, b = b, a
		}
		a = a.around
	}
	return a
}
