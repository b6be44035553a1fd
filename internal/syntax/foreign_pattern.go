package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// Patterns as other languages write them: in brackets, with a name for the whole,
// of a range, of several values without parentheses.

const (
	bracketForm = "a pattern has no brackets: the empty list is `Nil`, others are `Cons(%x, %rest)`"
	wholeForm   = "there is no `@` in a pattern: match a variable, and take it apart with a `match` of its own"
	rangeForm   = "a pattern has no ranges: match a variable, and write `if (…) { … } else { … }` behind `=>`"
	rowForm     = "several values are matched in parentheses: `(%x, %y)`"
	guardForm   = "a clause has no condition: write `if (…) { … } else { … }` behind `=>`"
)

// bracketPattern reads `[]` and `[%x, %y]` in a pattern.
func (p *parser) bracketPattern() NodeID {
	mark, start := p.mark(), p.tok.Start
	text, ok := p.listText(p.partnerOf(p.i))
	title := "write `Cons(…)`"
	if text == "Nil()" {
		title = "write `Nil()`"
	}
	p.listPattern(p.tok.Span, bracketForm, title)
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
	if p.listTold == 0 && p.unbraced == 0 && !p.alreadyReported() {
		p.listTold = p.tell(at, message, Fix{Title: title}) + 1
	} else if fix := p.listFix(); fix != nil && fix.Title != title {
		fix.Title = "write `Cons(…)` and `Nil()`"
	}
	p.errorAt = p.i
}

// listFix is the fix of the error of listPattern, nil where there is none.
func (p *parser) listFix() *Fix {
	if p.listTold == 0 || p.listTold > len(p.errors) || len(p.errors[p.listTold-1].Fixes) != 1 {
		return nil
	}
	return &p.errors[p.listTold-1].Fixes[0]
}

func (p *parser) rewriteList(edits ...Edit) {
	if fix := p.listFix(); fix != nil {
		fix.Edits = append(fix.Edits, edits...)
	}
}

// forgetLists takes back the fix: a pattern has no counterpart.
func (p *parser) forgetLists() {
	if p.listFix() != nil {
		p.errors[p.listTold-1].Fixes = nil
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

// letBrackets reads `[%a, %b]` behind `let`, false where it does not stand here.
func (p *parser) letBrackets() (NodeID, bool) {
	to := -1
	if p.tok.Kind == TokLBracket && !p.quiet {
		to = p.partnerOf(p.i)
	}
	if to < 0 {
		return NoNode, false
	}
	mark, opening, closing := p.mark(), p.tok, p.tokens[to]
	p.tell(opening.Span, "several variables are bound with parentheses around them: `let (%a, %b) = …`",
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
	p.advance()
	p.errorAt = p.i
	return p.node(PatTuple, mark, opening.Start), true
}

// patternTail reads what other languages have behind a pattern: `if c`, `when c`,
// `as %x`, `@(…)`, `..9`, `, Q`. The clause is skipped; false where none of these
// stands here.
func (p *parser) patternTail() bool {
	message := p.patternTailForm()
	if message == "" || p.quiet {
		return false
	}
	p.report(codes.SyntaxError, p.tok.Span, message)
	p.push(p.hole())
	p.skipArm()
	return true
}

// patternTailForm is what is said of the token behind a pattern, "" for nothing.
func (p *parser) patternTailForm() string {
	switch word := p.lexeme(p.tok); {
	case p.tok.Flags&AfterNewline != 0:
		return ""
	case word == "when", word == "if" && !p.bodyIsIf():
		return guardForm
	case word == "as":
		return "there is no `as` in a pattern: match a variable, and take it apart with a `match` of its own"
	case p.tok.Kind == TokGlobal && p.tok.Flags == 0:
		return wholeForm
	case p.tok.Kind == TokDot:
		return rangeForm
	case p.tok.Kind == TokComma && p.nodes[p.stack[len(p.stack)-1]].Kind != PatTyped && p.rowAhead():
		return rowForm
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
	p.report(codes.SyntaxError, p.tok.Span, "the fields of a constructor are written in parentheses: `"+text+"`",
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

// rowAhead reports whether patterns with commas in between, and a body behind them,
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
