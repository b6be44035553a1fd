package workspace

import (
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A heritage is an earlier text of a file: what the next one is made from.
type heritage struct {
	from *entry // read, and best linked; nil where there is none
	age  int    // how many texts came after it that were not used
}

func (h heritage) source() *Source {
	if h.from == nil {
		return nil
	}
	return h.from.source
}

func (h heritage) module() *typecheck.Module {
	if h.from == nil || !h.from.linked.Load() {
		return nil
	}
	return h.from.module
}

// inherit takes over from the file's earlier text what a change does not reach.
func (e *entry) inherit() {
	if e.before.from == nil || !e.module.Continues() {
		return
	}
	earlier := &e.before.from.ledger
	for i, item := range e.source.File.Items {
		if was, ok := e.module.Stands(i); ok && item.Kind(item.Root) != syntax.ItemImport {
			if c := earlier.checks[was].Load(); c != nil && c.outlives(e) {
				e.ledger.checks[i].Store(c)
			}
		}
	}
}

// settle ends linking: from now on the file's next text is made from this one.
// Where much of a long file is gone in it, as behind a comment that was just
// opened, what was before comes back as a rule: the text before stays
// the one to compare with, for some edits.
func (e *entry) settle() {
	next := heritage{from: e}
	if e.collapsed() && e.before.age < longestCollapse {
		next = heritage{e.before.from, e.before.age + 1}
	}
	e.next.Store(&next)
	e.before = heritage{}
}

const (
	longFile        = 100 // items
	longestCollapse = 64  // edits
)

func (e *entry) collapsed() bool {
	if e.before.from == nil {
		return false
	}
	was := len(e.before.from.source.File.Items)
	return was > longFile && len(e.source.File.Items) < was-was/8
}
