package typecheck

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// withSeverity gives a diagnostic the default severity of its code.
func withSeverity(d syntax.Diagnostic) syntax.Diagnostic {
	if d.Severity == codes.Error {
		d.Severity = d.Code.DefaultSeverity()
	}
	return d
}

// report adds a finding. Of several errors at the very same place, the first
// states what is wrong; the others follow from it, as they do from a syntax
// error around them.
func (c *checker) report(d syntax.Diagnostic) {
	d = withSeverity(d)
	if d.Severity == codes.Error {
		if c.blamedAt[d.Span] || c.unread.touch(d.Span) {
			return
		}
		if c.blamedAt == nil {
			c.blamedAt = map[syntax.Span]bool{}
		}
		c.blamedAt[d.Span] = true
	}
	c.diagnostics = append(c.diagnostics, d)
}

func (c *checker) errorf(n syntax.NodeID, code codes.Code, format string, args ...any) {
	c.report(syntax.Diagnostic{Code: code, Span: c.item.Span(n), Message: fmt.Sprintf(format, args...)})
}

// writeFix is the fix that puts a text in a place.
func writeFix(at syntax.Span, text string) syntax.Fix {
	return syntax.Replace("write `"+text+"`", at, text)
}

// suggest adds "did you mean", and the fixes. A name that is near, and no slip of
// the hand, may be of something else.
func suggest(d *syntax.Diagnostic, written string, names []string) {
	if len(names) == 0 {
		return
	}
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = "`" + name + "`"
		fix := writeFix(d.Span, name)
		if !spelling.Slip(written, name) {
			fix.Confidence = codes.Sketch
		}
		d.Fixes = append(d.Fixes, fix)
	}
	d.Message += "; did you mean " + strings.Join(quoted, " or ") + "?"
}

// sentence begins with a capital and ends with a stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	if word, _, _ := strings.Cut(text, " "); isPlainWord(word) {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	if !strings.ContainsAny(text[len(text)-1:], ".?!") {
		text += "."
	}
	return text
}

// isPlainWord reports whether a word is English rather than a name.
func isPlainWord(word string) bool {
	if _, ok := types.ParseDtype(word); ok {
		return false
	}
	for i := 0; i < len(word); i++ {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return len(word) > 1 || word == "a"
}

// count says a number of things: `1 argument`, `2 arguments`.
func count(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing + "s"
	case 1:
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func countGiven(n int) string {
	switch n {
	case 0:
		return "none is"
	case 1:
		return "1 is"
	}
	return fmt.Sprintf("%d are", n)
}
