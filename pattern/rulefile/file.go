package rulefile

import (
	"slices"

	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/pattern"
	"github.com/fraccheck/fraccheck/syntax"
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
func Parse(name, text string) *File {
	r := newReader(name, text)
	chunks := r.cut()
	r.fileLets(chunks)
	for _, c := range chunks {
		r.chunk(c)
	}
	return r.finish()
}

// ParsePattern reads one pattern, as on the command line. Every name in it that
// is no operator's is a mistake, unless the pattern gives it.
func ParsePattern(text string) (*pattern.Pattern, []syntax.Diagnostic) {
	r := newReader("", text)
	p := pairing{r: r, many: map[syntax.TokenKind]int{}}
	for i := range r.tokens {
		p.read(i)
	}
	r.beginRule()
	r.rule.Match = r.wholePattern(0, len(r.tokens)-1)
	r.checkRule()
	f := r.finish()
	if len(f.Diagnostics) > 0 {
		return nil, f.Diagnostics
	}
	return r.rule.Match, nil
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
