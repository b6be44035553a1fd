package workspace

import (
	"github.com/fraccheck/fraccheck/analysis/facts"
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
//     somebody asks for the diagnostics,
//   - bodies that lint rules looked into, which must still stand in a file that is seen,
//   - names that messages suggest, and items that they point to (itemCheck.outlives).
//
// An import is checked anew: it depends on another file as a whole.
func (e *entry) inherit() {
	if e.before.from == nil || !e.module.IsRevision() {
		return
	}
	earlier, settled := &e.before.from.cache, e.before.from.facts.Settled()
	imports := map[int]bool{}
	for i := range e.source.File.Having(syntax.Importing) {
		imports[i] = true
	}
	for i := range e.source.File.Len() {
		if was, ok := e.module.UnchangedFrom(i); ok && !imports[i] {
			if c := earlier.latest(was); c != nil && c.outlives(e) {
				unverified := earlier.checks[was].Load() == nil
				e.cache.inherit(i, c, unverified && (!settled || earlier.doubts(was)))
			}
			e.cache.inheritCost(i, earlier.latestCost(was))
		}
	}
	e.cache.memo.inherit(&earlier.memo, e.module.UnchangedFrom)
}

// settle ends linking: the file's next text is made from this one. Where much of
// a long file is gone in it, as behind a comment that was just opened, the text
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
