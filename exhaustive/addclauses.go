package exhaustive

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// maxAdded is how many clauses a fix writes before it writes one `_`.
const maxAdded = 20

// addClauses is the fix that adds the missing clauses. Their bodies are holes:
// partial matches without clauses over the clause's variables, which have any
// type and fail when run.
func (r *report) addClauses() []syntax.Fix {
	edit, ok := r.insertion(r.newClauses(r.verdict.missing, r.notation()))
	if !ok {
		return nil
	}
	return []syntax.Fix{{Title: r.addTitle(), Edits: []syntax.Edit{edit}}}
}

// maxTitled is how many missing patterns a fix's title names, maxTitledCase how many bytes of
// each.
const maxTitled, maxTitledCase = 3, 60

// addTitle names the patterns that the fix adds clauses for, where they are few.
func (r *report) addTitle() string {
	m := r.verdict.missing
	if m.capped || m.count > maxTitled {
		return "add the missing clauses"
	}
	texts := r.spellCases(m, r.notation())
	for i, text := range texts {
		texts[i] = "`" + excerpt.Of(text, maxTitledCase) + "`"
	}
	if len(texts) == 1 {
		return "add the missing clause " + texts[0]
	}
	return "add the missing clauses " + strings.Join(texts, ", ")
}

// newClauses spells the missing clauses without the comma in between.
func (c *checker) newClauses(m *missing, s notation) []string {
	if m.capped || m.count > maxAdded {
		return []string{s.clause("_", nil)}
	}
	var texts []string
	for _, w := range specificFirst(c.tool.matrix.witnesses(m, maxAdded)) {
		var b strings.Builder
		names := variables{taken: c.takenNames()}
		s.write(&b, &w, &names)
		texts = append(texts, s.clause(b.String(), names.names))
	}
	return slices.Compact(texts)
}

// specificFirst puts cases before those that cover them once an integer
// that represents all others has become `_`.
func specificFirst(ws []witness) []witness {
	if slices.ContainsFunc(ws, func(w witness) bool { return w.others() > 0 }) {
		slices.SortStableFunc(ws, func(a, b witness) int { return b.named() - a.named() })
	}
	return ws
}

// clause spells a clause with a hole.
func (s notation) clause(pattern string, names []string) string {
	hole := "match? (" + holeOver(names) + ") {}"
	if !s.braces {
		return pattern + " => " + hole
	}
	return s.opening(pattern) + " " + hole + " }"
}

// opening is what a clause has before a body of several statements; "}" ends it.
func (s notation) opening(pattern string) string {
	if s.braces {
		return "case " + pattern + " {"
	}
	return pattern + " => {"
}

func holeOver(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// insertion places clauses after the last one, each on a line of its own if
// that one is.
func (r *report) insertion(texts []string) (syntax.Edit, bool) {
	if len(r.clauses) == 0 {
		return r.fillBraces(texts)
	}
	last := r.item.Span(r.clauses[len(r.clauses)-1])
	between := " "
	if indent, ok := r.indentOf(last.Start); ok {
		between = r.newline() + indent
	}
	at, comma := r.pastComma(last.End)
	text := ""
	if !comma && !r.notation().braces {
		text = ","
	}
	text += between + strings.Join(texts, r.notation().separator()+between)
	if comma {
		text += ","
	}
	return syntax.Edit{Span: syntax.Span{Start: at, End: at}, NewText: text}, true
}

// separator is between two clauses.
func (s notation) separator() string {
	if s.braces {
		return ""
	}
	return ","
}

// fillBraces writes the clauses of a match that has none.
func (r *report) fillBraces(texts []string) (syntax.Edit, bool) {
	end := r.item.Span(r.match).End - 1
	text := r.item.Text[:end+1]
	open := int32(strings.LastIndexByte(text, '{'))
	if text[end] != '}' || open < r.item.Span(r.scrutinee).End || strings.TrimSpace(text[open+1:end]) != "" {
		return syntax.Edit{}, false
	}
	outer := r.lineIndent(r.item.Span(r.match).Start)
	inner := r.newline() + outer + "  "
	body := inner + strings.Join(texts, r.notation().separator()+inner) + r.notation().separator() + r.newline() + outer
	return syntax.Edit{Span: syntax.Span{Start: open + 1, End: end}, NewText: body}, true
}
