package report

import (
	"html/template"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/lsp/token"
)

// classes are what the style sheet calls what a word is; words of other classes look as
// the text around them does.
var classes = [token.TypeCount]string{
	token.Function: "fn", token.Parameter: "pa", token.Variable: "va", token.TypeName: "ty", token.TypeParameter: "tp",
	token.Constructor: "co", token.Attribute: "at", token.Keyword: "kw", token.Number: "nu", token.String: "st",
	token.Comment: "cm", token.Operator: "op", token.Macro: "ma", token.Decorator: "de",
}

// A mark is a piece of a text that a finding points to.
type mark struct {
	span     syntax.Span
	severity codes.Severity
}

// paint writes a piece of a text as HTML: its words in their classes, its marks.
func paint(text string, span syntax.Span, tokens []token.Token, marks []mark) template.HTML {
	first, _ := slices.BinarySearchFunc(tokens, span.Start, func(t token.Token, at int32) int { return int(t.Span.End) - int(at) - 1 })
	p := painter{text: text, tokens: tokens[first:], marks: marks}
	for at := span.Start; at < span.End; {
		at = p.piece(at, span.End)
	}
	if missing := slices.ContainsFunc(marks, func(m mark) bool { return m.span.Start == span.End }); missing {
		p.write(" ", "", p.marked(span.End))
	}
	p.mark("")
	return template.HTML(p.out.String())
}

type painter struct {
	text   string
	tokens []token.Token // those that are not passed yet
	marks  []mark
	open   string // the severity of the mark that is being written; "" of none
	out    strings.Builder
}

// piece writes what has one look, and tells where that ends.
func (p *painter) piece(at, end int32) int32 {
	for len(p.tokens) > 0 && p.tokens[0].Span.End <= at {
		p.tokens = p.tokens[1:]
	}
	class := ""
	if len(p.tokens) > 0 {
		if t := p.tokens[0]; t.Span.Start > at {
			end = min(end, t.Span.Start)
		} else {
			class, end = classes[t.Class.Type], min(end, t.Span.End)
		}
	}
	for _, m := range p.marks {
		for _, border := range []int32{m.span.Start, m.span.End} {
			if border > at {
				end = min(end, border)
			}
		}
	}
	p.write(p.text[at:end], class, p.marked(at))
	return end
}

func (p *painter) write(text, class, mark string) {
	p.mark(mark)
	if class == "" {
		escape(&p.out, text)
		return
	}
	p.out.WriteString(`<span class="` + class + `">`)
	escape(&p.out, text)
	p.out.WriteString(`</span>`)
}

// mark ends a mark and begins the next one, where it is another.
func (p *painter) mark(severity string) {
	if severity == p.open {
		return
	}
	if p.open != "" {
		p.out.WriteString(`</mark>`)
	}
	if p.open = severity; severity != "" {
		p.out.WriteString(`<mark class="` + severity + `">`)
	}
}

// marked is the worst severity of what marks a byte; "" of none.
func (p *painter) marked(at int32) string {
	worst, found := codes.Hint, false
	for _, m := range p.marks {
		if m.span.Start <= at && at < m.span.End {
			worst, found = min(worst, m.severity), true
		}
	}
	if !found {
		return ""
	}
	return worst.String()
}
