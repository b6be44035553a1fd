package rules

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/pattern"
)

// Describe says in a sentence what a rule does with which expressions.
func Describe(r *pattern.Rule) string {
	if r.Match == nil {
		return ""
	}
	text := ruleVerbs[r.Kind] + pattern.Describe(r.Match)
	switch {
	case r.Kind == pattern.Rewrite && r.With != nil:
		text += " by " + quote(r.With.Text)
	case r.Kind == pattern.Lint:
		text += ", with " + messageNouns[r.Severity]
	case r.Kind == pattern.Partition:
		text += " a function of its own"
	}
	for i, c := range r.Where {
		word := ", where "
		if i > 0 {
			word = " and "
		}
		text += word + quote(c.String())
	}
	return text + "."
}

var ruleVerbs = map[pattern.RuleKind]string{
	pattern.Find: "Finds ", pattern.Lint: "Reports ", pattern.Rewrite: "Replaces ", pattern.Partition: "Makes of ",
}

var messageNouns = map[codes.Severity]string{
	codes.Error: "an error", codes.Warning: "a warning", codes.Info: "an information", codes.Hint: "a hint",
}

// longestQuote is how much of a template or condition a sentence quotes.
const longestQuote = 80

// quote is a text on one line, cut where it is long.
func quote(text string) string {
	return "`" + excerpt.Line(text, longestQuote) + "`"
}
