package complete

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/exhaustive"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// withClauses adds, from the witnesses of package exhaustive, to the patterns of a clause the clauses that the match lacks,
// each by itself and all at once, where the clause at the stand-in is nothing
// but its beginning. Patterns that the match does not lack come last.
func (s *scene) withClauses(found []Candidate, match, clause syntax.NodeID) []Candidate {
	if s.item.Kind(match) != syntax.Match || len(s.info.Types) == 0 {
		return found
	}
	style := s.styleOf(match, clause)
	missing := exhaustive.MissingClauses(s.info, match, clause)
	if !s.clauseIsOpen() {
		lastIfCovered(found, missing)
		return found
	}
	if len(missing) > 0 && !style.begun {
		found = nil // a pattern alone would be no clause
	}
	found = append(found, s.caseKeyword(style)...)
	lastIfCovered(found, missing)
	for i, c := range missing {
		found = append(found, s.clause(c, style, i+1))
	}
	if len(missing) > 1 {
		found = append(found, s.allClauses(missing, style), s.catchAll(style))
	}
	return found
}

// catchAll is the clause for all that is missing.
func (s *scene) catchAll(st style) Candidate {
	c := s.clause(exhaustive.Clause{Pattern: "_"}, st, most)
	c.Detail, c.fit = "a clause for all else", misfits
	return c
}

// lastIfCovered ranks constructors low that begin none of the missing patterns,
// unless one of these is `_`.
//
// Such a clause would be unreachable. It is offered all the same, after the others: who types its name
// may be about to narrow a clause before it.
func lastIfCovered(found []Candidate, missing []exhaustive.Clause) {
	lacks := map[string]bool{}
	for _, c := range missing {
		head, _, _ := strings.Cut(c.Pattern, "(")
		lacks[head] = true
	}
	for i, c := range found {
		if c.Kind == Constructor && len(missing) > 0 && !lacks["_"] && !lacks[c.Lookup.Name] {
			found[i].fit = misfits
		}
	}
}

// clauseIsOpen reports whether nothing of the clause is written after the
// stand-in.
//
// The clause is complete if a body follows; then its pattern is edited, and a whole clause would be
// inserted into it. A new line ends it, unless what follows can only be a body.
func (s *scene) clauseIsOpen() bool {
	next := s.next()
	return next.Kind == syntax.TokEOF || next.Kind == syntax.TokRBrace || next.Kind == syntax.TokComma ||
		next.Word == syntax.WordCase || next.Flags&syntax.AfterNewline != 0 && next.Kind != syntax.TokLBrace && next.Kind != syntax.TokFatArrow
}

// A style is how a match's clauses are written.
type style struct {
	braces bool   // `case P { e }`, not `P => e`
	begun  bool   // the word `case` is there
	indent string // of the line that the clause is on
	alone  bool   // the clause begins its line
}

// styleOf finds how the clause at the stand-in would be written, from what is there of it and from
// the other clauses.
func (s *scene) styleOf(match, clause syntax.NodeID) style {
	st := style{begun: s.before().Word == syntax.WordCase, indent: s.indent()}
	st.braces = st.begun || s.bracesIn(match, clause)
	line := s.piece.text[:s.word.span.Start]
	line = strings.TrimSpace(line[strings.LastIndexByte(line, '\n')+1:])
	st.alone = line == "" || line == "case"
	return st
}

// bracesIn finds how the other clauses are written; the documents' way where
// there is none.
func (s *scene) bracesIn(match, clause syntax.NodeID) bool {
	for _, kid := range s.item.Match(match).Clauses {
		if kid != clause {
			return s.item.Flag(kid, syntax.FlagCase)
		}
	}
	return true
}

// write spells a clause; with placeholders numbered from a number on, if that
// is not 0.
func (st style) write(pattern, body string) string {
	if st.braces {
		return "case " + pattern + " { " + body + " }"
	}
	return pattern + " => " + body
}

func (s *scene) clause(c exhaustive.Clause, st style, order int) Candidate {
	text := st.write(c.Pattern, c.Body())
	snippet := st.write(numbered(c), "${"+strconv.Itoa(len(c.Variables)+1)+":"+Escape(c.Body())+"}")
	return Candidate{
		Label: st.write(c.Pattern, "…"), Kind: Clause, Detail: "a missing clause", Filter: st.filter(c.Pattern),
		Text: st.trimmed(text), Snippet: st.trimmed(snippet), fit: unknown, class: clauseClass, order: order,
	}
}

// filter is what a clause is found by: its pattern, or the word that begins it.
func (st style) filter(pattern string) string {
	if st.braces && !st.begun {
		return "case " + pattern
	}
	return pattern
}

// numbered is a clause's pattern with its variables as placeholders.
//
// Variables are searched from left to right, each after the one before, so that a name that is part of
// another one is not replaced in it.
func numbered(c exhaustive.Clause) string {
	text, _ := numberedFrom(c, 1)
	return text
}

// numberedFrom numbers them from a number on, and returns the next one.
func numberedFrom(c exhaustive.Clause, from int) (text string, next int) {
	var b strings.Builder
	rest := escapeText(c.Pattern)
	for _, name := range c.Variables {
		before, after, ok := strings.Cut(rest, name)
		if !ok {
			break
		}
		b.WriteString(before + "${" + strconv.Itoa(from) + ":" + name + "}")
		rest = after
		from++
	}
	return b.String() + rest, from
}

// escapeText writes a text outside of placeholders.
var escapeText = strings.NewReplacer(`\`, `\\`, `$`, `\$`).Replace

// trimmed leaves out what is written already.
func (st style) trimmed(text string) string {
	if st.begun {
		return strings.TrimPrefix(text, "case ")
	}
	return text
}

// allClauses are all that are missing, each on its line if the first one is.
//
// Its rank depends on the word: nothing typed means that the user wants to see the missing clauses, a
// letter means that one of them is being written.
func (s *scene) allClauses(missing []exhaustive.Clause, st style) Candidate {
	between := " "
	if st.alone {
		between = "\n" + st.indent
	}
	if !st.braces {
		between = "," + between
	}
	texts := make([]string, len(missing))
	for i, c := range missing {
		texts[i] = st.write(c.Pattern, c.Body())
	}
	text := st.trimmed(strings.Join(texts, between))
	rank := fits
	if s.word.typed != "" {
		rank = unknown // one of them is being written
	}
	return Candidate{
		Label: "all " + strconv.Itoa(len(missing)) + " missing clauses", Kind: Clause,
		Detail: strings.Join(labels(missing), ", "), Filter: st.filter(missing[0].Pattern),
		Text: text, Snippet: escapeText(text), fit: rank, class: clauseClass,
	}
}

func labels(missing []exhaustive.Clause) []string {
	texts := make([]string, len(missing))
	for i, c := range missing {
		texts[i] = c.Pattern
	}
	return texts
}

// caseKeyword begins a clause.
func (s *scene) caseKeyword(st style) []Candidate {
	if st.begun || !st.braces {
		return nil
	}
	return []Candidate{{
		Label: "case", Kind: Keyword, Detail: "begins a clause", Text: "case",
		Snippet: "case ${1:_} { ${2:%x} }", fit: unknown, class: clauseClass, order: most,
	}}
}
