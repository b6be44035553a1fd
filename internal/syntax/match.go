package syntax

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// match reads `match (e) { clauses }` and `match? (e) { clauses }`.
func (p *parser) match() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.advance()
	partial := p.tok.Kind == TokQuestion && p.tok.Flags&AfterSpace == 0
	if partial {
		p.advance()
	}
	if p.tok.Kind == TokLBrace && p.clausesIn() {
		p.expected("the value to match, in parentheses")
		p.push(p.nothing())
		p.errorAt = p.i
	} else {
		p.push(p.unbracketed((*parser).operand))
	}
	for p.tok.Kind == TokRParen && p.partnerOf(p.i) < 0 && p.peek() == TokLBrace {
		p.surplus("this `)` closes nothing")
	}
	if p.tok.Kind == TokName && p.lexeme(p.tok) == "of" && p.pipes && p.peek() == TokLBrace {
		p.advance() // after `case`
		p.errorAt = p.i
	}
	if p.pipes && p.tok.Kind == TokName && p.lexeme(p.tok) == "of" {
		p.errorAt = p.i // reported at the `case`
	}
	if p.tok.Word == WordWith || p.tok.Kind == TokName && p.lexeme(p.tok) == "of" || p.tok.Kind == TokColon {
		if p.habitClauses() {
			return p.setFlag(p.node(Match, mark, start), FlagPartial, partial)
		}
	}
	if p.tok.Kind != TokLBrace {
		p.expected("`{` and the clauses of `match`")
		for p.tok.Kind != TokSemi && p.tok.Kind != TokNewline && p.tok.Kind != TokEOF && !isCloser[p.tok.Kind] && p.tok.Flags&AfterNewline == 0 {
			p.skipOne()
		}
		p.errorAt = p.i
		return p.setFlag(p.node(Match, mark, start), FlagPartial, partial)
	}
	p.clauseBlock()
	for p.matches == 0 && p.tok.Kind == TokName && p.atClause() {
		p.resumeClauses()
	}
	return p.setFlag(p.node(Match, mark, start), FlagPartial, partial)
}

// clausesIn reports whether the braces here hold clauses: the value in front is missing.
func (p *parser) clausesIn() bool {
	next := p.peekToken(1)
	if p.quiet || next.Word == WordCase {
		return !p.quiet
	}
	n := 2
	if to := p.partnerAt(p.i + 2); p.peekToken(2).Kind == TokLParen && to > 0 {
		n = to - p.i + 1
	}
	return next.Kind == TokName && p.peekToken(n).Kind == TokFatArrow && p.partnerOf(p.i) > 0 && p.tokens[p.partnerOf(p.i)+1].Kind != TokLBrace
}

// clauseBlock reads the braces of a match and what is in them.
func (p *parser) clauseBlock() {
	open := p.i
	p.advance()
	if p.enter() {
		outer := p.inClause
		p.matches++
		p.clauses(open)
		p.matches--
		p.inClause = outer
	}
	p.leave()
	if !p.accept(TokRBrace) {
		p.unclosed(p.tokens[open], "}", "this `match`")
	}
}

// resumeClauses goes on with the clauses after a brace that closed the match
// too early.
func (p *parser) resumeClauses() {
	brace := p.tokens[p.i-1]
	p.report(codes.SyntaxError, brace.Span, "this `}` closes the `match` before its last clause", Replace("delete `}`", brace.Span, ""))
	p.matches++
	p.clauses(p.i - 1)
	p.matches--
	p.accept(TokRBrace)
}

// clauses reads clauses with optional commas in between.
func (p *parser) clauses(open int) {
	for !p.closesMatch(open) {
		switch {
		case p.tok.Kind == TokNewline:
			p.advance()
		case p.atPipe():
			p.skipPipe()
		case beginsPattern(p), p.tok.Kind == TokLBracket && p.partnerOf(p.i) > p.i:
			p.push(p.clause())
			p.clauseEnd(open)
		default:
			p.expected("a clause")
			p.skipClause(open)
		}
	}
}

// closesMatch reports whether the clauses after a brace end here.
func (p *parser) closesMatch(open int) bool {
	return p.tok.Kind != TokName && p.tok.Kind != TokComma && p.closesBlock(open)
}

// clauseEnd consumes the comma after a clause.
func (p *parser) clauseEnd(open int) {
	for isCloser[p.tok.Kind] && !p.closesMatch(open) {
		p.surplus("this `" + p.lexeme(p.tok) + "` closes nothing")
	}
	switch {
	case p.accept(TokComma), p.closesMatch(open), beginsPattern(p), p.atPipe(), p.tok.Kind == TokLBracket && p.partnerOf(p.i) > p.i:
	case p.tok.Kind == TokSemi:
		if p.pipes {
			p.errorAt = p.i
		}
		p.instead(",", "clauses are separated by `,`")
	case p.tok.Kind != TokNewline:
		p.expected("another clause")
		p.skipClause(open)
	}
}

// skipClause skips to where the next clause may begin.
func (p *parser) skipClause(open int) {
	for {
		p.skipOne()
		if p.closesMatch(open) || p.tok.Word == WordCase || p.accept(TokComma) {
			break
		}
	}
	p.errorAt = p.i
}

// clause reads `case P { e }` or `P => e`.
func (p *parser) clause() NodeID {
	mark, start := p.mark(), p.tok.Start
	if p.atDefault() {
		return p.defaultClause()
	}
	isCase := p.tok.Word == WordCase && p.peek() != TokFatArrow
	if isCase {
		p.advance()
	}
	p.push(p.clausePattern(isCase))
	pattern := Span{start, p.end}
	if p.pipes && (p.tok.Kind == TokArrow || p.tok.Kind == TokColon || p.tok.Kind == TokFatArrow && isCase) {
		p.errorAt = p.i
	}
	switch {
	case isCase && (p.tok.Kind == TokColon || p.tok.Kind == TokArrow || p.tok.Kind == TokAssign) && p.peek() == TokLBrace:
		p.surplus("the body of a clause follows its pattern without `" + p.lexeme(p.tok) + "`")
		p.pipes = true
		p.push(p.block("the body of this clause", ""))
	case p.patternTail():
	case isCase && p.tok.Kind == TokColon:
		colon, known := p.tok.Span, len(p.errors)
		p.report(codes.SyntaxError, colon, "the body of a clause is written in braces: `case P { … }`, or after an arrow: `P => e,`")
		p.pipes = true
		p.skip(1)
		p.inClause = true
		p.push(p.expr())
		p.inClause = false
		if len(p.errors) == known+1 {
			p.errors[known].Fixes = []Fix{{Title: "write `{ … }`", Edits: []Edit{{colon, " {"}, {Span{p.end, p.end}, " }"}}}}
		}
		p.errorAt = p.i
	case p.tok.Kind == TokFatArrow:
		if isCase {
			p.report(codes.SyntaxError, p.here(), "a clause is written `case P { e }` or `P => e`",
				Replace("delete `case`", Span{start, start + int32(len("case"))}, ""))
			isCase = false
		}
		p.advance()
		p.push(p.arm())
	case p.tok.Kind == TokLBrace && !isCase && p.curlyFields(pattern):
	case p.tok.Kind == TokLBrace:
		if word := p.text[start:p.end]; !isCase && (word == "default" || word == "otherwise") {
			p.report(codes.SyntaxError, pattern, habits.Default.Message, Replace("write `_ =>`", pattern, "_ =>"))
		} else if !isCase {
			p.report(codes.SyntaxError, p.here(), "write `=>` between a pattern and what it gives",
				Replace("insert `=>`", Span{p.end, p.end}, " =>"))
		}
		p.push(p.block("the body of this clause", ""))
	case p.tok.Kind == TokArrow || p.tok.Kind == TokAssign || p.tok.Kind == TokColon:
		p.insteadEach("=>", "write `=>` between a pattern and what it gives")
		p.push(p.arm())
	case isCase && p.fieldsAhead() && p.habitClause(pattern):
	case isCase && beginsExpr(p) && p.tok.Flags&AfterNewline == 0:
		p.missing("{", "before the body of this clause")
		p.push(p.unopened())
	case p.habitClause(pattern):
	case p.tok.Flags&AfterNewline != 0 || p.tok.Kind == TokRBrace || p.tok.Kind == TokEOF:
		if !p.suppressed() {
			p.report(codes.SyntaxError, pattern, "this clause has no body: write `{ … }` after the pattern")
		}
		p.push(p.nothing())
		p.skipArm()
	default:
		p.expected("`=>` or `{` after the pattern")
		p.push(p.nothing())
		p.skipArm()
	}
	return p.setFlag(p.node(Clause, mark, start), FlagCase, isCase)
}

// clausePattern reads the pattern of a clause. A `:` after it that is Python's
// is left.
func (p *parser) clausePattern(isCase bool) NodeID {
	if !isCase {
		return p.pattern(true)
	}
	id := p.pattern(false)
	if p.tok.Kind != TokColon || p.peek() == TokLBrace || p.bareClause() && !p.pairs(TokColon) {
		return id
	}
	return p.typedPattern(id)
}

// skipArm skips what follows a pattern that broke off, up to the body's
// end.
func (p *parser) skipArm() {
	for p.tok.Kind != TokEOF && p.tok.Kind != TokRBrace && p.tok.Kind != TokFatArrow && p.tok.Flags&AfterNewline == 0 {
		if p.tok.Kind == TokLBrace {
			p.skipOne()
			break
		}
		p.skipOne()
	}
	if p.accept(TokFatArrow) {
		p.arm()
	}
	p.errorAt = p.i
}

// arm reads the body of a `P => e` clause.
func (p *parser) arm() NodeID {
	if p.clauseBehind() {
		p.report(codes.SyntaxError, p.tokens[p.i-1].Span, "this clause has no body: the next line is another clause")
		p.errorAt = p.i
		return p.nothing()
	}
	p.inClause = true
	if p.unbraced > 0 {
		id := p.expr()
		p.inClause = false
		return id
	}
	id := p.sequence()
	p.inClause = false
	return id
}

// clauseBehind reports whether another clause stands on the line after an arrow: no expression has
// an arrow outside of brackets.
func (p *parser) clauseBehind() bool {
	if p.tok.Flags&AfterNewline == 0 || p.i == 0 || p.tokens[p.i-1].Kind != TokFatArrow || p.quiet {
		return false
	}
	for i := p.i; i-p.i < ahead && i < len(p.tokens); i++ {
		switch t := p.tokens[i]; {
		case i > p.i && t.Flags&AfterNewline != 0, t.Kind == TokEOF, t.Kind == TokComma, isCloser[t.Kind]:
			return false
		case t.Kind == TokFatArrow:
			return true
		case isOpener[t.Kind]:
			if to := p.partnerOf(i); to > i {
				i = to
			}
		}
	}
	return false
}

// atClause reports whether the next clause's pattern begins at the current
// token: `case`, or a pattern in parentheses that `=>` follows.
func (p *parser) atClause() bool {
	switch p.tok.Kind {
	case TokName:
		next := p.peekToken(1)
		return p.tok.Word == WordCase && (next.Kind == TokName || next.Kind == TokLocal)
	case TokLParen:
		if !p.inClause {
			return false
		}
		to := p.partnerOf(p.i)
		return to >= 0 && p.tokens[to+1].Kind == TokFatArrow
	}
	return false
}

// atMinusClause reports whether the pattern `-1` of the next clause begins here.
func (p *parser) atMinusClause() bool {
	return p.inClause && p.tok.Kind == TokMinus && p.peek() == TokInt && p.peekToken(2).Kind == TokFatArrow
}
