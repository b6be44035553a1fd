package pattern

import (
	"strings"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/codes"
)

// Describe says in a sentence what a rule does with which expressions.
func (r *Rule) Describe() string {
	if r.Match == nil {
		return ""
	}
	text := ruleVerbs[r.Kind] + Describe(r.Match)
	switch {
	case r.Kind == Rewrite && r.With != nil:
		text += " by " + quote(r.With.Text)
	case r.Kind == Lint:
		text += ", with " + messageNouns[r.Severity]
	case r.Kind == Partition:
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

var ruleVerbs = map[RuleKind]string{Find: "Finds ", Lint: "Reports ", Rewrite: "Replaces ", Partition: "Makes of "}

var messageNouns = map[codes.Severity]string{
	codes.Error: "an error", codes.Warning: "a warning", codes.Info: "an information", codes.Hint: "a hint",
}

// longestQuote is how much of a template or condition a sentence quotes.
const longestQuote = 80

// quote is a text on one line, cut where it is long.
func quote(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > longestQuote {
		text = string([]rune(text)[:longestQuote-1]) + "…"
	}
	return "`" + text + "`"
}
