package syntax

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// leaves are the expressions of one token.
var leafKinds = [tokenKinds]Kind{
	TokGlobal: Global, TokInt: Int, TokFloat: Float, TokString: String, TokMeta: Meta,
}

// primary reads an expression without what may follow it.
func (p *parser) primary() NodeID {
	if kind := leafKinds[p.tok.Kind]; kind != 0 {
		return p.leaf(kind)
	}
	switch p.tok.Kind {
	case TokLocal:
		return p.local()
	case TokName:
		return p.word()
	case TokLParen:
		return p.paren()
	case TokLBracket:
		return p.listLiteral()
	case TokLBrace:
		if id, ok := p.braceComment(); ok {
			return id
		}
		return p.block("this block", "")
	case TokMinus:
		if p.atSign() {
			return p.signed()
		}
	case TokQuestion:
		return p.holeLeaf()
	}
	return p.noExpr()
}

// holeLeaf reads `?`, or `?name` without a blank between.
func (p *parser) holeLeaf() NodeID {
	start := p.tok.Start
	p.advance()
	if p.tok.Kind == TokName && p.tok.Flags == 0 {
		p.advance()
	}
	return p.add(Node{Kind: Hole, Span: Span{start, p.end}})
}

// noExpr reports that an expression is missing here.
func (p *parser) noExpr() NodeID {
	if id, ok := p.habitPair(); ok {
		return id
	}
	if id, ok := p.habitFunction(); ok {
		return id
	}
	if id, ok := p.habitNumber(); ok {
		return id
	}
	if id, ok := p.section(); ok {
		return id
	}
	if id, ok := p.readStar(); ok {
		return id
	}
	if p.tok.Kind == TokDot && p.pairs(TokDot) && !p.quiet { // `...%xs`
		p.report(codes.SyntaxError, p.tok.Span, habits.Dots.Message)
		for p.tok.Kind == TokDot {
			p.advance()
		}
		p.errorAt = p.i
		if beginsExpr(p) {
			return p.deeper((*parser).unary)
		}
		return p.nothing()
	}
	if operator := p.tokens[max(p.i-1, 0)]; p.i > 0 && precedence[operator.Kind] > 0 && operator.End == p.end {
		at := p.here()
		if p.tok.Flags&AfterNewline != 0 {
			at = operator.Span
		}
		if !p.suppressed() {
			p.report(codes.SyntaxError, at, "expected an operand after `"+p.lexeme(operator)+"`, found "+p.found())
		}
		return p.nothing()
	}
	p.expected("an expression")
	return p.nothing()
}

// habitNumber reads `.5` as the number that it means.
func (p *parser) habitNumber() (NodeID, bool) {
	next := p.peekToken(1)
	if p.tok.Kind != TokDot || next.Kind != TokInt && next.Kind != TokFloat || next.Flags != 0 {
		return NoNode, false
	}
	at := Span{p.tok.Start, p.tok.Start}
	p.report(codes.SyntaxError, p.tok.Span, habits.LeadingPoint.Message, Replace("insert `0`", at, "0"))
	p.advance()
	id := p.leaf(Float)
	if p.tok.Kind == TokName && p.tok.Flags == 0 {
		p.advance() // the suffix, which is no part of digits after a `.`
	}
	return id, true
}

// local reads `%x` with its tail segments.
func (p *parser) local() NodeID {
	if p.peek() != TokSegment {
		return p.leaf(Local)
	}
	mark, start := p.mark(), p.tok.Start
	p.advance()
	for p.tok.Kind == TokSegment {
		p.push(p.leaf(Segment))
	}
	return p.node(Local, mark, start)
}

// word reads an expression that begins with a name.
func (p *parser) word() NodeID {
	switch p.tok.Word {
	case NoWord:
		if id, ok := p.movedFunction(); ok {
			return id
		}
		if p.returns() || p.habitPrefix() {
			return p.deeper((*parser).expr)
		}
		if id, ok := p.beginEnd(); ok {
			return id
		}
		if p.lexeme(p.tok) == "switch" && p.headsBlock() {
			p.instead("match", habits.MatchForm)
			p.i--
			p.tok = p.tokens[p.i]
			p.pipes = true
			return p.match()
		}
		if word := p.lexeme(p.tok); (word == "lambda" || word == "function") && p.appliesHere() {
			return p.lambda()
		}
		return p.leaf(Name)
	case WordTrue, WordFalse:
		return p.leaf(Bool)
	case WordFn:
		if p.peek() == TokLocal || p.peek() == TokName {
			return p.lambda()
		}
		return p.fn()
	case WordIf:
		return p.ifExpr()
	case WordMatch:
		return p.match()
	case WordLet:
		return p.sequence()
	case WordFreeVar:
		if p.peek() != TokLocal {
			p.expected("a local such as `%x` after `free_var`")
			return p.leaf(BadNode)
		}
		return p.sequence()
	case WordCase:
		if p.casesHere() && !p.quiet {
			return p.cases()
		}
	case WordElse:
		return p.noExpr()
	case WordHole:
		if precedence[p.peek()] > 0 && p.lists > 0 {
			p.report(codes.SyntaxError, p.tok.Span, habits.Function.Message+"; `_` occurs in patterns and types only")
		}
		p.expected("an expression: `_` occurs in patterns and types only")
		return p.leaf(BadNode)
	}
	if p.atClause() || p.atDefinition() {
		return p.noExpr()
	}
	return p.leaf(Name)
}

// returns reports and skips a `return`, which other languages have.
func (p *parser) returns() bool {
	if p.lexeme(p.tok) != "return" {
		return false
	}
	next := p.peekToken(1)
	switch next.Kind {
	case TokLocal, TokGlobal, TokInt, TokFloat, TokName:
	default:
		return false
	}
	if next.Flags&AfterNewline != 0 {
		return false
	}
	p.report(codes.SyntaxError, p.tok.Span, habits.Return.Message,
		Replace(deleteReturn, Span{p.tok.Start, next.Start}, ""))
	p.skip(1)
	p.returned = true
	return true
}

// atDefinition reports whether a `def` stands here, where none can be.
func (p *parser) atDefinition() bool {
	return p.tok.Word == WordDef && p.peek() == TokGlobal
}

// fn reads a function literal.
func (p *parser) fn() NodeID {
	mark, start := p.mark(), p.tok.Start
	outer := p.owner
	p.owner = literal
	p.advance()
	p.signature()
	p.push(p.body("the body", literal))
	p.owner = outer
	return p.node(Fn, mark, start)
}

// body reads a block that must be there, NoNode where it is not.
func (p *parser) body(what, of string) NodeID {
	if p.tok.Kind == TokNewline && p.peek() == TokLBrace {
		p.advance()
	}
	for (p.tok.Kind == TokRParen || p.tok.Kind == TokRBracket) && p.partnerOf(p.i) < 0 && p.peek() == TokLBrace {
		p.surplus("this `" + p.lexeme(p.tok) + "` closes nothing")
	}
	if p.habitBody(what, of) {
		return p.bareBody()
	}
	if p.tok.Kind != TokLBrace {
		if beginsExpr(p) && !p.alreadyReported() {
			reported := len(p.errors)
			p.missing("{", "before "+partOf(what, of))
			id := p.unopenedBody(of)
			if closed := p.tokens[max(0, p.i-1)].Kind == TokRBrace; !closed && len(p.errors) > reported && len(p.errors[reported].Fixes) == 1 {
				fix := &p.errors[reported].Fixes[0]
				fix.Title = "put it in braces"
				fix.Edits[0].NewText = " {"
				fix.Edits = append(fix.Edits, Edit{Span: Span{p.end, p.end}, NewText: " }"})
			}
			if of == "if" && p.tok.Word == WordElse && len(p.errors) == reported+1 {
				p.bareReported = reported + 1
			}
			return id
		}
		p.expected("`{` and " + partOf(what, of))
		return NoNode
	}
	return p.block(what, of)
}

// unopenedBody reads a body without its opening brace: of a function literal in
// an item that lacks no brace, one expression.
func (p *parser) unopenedBody(of string) NodeID {
	if of != literal && !p.bareIf(of) || p.unbalanced() > 0 || p.tok.Flags&AfterNewline != 0 {
		return p.unopened()
	}
	mark, start := p.mark(), p.tok.Start
	p.push(p.deeper((*parser).expr))
	return p.node(Block, mark, start)
}

// unopened reads a block whose opening brace is missing. A closing brace is its
// own only where it has no other half; else both are missing.
func (p *parser) unopened() NodeID {
	mark, start := p.mark(), p.tok.Start
	outer := p.inClause
	p.inClause = false
	if p.enter() {
		p.statements(p.i - 1)
	}
	p.leave()
	p.inClause = outer
	if p.tok.Kind == TokRBrace && p.partnerOf(p.i) < 0 {
		p.advance()
	}
	return p.node(Block, mark, start)
}

// ifExpr reads `if (e) {…} else {…}`.
func (p *parser) ifExpr() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.advance()
	if p.tok.Word == WordLet && !p.quiet {
		return p.deeper(func(p *parser) NodeID { return p.ifLet(mark, start) })
	}
	p.push(p.unbracketed((*parser).operand))
	p.branches++
	p.bareReported = 0
	p.push(p.body("the branch", "if"))
	reported := p.bareReported
	p.bareReported = 0
	p.branches--
	if word := p.lexeme(p.tok); p.tok.Kind == TokName && (word == "elif" || word == "elsif" || word == "elseif") {
		if !p.bare || !p.addBraces(Edit{p.tok.Span, "else if"}) {
			p.report(codes.SyntaxError, p.tok.Span, habits.ElseIf.With(word), Replace("write `else if`", p.tok.Span, "else if").surely())
		}
		p.errorAt = p.i + 1
		p.push(p.elseIf())
		return p.node(If, mark, start)
	}
	if p.tok.Kind == TokSemi && p.peekToken(1).Word == WordElse && p.peekToken(2).Kind != TokFatArrow {
		p.surplus("`else` follows the branch of `if` without `;`")
	}
	if p.tok.Word != WordElse {
		p.push(NoNode)
		return p.node(If, mark, start)
	}
	p.advance()
	if p.tok.Word == WordIf {
		p.push(p.elseIf())
	} else {
		p.bareElse(reported)
	}
	return p.node(If, mark, start)
}

// bareElse reads the branch after `else`; where that of the `if` lacks its braces, as
// the error says that is one less than reported, this one may lack them too.
func (p *parser) bareElse(reported int) {
	from := p.tok.Start
	if reported == 0 || p.tok.Kind == TokLBrace || !beginsExpr(p) || p.tok.Flags&AfterNewline != 0 {
		p.push(p.body("the branch", "else"))
		return
	}
	p.errorAt = p.i
	mark := p.mark()
	p.push(p.deeper((*parser).expr))
	p.push(p.node(Block, mark, from))
	if d := p.lone(reported - 1); d != nil && len(d.Fixes) == 1 {
		d.Fixes[0].Edits = append(d.Fixes[0].Edits, Edit{Span{from, from}, "{ "}, Edit{Span{p.end, p.end}, " }"})
	}
}

// elseIf reads the `if` after `else`: a block of that alone.
func (p *parser) elseIf() NodeID {
	mark, start := p.mark(), p.tok.Start
	if p.enter() {
		p.push(p.ifExpr())
	}
	p.leave()
	return p.node(Block, mark, start)
}
