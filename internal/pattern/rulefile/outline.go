package rulefile

import (
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Part is a rule or a `let` of the file's top level as the text has it, whatever is
// wrong in it.
type Part struct {
	Kind           string // the word that begins it: `rewrite`, `let`
	Name           string
	Span, NameSpan syntax.Span
	Body           syntax.Span // of a rule with its braces; empty where there is none
	Clauses        []Clause    // of a rule, in the order of the text
}

// A Clause is a clause of a rule with its word; words that begin no clause are among
// them.
type Clause struct {
	Word string
	Span syntax.Span
}

// outline notes the parts of the file and its pairs of brackets.
func (r *reader) outline(chunks []chunk) {
	for _, c := range chunks {
		if c.kind != junkChunk && c.name < c.end {
			r.file.Parts = append(r.file.Parts, r.part(c))
		}
	}
	for i, p := range r.partner {
		if p > i {
			r.file.Brackets = append(r.file.Brackets, r.span(i, p+1))
		}
	}
}

func (r *reader) part(c chunk) Part {
	p := Part{Kind: r.lexeme(c.from), Name: r.lexeme(c.name), Span: r.span(c.from, c.end), NameSpan: r.tokens[c.name].Span}
	if c.kind != ruleChunk {
		return p
	}
	end := c.end
	if closing := r.partner[c.body]; closing > c.body {
		end = closing
	}
	p.Body = r.span(c.body, min(end+1, c.end))
	for _, k := range r.cutClauses(c.body+1, end) {
		p.Clauses = append(p.Clauses, Clause{r.lexeme(k.at), r.span(k.at, k.end)})
	}
	return p
}

// Let is the pattern that a `let` names, by the place of its name; nil where there is a
// mistake in it, or where no rule or `let` of the file leads to it.
func (f *File) Let(name syntax.Span) *pattern.Pattern { return f.lets[name] }
