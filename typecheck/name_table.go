package typecheck

import (
	"iter"
	"maps"

	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// A nameTable maps names to what they stand for. A module that is made from an earlier one
// has a table of its own that shares all but the edited names with the earlier table: most
// are in base, which nothing changes any more, and edited is before it. So an edit costs
// its names and the names edited since base was made, of which there are at most mostEdited;
// then a new base is made. The nil table is empty.
type nameTable struct {
	base   map[string]*typed.Object
	edited map[string]*typed.Object // nil of a name that is gone; nil before the first revision
}

const mostEdited = 256

func newNameTable() *nameTable { return &nameTable{base: map[string]*typed.Object{}} }

// revised is the table of a module that is made from this one.
func (t *nameTable) revised() *nameTable {
	if len(t.edited) <= mostEdited {
		edited := maps.Clone(t.edited)
		if edited == nil {
			edited = map[string]*typed.Object{}
		}
		return &nameTable{t.base, edited}
	}
	return &nameTable{maps.Collect(t.all()), map[string]*typed.Object{}}
}

// get is what a name stands for; nil where the table lacks it.
func (t *nameTable) get(name string) *typed.Object {
	if t == nil {
		return nil
	}
	if len(t.edited) > 0 {
		if o, ok := t.edited[name]; ok {
			return o
		}
	}
	return t.base[name]
}

func (t *nameTable) set(name string, o *typed.Object) {
	if t.edited != nil {
		t.edited[name] = o
	} else {
		t.base[name] = o
	}
}

func (t *nameTable) remove(name string) {
	if t.edited != nil {
		t.edited[name] = nil
	} else {
		delete(t.base, name)
	}
}

func (t *nameTable) all() iter.Seq2[string, *typed.Object] {
	return func(yield func(string, *typed.Object) bool) {
		if t == nil {
			return
		}
		for name, o := range t.edited {
			if o != nil && !yield(name, o) {
				return
			}
		}
		for name, o := range t.base {
			if _, edited := t.edited[name]; !edited && !yield(name, o) {
				return
			}
		}
	}
}

// names are the names in the table.
func (t *nameTable) names() iter.Seq[string] {
	return func(yield func(string) bool) {
		for name := range t.all() {
			if !yield(name) {
				return
			}
		}
	}
}
