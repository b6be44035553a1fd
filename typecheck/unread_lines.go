package typecheck

import (
	"sort"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// The lines of an item on which a syntax error stands: what was made of such a line
// may not be what is meant. An item may have as many syntax errors as statements, so
// they are counted by line, once.
type unreadLines struct {
	item   *syntax.Item
	lines  *syntax.Lines // once somebody asked
	before []int         // by line from 1: how many lines in front have an error
}

func newUnreadLines(item *syntax.Item) unreadLines { return unreadLines{item: item} }

// count counts the errors by line.
func (u *unreadLines) count() {
	u.lines = syntax.NewLines(u.item.Text)
	open := make([]int, u.lines.Count()+2) // how many errors more lie on a line than on the one before
	for _, e := range u.item.Mistakes() {
		open[u.line(e.Span.Start)]++
		open[u.line(max(e.Span.Start, e.Span.End))+1]--
	}
	u.before = make([]int, len(open))
	for line, errors := 1, 0; line < len(open)-1; line++ {
		errors += open[line]
		u.before[line+1] = u.before[line] + min(errors, 1)
	}
}

// touch reports whether a place lies in what could not be parsed, or on a line of such.
func (u *unreadLines) touch(s syntax.Span) bool {
	if len(u.item.Errors) == 0 {
		return false
	}
	if u.lines == nil {
		u.count()
	}
	return u.before[u.line(max(s.Start, s.End))+1] > u.before[u.line(s.Start)]
}

// line counts the line of an offset, from 1.
func (u *unreadLines) line(offset int32) int {
	return sort.Search(u.lines.Count(), func(i int) bool { return u.lines.LineSpan(i+1).Start > offset })
}
