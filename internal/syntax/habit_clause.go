package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// habitClauses reads the clauses after `match e with`, false where braces
// follow, so that nothing else is wrong.
func (p *parser) habitClauses() bool {
	if p.peek() == TokLBrace {
		p.surplus("the clauses of a `match` follow without `" + p.lexeme(p.tok) + "`")
		return false
	}
	reported, opener, mark := p.reportHabit(p.tok.Span, habits.Clauses.Message), p.tok.Span, p.mark()
	if p.casesReported > 0 {
		reported, p.casesReported = p.casesReported-1, 0
	}
	p.pipes, p.unbraced = true, p.unbraced+1
	p.skip(1)
	outer := p.inClause
	p.matches++
	for p.unbracedClause() {
		before := p.i
		p.push(p.deeper((*parser).clause))
		if next := p.peekToken(1); p.tok.Kind == TokComma && next.Flags&AfterNewline != 0 && next.Kind != TokRParen && next.Kind != TokRBracket {
			p.advance()
		}
		if p.i == before {
			break
		}
	}
	p.unbraced--
	p.matches--
	p.inClause = outer
	p.errorAt = p.i
	p.clausesFix(reported, opener, p.stack[mark:], p.end)
	return true
}

// unbracedClause goes to the next clause of a match without braces: after a `|`
// or on a new line, which holds an arrow or begins with `case`.
func (p *parser) unbracedClause() bool {
	if p.tok.Kind == TokNewline || p.atPipe() {
		for p.tok.Kind == TokNewline || p.atPipe() {
			p.advance()
		}
		p.errorAt = p.i
		return beginsPattern(p)
	}
	return beginsPattern(p) && (p.errorAt == p.i || p.tok.Flags&AfterNewline != 0)
}

// casesHere reports whether `case e of`, as Haskell has it, stands here.
func (p *parser) casesHere() bool { return p.tok.Word == WordCase && p.onLine(1, p.spells("of")) }

// cases reads `case e of …`.
func (p *parser) cases() NodeID {
	reported := p.reportHabit(p.tok.Span, habits.Cases.Message, Replace("write `match`", p.tok.Span, "match"))
	p.pipes, p.unbraced, p.casesReported = true, p.unbraced+1, reported+1
	id := p.match()
	p.unbraced--
	p.casesReported = 0
	if d := p.lone(reported); d != nil && len(d.Fixes) == 1 && len(d.Fixes[0].Edits) == 1 {
		p.bracedCases(reported, id)
	}
	return id
}

// bracedCases completes the fix of `case e of { … }`, whose clauses stand in braces.
func (p *parser) bracedCases(reported int, match NodeID) {
	n := p.nodes[match]
	clauses := p.kids[n.kid : n.kid+n.kids]
	if len(clauses) < 2 || p.text[n.Span.End-1] != '}' {
		p.errors[reported].Fixes = nil
		return
	}
	from := p.nodes[clauses[0]].Span.End
	between := p.cut(from, p.start(clauses[1]))
	at := strings.Index(between, "of")
	if at < 0 || strings.TrimSpace(between[at+len("of"):]) != "{" {
		p.errors[reported].Fixes = nil
		return
	}
	opener := Span{from + int32(at), from + int32(at+strings.IndexByte(between[at:], '{')) + 1}
	p.clausesFix(reported, opener, clauses[1:], n.Span.End)
}

// clausesFix completes the fix of clauses that other languages write after a word, the
// opener, up to end: braces around them, commas in between, `=>` after each pattern.
// There is none where anything else stands in between, such as a comment.
func (p *parser) clausesFix(reported int, opener Span, clauses []NodeID, end int32) {
	d := p.lone(reported)
	if d == nil || len(clauses) == 0 {
		return
	}
	if len(d.Fixes) == 0 {
		d.Fixes = []Fix{{Title: "write the clauses in braces"}}
	}
	fix := &d.Fixes[0]
	fix.Edits = append(fix.Edits, Edit{opener, "{"})
	behind := opener.End
	for i, clause := range clauses {
		n := p.nodes[clause]
		gap, ok := betweenClauses(p.cut(behind, n.Span.Start), i > 0)
		if n.Kind != Clause || n.kids != 2 || p.kids[n.kid+1] == NoNode || n.Flags&FlagCase != 0 {
			ok = false
		}
		if !ok {
			d.Fixes = nil
			return
		}
		pattern, body := p.nodes[p.kids[n.kid]], p.nodes[p.kids[n.kid+1]]
		arrow := strings.TrimSpace(p.cut(pattern.Span.End, body.Span.Start))
		if pattern.Kind == BadNode || body.Kind == BadNode || arrow != "->" && arrow != "=>" && arrow != ":" && arrow != "=" {
			d.Fixes = nil
			return
		}
		fix.Edits = append(fix.Edits, Edit{Span{behind, n.Span.Start}, gap}, Edit{Span{pattern.Span.End, body.Span.Start}, " => "})
		behind = n.Span.End
	}
	fix.Edits = append(fix.Edits, Edit{Span{behind, end}, " }"})
}

// betweenClauses is the text between two clauses without the bars and semicolons of other
// languages, false where it holds more than these.
func betweenClauses(gap string, comma bool) (string, bool) {
	if strings.Trim(gap, " \t\r\n|;,") != "" {
		return "", false
	}
	text := " "
	if at := strings.LastIndexByte(gap, '\n'); at >= 0 {
		rest := gap[at+1:]
		text = "\n" + rest[:len(rest)-len(strings.TrimLeft(rest, " \t"))]
		if strings.Contains(rest, "|") {
			text += "  "
		}
	}
	if comma {
		text = "," + text
	}
	return text, true
}

// habitClause reads what other languages have after a clause's pattern in
// place of the arrow, and the body; false where nothing of these stands here.
func (p *parser) habitClause(pattern Span) bool {
	switch word := p.lexeme(p.tok); {
	case p.tok.Kind == TokForeign && word == "|":
		p.report(codes.SyntaxError, p.tok.Span, habits.Or.Message)
	case p.nodes[p.stack[len(p.stack)-1]].Kind == PatName && p.tok.Flags&AfterNewline == 0 && p.isField(p.tok):
		p.fieldsBehind(p.nodes[p.stack[len(p.stack)-1]].Span)
	default:
		return false
	}
	p.push(p.nothing())
	p.skipArm()
	return true
}

// isField reports whether a token is a pattern of one token: a variable, a constructor or a literal.
func (p *parser) isField(t Token) bool {
	return t.Kind == TokLocal || t.Kind == TokName || t.Kind == TokInt
}

// fieldsAhead reports whether fields stand here, and the body of a clause after them.
func (p *parser) fieldsAhead() bool {
	n := 0
	for n < ahead && p.isField(p.peekToken(n)) && p.peekToken(n).Flags&AfterNewline == 0 {
		n++
	}
	next := p.peekToken(n).Kind
	return n > 0 && (next == TokLBrace || next == TokFatArrow)
}

// fieldsBehind reports `Cons %x %rest` in a pattern.
func (p *parser) fieldsBehind(name Span) {
	var fields []string
	end := p.end
	for n := 0; n < ahead; n++ {
		next := p.peekToken(n)
		if !p.isField(next) {
			break
		}
		fields, end = append(fields, p.lexeme(next)), next.End
	}
	if p.unbraced > 0 {
		p.nodes[p.stack[len(p.stack)-1]].Kind = BadNode // a part of the form that is reported
		p.errorAt = p.i
		return
	}
	text := p.cut(name.Start, name.End) + "(" + strings.Join(fields, ", ") + ")"
	p.report(codes.SyntaxError, p.tok.Span, habits.Fields.With(text),
		Replace("write `"+text+"`", Span{name.Start, end}, text))
}

// bareClause reports whether the `:` here stands in place of a clause's braces, as
// in Python: no arrow and no brace follows in the clause.
func (p *parser) bareClause() bool {
	return p.tok.Kind == TokColon && p.bareClauseAt(p.i)
}

// bareClauseAt reports it of the `:` at an index.
func (p *parser) bareClauseAt(colon int) bool {
	for i := colon + 1; i < min(len(p.tokens), colon+ahead); i++ {
		switch t := p.tokens[i]; {
		case t.Kind == TokLBrace, t.Kind == TokFatArrow:
			return false
		case t.Kind == TokRBrace, t.Kind == TokEOF, t.Word == WordCase:
			return true
		}
	}
	return true
}

// atDefault reports whether the last clause of a `switch` stands here: `default:`.
func (p *parser) atDefault() bool {
	word := p.lexeme(p.tok)
	return p.tok.Kind == TokName && p.peek() == TokColon && !p.quiet && (word == "default" || word == "otherwise") && (p.peekToken(2).Kind == TokLBrace || p.bareClauseAt(p.i+1))
}

// defaultClause reads `default: e`.
func (p *parser) defaultClause() NodeID {
	mark, start := p.mark(), p.tok.Start
	at := Span{start, p.peekToken(1).End}
	if p.pipes {
		p.errorAt = p.i
	}
	p.reportHabit(at, habits.Default.Message, Replace("write `_ =>`", at, "_ =>"))
	p.push(p.leaf(PatWild))
	p.skip(1)
	p.push(p.arm())
	p.errorAt = p.i
	return p.node(Clause, mark, start)
}

// atPipe reports whether a `|` stands here, as ML has it before clauses.
func (p *parser) atPipe() bool { return p.tok.Kind == TokForeign && p.lexeme(p.tok) == "|" }

// skipPipe reports the first `|` before a clause and skips each.
func (p *parser) skipPipe() {
	if !p.pipes {
		p.report(codes.SyntaxError, p.tok.Span, habits.Bar.Message)
	}
	p.pipes = true
	p.skip(1)
}

// qualified reports the type and the `::` before a constructor and skips
// them. The current token is the first `:`.
func (p *parser) qualified(name Span) {
	text := p.lexeme(p.peekToken(2))
	p.report(codes.SyntaxError, Span{name.Start, p.peekToken(2).End}, habits.Qualified.With(text),
		Replace("write `"+text+"`", Span{name.Start, p.peekToken(2).End}, text))
	p.skip(2)
}

// consPattern reads `%x :: %rest` or `%x : %rest` in a pattern, as ML and Haskell write the
// first element of a list and the others.
func (p *parser) consPattern(first NodeID) NodeID {
	last := p.tok // of the sign
	if p.pairs(TokColon) {
		last = p.peekToken(1)
	}
	if last.Start > p.tok.Start && p.nodes[first].Kind == PatName && p.peekToken(2).Kind == TokName && p.tok.Flags&AfterSpace == 0 {
		p.qualified(p.nodes[first].Span)
		return p.barePattern()
	}
	mark, start := p.mark(), p.start(first)
	p.push(first)
	p.listPattern(Span{p.tok.Start, last.End}, habits.ConsPattern.Message, "write `Cons(…)`")
	for p.tok.Start <= last.Start {
		p.advance()
	}
	p.errorAt = p.i
	p.rewriteList(Edit{Span{start, start}, "Cons("}, Edit{Span{p.nodes[first].Span.End, p.tok.Start}, ", "})
	p.push(p.deeper(func(p *parser) NodeID { return p.pattern(true) }))
	p.rewriteList(Edit{Span{p.end, p.end}, ")"})
	return p.node(BadNode, mark, start)
}

// bracketPattern reads `[]` and `[%x, %y]` in a pattern.
func (p *parser) bracketPattern() NodeID {
	mark, start := p.mark(), p.tok.Start
	text, ok := p.listText(p.partnerOf(p.i))
	title := "write `Cons(…)`"
	if text == "Nil()" {
		title = "write `Nil()`"
	}
	p.listPattern(p.tok.Span, habits.BracketPattern.Message, title)
	p.skipOne()
	p.errorAt = p.i
	if ok {
		p.rewriteList(Edit{Span{start, p.end}, text})
	} else {
		p.forgetLists()
	}
	return p.node(BadNode, mark, start)
}

// listPattern reports a pattern of a list as other languages write it. That is one habit:
// the first of an item has the error, whose fix rewrites all of them.
func (p *parser) listPattern(at Span, message, title string) {
	if p.listReported == 0 && p.unbraced == 0 && !p.alreadyReported() {
		p.listReported = p.reportHabit(at, message, Fix{Title: title}) + 1
	} else if fix := p.listFix(); fix != nil && fix.Title != title {
		fix.Title = "write `Cons(…)` and `Nil()`"
	}
	p.errorAt = p.i
}

// listFix is the fix of the error of listPattern, nil where there is none.
func (p *parser) listFix() *Fix {
	if p.listReported == 0 || p.listReported > len(p.errors) || len(p.errors[p.listReported-1].Fixes) != 1 {
		return nil
	}
	return &p.errors[p.listReported-1].Fixes[0]
}

func (p *parser) rewriteList(edits ...Edit) {
	if fix := p.listFix(); fix != nil {
		fix.Edits = append(fix.Edits, edits...)
	}
}

// forgetLists takes back the fix: a pattern has no counterpart.
func (p *parser) forgetLists() {
	if p.listFix() != nil {
		p.errors[p.listReported-1].Fixes = nil
	}
}

// listText is the pattern of a list for `[…]` from the current token to its partner;
// false where an element is more than a name or a number.
func (p *parser) listText(to int) (string, bool) {
	if to < 0 {
		return "", false
	}
	text, depth := "", 0
	for i := p.i + 1; i < to; i += 2 {
		t := p.tokens[i]
		if !t.isParameter() && t.Kind != TokInt && t.Word != WordHole || i+1 < to && p.tokens[i+1].Kind != TokComma {
			return "", false
		}
		text += "Cons(" + p.lexeme(t) + ", "
		depth++
	}
	return text + "Nil()" + strings.Repeat(")", depth), true
}

// letBrackets reads `[%a, %b]` after `let`, false where it does not stand here.
func (p *parser) letBrackets() (NodeID, bool) {
	to := -1
	if p.tok.Kind == TokLBracket && !p.quiet {
		to = p.partnerOf(p.i)
	}
	if to < 0 {
		return NoNode, false
	}
	mark, opening, closing := p.mark(), p.tok, p.tokens[to]
	p.reportHabit(opening.Span, habits.BindTuple.Message,
		Fix{Title: "write `(…)`", Edits: []Edit{{opening.Span, "("}, {closing.Span, ")"}}})
	p.advance()
	for p.i < to {
		p.errorAt = p.i
		if p.tok.isParameter() {
			p.push(p.barePattern())
		} else {
			p.skipOne()
		}
	}
	p.skip(1)
	return p.node(PatTuple, mark, opening.Start), true
}

// patternTail reads what other languages have after a pattern: `if c`, `when c`,
// `as %x`, `@(…)`, `..9`, `, Q`. The clause is skipped; false where none of these
// stands here.
func (p *parser) patternTail() bool {
	message := p.patternTailForm()
	if message == "" || p.quiet {
		return false
	}
	p.report(codes.SyntaxError, p.tok.Span, message)
	p.push(p.nothing())
	p.skipArm()
	return true
}

// patternTailForm is what is said of the token after a pattern, "" for nothing.
func (p *parser) patternTailForm() string {
	switch word := p.lexeme(p.tok); {
	case p.tok.Flags&AfterNewline != 0:
		return ""
	case word == "when", word == "if" && !p.bodyIsIf():
		return habits.Guard.Message
	case word == "as":
		return habits.AsPattern.Message
	case p.tok.Kind == TokGlobal && p.tok.Flags == 0:
		return habits.WholePattern.Message
	case p.tok.Kind == TokDot:
		return habits.RangePattern.Message
	case p.tok.Kind == TokComma && p.nodes[p.stack[len(p.stack)-1]].Kind != PatTyped && p.rowAhead():
		return habits.RowPattern.Message
	}
	return ""
}

// curlyFields reports `P { %x } => e`, as Rust has records, and skips the clause; false
// where the braces hold the body.
func (p *parser) curlyFields(pattern Span) bool {
	to := p.partnerOf(p.i)
	if to < 0 || p.tokens[to+1].Kind != TokFatArrow {
		return false
	}
	opening, closing := Span{pattern.End, p.tok.End}, p.tokens[to].Span
	closing.Start = p.spaceBefore(closing.Start)
	inner := strings.TrimSpace(p.cut(opening.End, closing.Start))
	text := p.cut(pattern.Start, pattern.End) + "(" + inner + ")"
	p.report(codes.SyntaxError, p.tok.Span, habits.Fields.With(text),
		Replace("write `"+text+"`", Span{pattern.Start, closing.End}, text))
	p.skipOne()
	p.errorAt = p.i
	p.advance()
	p.push(p.arm())
	p.nodes[p.stack[len(p.stack)-2]].Kind = BadNode
	return true
}

// bodyIsIf reports whether the `if` here has an `else`: it is the body of a clause
// that lacks its braces, not its condition.
func (p *parser) bodyIsIf() bool {
	n := 1
	for ; n < ahead && p.peekToken(n).Kind != TokLBrace; n++ {
		if t := p.peekToken(n); t.Flags&AfterNewline != 0 || t.Kind == TokFatArrow || t.Kind == TokEOF {
			return false
		}
	}
	to := p.partnerAt(p.i + n)
	return to > 0 && p.tokens[min(to+1, len(p.tokens)-1)].Word == WordElse
}

// partnerAt is partnerOf for any token, -1 where it is no bracket.
func (p *parser) partnerAt(i int) int {
	if i < 0 || i >= len(p.tokens) || bracketClasses[p.tokens[i].Kind] == noBracket {
		return -1
	}
	return p.partnerOf(i)
}

// rowAhead reports whether patterns with commas in between, and a body after them,
// follow on the line of the comma here.
func (p *parser) rowAhead() bool {
	for n := 1; n < ahead; n++ {
		t := p.peekToken(n)
		switch {
		case t.Flags&AfterNewline != 0, t.Kind == TokEOF, t.Kind == TokSemi, t.Word == WordCase:
			return false
		case t.Kind == TokLBrace, t.Kind == TokFatArrow:
			return n > 1
		}
	}
	return false
}
