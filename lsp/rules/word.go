// Package rules answers what editors ask about files of rules: what the word at an offset
// means and where else it does (word.go), a new name for it (rename.go), what can be written
// (complete.go), what each word is (token.go), and which rule matches an expression of a
// program (make.go).
//
// It takes files as package pattern/rulefile reads them and offsets in bytes. The parser of
// rule files resolves each word while it reads (rulefile.Word), so that most questions are
// searches in the sorted list of words: O(log n) for the word at an offset, O(n) for the
// words of one meaning. Nothing here evaluates anything or knows the workspace.
//
// Read word.go first.
package rules

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// At is the word at an offset or before it; nil where there is none that means
// something.
//
// A word at whose end the cursor is counts, since that is where the cursor is after typing it.
func At(f *rulefile.File, offset int32) *rulefile.Word {
	i, _ := slices.BinarySearchFunc(f.Words, offset+1, func(w rulefile.Word, at int32) int { return int(w.Span.Start - at) })
	if i == 0 {
		return nil
	}
	if w := &f.Words[i-1]; offset <= w.Span.End {
		return w
	}
	return nil
}

// named reports whether the uses of a word can be listed: names, `let` patterns and rules.
func named(w *rulefile.Word) bool {
	return w != nil && (w.Declared || w.Kind == rulefile.OperatorWord || w.Kind == rulefile.ConstructorWord || w.Kind == rulefile.GlobalWord)
}

// Same are the places in the file at which words denote the same as one, in order.
//
// Words that the file declares are the same if their declarations are at the same place; others
// (operators, constructors, globals) if their names are equal.
func Same(f *rulefile.File, w *rulefile.Word) []syntax.Span {
	var found []syntax.Span
	if !named(w) {
		return nil
	}
	for i := range f.Words {
		if o := &f.Words[i]; same(o, w) && (len(found) == 0 || found[len(found)-1] != o.Span) {
			found = append(found, o.Span)
		}
	}
	return found
}

func same(a, b *rulefile.Word) bool {
	if a.Kind != b.Kind || a.Declared != b.Declared {
		return false
	}
	if a.Declared {
		return a.Declaration == b.Declaration
	}
	return a.Name == b.Name
}

// Rule is the rule around an offset; nil where there is none, or one with an error.
func Rule(f *rulefile.File, offset int32) *pattern.Rule {
	i, _ := slices.BinarySearchFunc(f.Rules, offset+1, func(r *pattern.Rule, at int32) int { return int(r.Span.Start - at) })
	if i == 0 || offset > f.Rules[i-1].Span.End {
		return nil
	}
	return f.Rules[i-1]
}

// Part is the rule or `let` around an offset, whatever is wrong in it; nil where there
// is none.
func Part(f *rulefile.File, offset int32) *rulefile.Part {
	i, _ := slices.BinarySearchFunc(f.Parts, offset+1, func(p rulefile.Part, at int32) int { return int(p.Span.Start - at) })
	if i == 0 || offset > f.Parts[i-1].Span.End {
		return nil
	}
	return &f.Parts[i-1]
}

// Bound is the part of a rule's pattern that gives a name its meaning: what is named,
// or the variable; nil where the pattern does not have the name.
func Bound(r *pattern.Rule, name string) (found *pattern.Pattern) {
	pattern.Walk(r.Match, func(p *pattern.Pattern) {
		if p.Name != name {
			return
		}
		if p.Kind == pattern.Capture && (found == nil || found.Kind != pattern.Capture) || p.Kind == pattern.Variable && found == nil {
			found = p
		}
	})
	return found
}

// Regions are the parts of the file around an offset, in no order: the word, what
// is in brackets, the brackets, the clause, the rule.
func Regions(f *rulefile.File, offset int32) []syntax.Span {
	var found []syntax.Span
	add := func(s syntax.Span) {
		if s.Start <= offset && offset <= s.End {
			found = append(found, s)
		}
	}
	if w := At(f, offset); w != nil {
		add(w.Span)
	}
	for _, b := range f.Brackets {
		add(b)
		add(syntax.Span{Start: b.Start + 1, End: b.End - 1})
	}
	if p := Part(f, offset); p != nil {
		add(p.Span)
		for _, c := range p.Clauses {
			add(c.Span)
		}
	}
	return found
}

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
