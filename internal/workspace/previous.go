package workspace

import (
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/cells"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A previousText is an earlier text of a file: what the next one is made from.
type previousText struct {
	from *entry // read, and best linked; nil where there is none
	age  int    // how many texts came after it that were not used
}

func (p previousText) source() *Source {
	if p.from == nil {
		return nil
	}
	return p.from.source
}

func (p previousText) module() *typecheck.Module {
	if p.from == nil || !p.from.linked.Load() {
		return nil
	}
	return p.from.module
}

func (p previousText) facts() *facts.Store {
	if p.module() == nil {
		return nil
	}
	return p.from.facts
}

// inherit takes over from the file's earlier text what a change does not reach: what is known of
// the items that the type checker left as they were (typecheck.Module.UnchangedFrom: the same
// tree, and the same types of all that it names). That determines an item's diagnostics but for
//   - facts of definitions that it calls, which are recorded (itemCheck.reads) and verified when
//     the diagnostics are asked for,
//   - bodies that lint rules looked into, which must still be in a file that is seen,
//   - names that messages suggest, and items that they point to (itemCheck.outlives).
//
// An import is checked anew: it depends on another file as a whole.
func (e *entry) inherit() {
	if e.before.from == nil || !e.module.IsRevision() {
		return
	}
	earlier, items := &e.before.from.cache, e.source.File.Len()
	edit := e.module.Edit()
	span := cells.Edit{From: edit.From, WasTo: edit.WasTo, To: edit.To}
	e.cache.checks.TakeOver(&earlier.checks, items, span, e.before.from.facts.Settled(), func(*itemCheck) cells.Fate { return cells.Trusted })
	e.cache.costs.TakeOver(&earlier.costs, items, span, true, func(*itemCost) cells.Fate { return cells.Trusted })
	e.cache.memo.inherit(&earlier.memo, span)
	for _, i := range e.unsettled() {
		e.cache.checks.Drop(i)
		e.cache.costs.Drop(i)
		e.cache.memo.drop(i)
	}
	for _, i := range e.outlived() {
		e.cache.checks.Drop(i)
	}
	e.facts.Recheck(e.before.from.facts)
	if e.usesTheSame() {
		e.unused.Store(e.before.from.unused.Load())
	}
}

// unsettled are the items outside of the edit of which nothing is taken over.
func (e *entry) unsettled() []int {
	items := e.module.Edit().Items()
	for i := range e.source.File.Having(syntax.Importing) {
		items = append(items, i)
	}
	return items
}

// outlived are the items whose findings were taken over and do not hold.
func (e *entry) outlived() (items []int) {
	renamed := e.module.NamesChanged()
	for i, c := range e.cache.checks.Where(func(of checkTraits, _ bool) bool { return of.points || renamed && of.reports }) {
		if !c.outlives(e) {
			items = append(items, i)
		}
	}
	return items
}

// settle ends linking: the file's next text is made from this one. Where much of
// a long file is gone in it, as after a comment that was just opened, the text
// before stays the one to compare with, for up to longestCollapse edits: what was
// gone comes back as a rule.
func (e *entry) settle() {
	next := previousText{from: e}
	if e.collapsed() && e.before.age < longestCollapse {
		next = previousText{e.before.from, e.before.age + 1}
	}
	e.next.Store(&next)
	e.before = previousText{}
}

const (
	longFile        = 100 // items
	longestCollapse = 64  // edits
)

func (e *entry) collapsed() bool {
	if e.before.from == nil {
		return false
	}
	was := e.before.from.source.File.Len()
	return was > longFile && e.source.File.Len() < was-was/8
}
