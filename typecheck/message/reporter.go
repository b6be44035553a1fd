package message

import (
	"fmt"
	"sort"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Reporter collects the diagnostics of one item, and leaves out those that follow from
// another one: of several errors at the very same place the first states what is wrong, and
// an error on a line that could not be parsed follows from the syntax error.
type Reporter struct {
	Item        *syntax.Item
	Diagnostics []syntax.Diagnostic
	blamed      map[syntax.Span]bool // where an error was reported
	unread      UnreadLines
}

func NewReporter(item *syntax.Item) Reporter {
	return Reporter{Item: item, unread: NewUnreadLines(item)}
}

// Report adds a diagnostic with the default severity of its code.
func (r *Reporter) Report(d syntax.Diagnostic) {
	d = WithSeverity(d)
	if d.Severity == codes.Error {
		if r.blamed[d.Span] || r.unread.Touch(d.Span) {
			return
		}
		if r.blamed == nil {
			r.blamed = map[syntax.Span]bool{}
		}
		r.blamed[d.Span] = true
	}
	r.Diagnostics = append(r.Diagnostics, d)
}

// Errorf reports an error at a node.
func (r *Reporter) Errorf(n syntax.NodeID, code codes.Code, format string, args ...any) {
	r.Report(syntax.Diagnostic{Code: code, Span: r.Item.Span(n), Message: fmt.Sprintf(format, args...)})
}

// Failed reports whether the item has an error, of syntax or of types.
func (r *Reporter) Failed() bool {
	return ErrorsIn(r.Diagnostics) > 0 || len(r.Item.Errors) > 0
}

// ErrorsIn counts the errors among diagnostics.
func ErrorsIn(all []syntax.Diagnostic) (n int) {
	for _, d := range all {
		if d.Severity == codes.Error {
			n++
		}
	}
	return n
}

// The lines of an item on which a syntax error stands: what was made of such a line
// may not be what is meant. An item may have as many syntax errors as statements, so
// they are counted by line, once.
type UnreadLines struct {
	item   *syntax.Item
	lines  *syntax.Lines // once somebody asked
	before []int         // by line from 1: how many lines in front have an error
}

func NewUnreadLines(item *syntax.Item) UnreadLines { return UnreadLines{item: item} }

// count counts the errors by line.
func (u *UnreadLines) count() {
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

// Touch reports whether a place lies in what could not be parsed, or on a line of such.
func (u *UnreadLines) Touch(s syntax.Span) bool {
	if len(u.item.Errors) == 0 {
		return false
	}
	if u.lines == nil {
		u.count()
	}
	return u.before[u.line(max(s.Start, s.End))+1] > u.before[u.line(s.Start)]
}

// line counts the line of an offset, from 1.
func (u *UnreadLines) line(offset int32) int {
	return sort.Search(u.lines.Count(), func(i int) bool { return u.lines.LineSpan(i+1).Start > offset })
}
