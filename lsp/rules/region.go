package rules

import (
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Regions are the parts of the file around an offset, in no order: the word, what
// stands in brackets, the brackets, the clause, the rule.
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
