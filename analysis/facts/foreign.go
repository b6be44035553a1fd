package facts

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Foreign is a fact about a definition of another file.
type Foreign struct {
	Analyzer *analysis.Analyzer
	Home     *typecheck.Module // of that file
	Of       *typecheck.Object
	Fact     analysis.Fact
}

// Foreign are the facts that were read of definitions of other files, those of the prelude
// left out: for the items of the module, whose reads are given by item, and for the facts of
// its definitions that were asked for. It is not ok where this is not known of one.
func (s *Store) Foreign(reads func(i int) Reads) (found []Foreign, ok bool) {
	c := &foreignReads{store: s, met: map[foreignOf]bool{}, ok: true}
	tables := s.asked()
	for i := range s.module.Items() {
		c.note(i, reads(i))
		for _, t := range tables {
			if m := t.memos.Found.Load(i); m != nil {
				c.ok = c.ok && m.panic == nil
				c.note(i, m.reads)
			}
		}
	}
	return c.found, c.ok
}

type foreignReads struct {
	store *Store
	met   map[foreignOf]bool
	found []Foreign
	ok    bool
}

type foreignOf struct {
	analyzer *analysis.Analyzer
	of       *typecheck.Object
}

// note takes what was read for an item.
func (c *foreignReads) note(i int, reads Reads) {
	for _, r := range reads {
		of := c.store.module.Value(r.name, c.store.module.BlockOf(i))
		if of == nil {
			c.ok = false
			continue
		}
		if of.Kind != typecheck.DefObject || c.met[foreignOf{r.analyzer, of}] {
			continue
		}
		c.met[foreignOf{r.analyzer, of}] = true
		switch home, _ := c.store.home(of); {
		case home == nil:
			c.ok = false
		case home != c.store && home.module != c.store.module.Prelude():
			c.found = append(c.found, Foreign{r.analyzer, home.module, of, r.fact})
		}
	}
}
