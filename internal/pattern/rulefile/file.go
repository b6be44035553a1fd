package rulefile

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A File is what a text of rules was read as.
type File struct {
	Name, Text string
	// Rules are those without a mistake, in the order of the text.
	Rules []*pattern.Rule
	// Diagnostics are in the order of the text; positions are bytes of the file.
	Diagnostics []syntax.Diagnostic
	// Lets are the named patterns without a mistake, those of rules among them.
	Lets []Let
	// Words are the words of the text that mean something, in its order.
	Words []Word
	// Parts are the rules and `let` of the top level, in the order of the text.
	Parts []Part
	// Brackets are the pairs of brackets, each from the one to the other, in the order in
	// which they begin.
	Brackets []syntax.Span

	lets map[syntax.Span]*pattern.Pattern // by the places of their names
}

// A Let is a named pattern.
type Let struct {
	Name    string
	Span    syntax.Span // of the name where it is given
	Pattern *pattern.Pattern
}

// PatternAt is the smallest part of a rule or named pattern that holds an offset, nil
// where there is none.
func (f *File) PatternAt(offset int32) *pattern.Pattern {
	var found *pattern.Pattern
	look := func(p *pattern.Pattern) {
		if p.Span.Len() > 0 && p.Span.Contains(offset) && (found == nil || p.Span.Len() < found.Span.Len()) {
			found = p
		}
	}
	for _, r := range f.Rules {
		pattern.Walk(r.Match, look)
	}
	for _, l := range f.Lets {
		pattern.Walk(l.Pattern, look)
	}
	return found
}

// Parse reads a file of rules. It never fails.
func Parse(name, text string) *File { return newReader(name, text).rules() }

// rules reads a whole file.
func (r *reader) rules() *File {
	chunks := r.cut()
	r.outline(chunks)
	r.fileLets(chunks)
	for _, c := range chunks {
		r.chunk(c)
	}
	return r.finish()
}

// The text around a pattern that makes a file of it.
const beforePattern, behindPattern = "find pattern { match\n", "\n}"

// ParsePattern reads one pattern, with clauses after it if there are any, as on the
// command line. A name in it that is no operator's is a wildcard, as if `var` declared it.
// Places are those in the text. The rule is nil where there is a mistake.
func ParsePattern(text string) (*pattern.Rule, []syntax.Diagnostic) {
	r := newReader("", beforePattern+text+behindPattern)
	r.loose = true
	f := r.rules()
	found := f.Diagnostics
	for i := range found {
		found[i].Span = clamped(found[i].Span.Shift(-int32(len(beforePattern))), int32(len(text)))
		found[i].Fixes, found[i].Related = nil, nil
	}
	if len(found) == 0 && len(f.Rules) != 1 {
		found = append(found, syntax.Diagnostic{
			Code: codes.RuleError, Severity: codes.Error, Span: syntax.Span{End: int32(len(text))}, Message: "this is more than one pattern",
		})
	}
	if len(f.Rules) != 1 || slices.ContainsFunc(found, func(d syntax.Diagnostic) bool { return d.Severity == codes.Error }) {
		return nil, found
	}
	return f.Rules[0], found
}

// clamped is the part of a span that lies in a text of some bytes.
func clamped(s syntax.Span, end int32) syntax.Span {
	return syntax.Span{Start: min(max(s.Start, 0), end), End: min(max(s.End, 0), end)}
}

// maxFindings is how many findings a file has at most.
const maxFindings = 100

func (r *reader) finish() *File {
	slices.SortStableFunc(r.file.Diagnostics, func(a, b syntax.Diagnostic) int { return int(a.Span.Start - b.Span.Start) })
	slices.SortStableFunc(r.file.Words, func(a, b Word) int { return int(a.Span.Start - b.Span.Start) })
	return r.file
}

// report adds a finding.
func (r *reader) report(span syntax.Span, message string, notes ...string) *syntax.Diagnostic {
	r.failed = true
	return r.finding(codes.Error, span, message, notes)
}

// warn adds a finding that leaves the rule usable.
func (r *reader) warn(span syntax.Span, message string, notes ...string) {
	r.finding(codes.Warning, span, message, notes)
}

func (r *reader) finding(severity codes.Severity, span syntax.Span, message string, notes []string) *syntax.Diagnostic {
	if len(r.file.Diagnostics) >= maxFindings {
		return &syntax.Diagnostic{}
	}
	r.file.Diagnostics = append(r.file.Diagnostics, syntax.Diagnostic{
		Code: codes.RuleError, Severity: severity, Span: span, Message: message, Notes: notes,
	})
	return &r.file.Diagnostics[len(r.file.Diagnostics)-1]
}
