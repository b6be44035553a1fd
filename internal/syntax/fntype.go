package syntax

import "github.com/fraccheck/fraccheck/internal/codes"

// fnType reads `fn<a>(T) -> U where …`.
func (p *parser) fnType() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.advance()
	p.push(p.typeParams())
	if p.tok.Kind == TokLParen {
		p.push(p.fieldTypes("the function type", ""))
	} else {
		p.expected("`(` and the types of the parameters")
		p.push(p.hole())
	}
	if p.tok.Kind == TokColon || p.tok.Kind == TokFatArrow {
		p.instead("->", "write `->` here: a result type follows `->`, not `"+p.lexeme(p.tok)+"`")
	} else if !p.accept(TokArrow) {
		p.expected("`->` and the result type")
		p.push(p.hole())
		p.push(NoNode)
		return p.node(TypeFn, mark, start)
	}
	if p.enter() {
		p.push(p.typeExpr())
		if p.keepWhere {
			p.push(NoNode)
		} else {
			p.push(p.where())
		}
	}
	p.leave()
	return p.node(TypeFn, mark, start)
}

// typeParams reads `<a, b>` or `[a, b]`, NoNode where there are none.
func (p *parser) typeParams() NodeID {
	closer := TokGreater
	switch p.tok.Kind {
	case TokLBracket:
		closer = TokRBracket
	case TokLess:
	default:
		return NoNode
	}
	mark, start := p.mark(), p.tok.Start
	open := p.tok
	p.advance()
	for p.atName() {
		p.push(p.typeParam())
		if !p.accept(TokComma) {
			if p.tok.Kind != TokName || p.tok.Flags&AfterNewline != 0 {
				break
			}
			p.missing(",", "between two type parameters")
		}
	}
	p.closeTypeParams(open, closer)
	return p.node(TypeParams, mark, start)
}

// typeParam reads a name and drops the kind behind it.
func (p *parser) typeParam() NodeID {
	id := p.leaf(TypeParam)
	if p.accept(TokColon) {
		nodes, kids := len(p.nodes), len(p.kids)
		p.typeExpr()
		p.nodes, p.kids = p.nodes[:nodes], p.kids[:kids]
	}
	return id
}

// closeTypeParams consumes `>` or `]`. In `type P<a>=T` the two bytes `>=`
// are one token, of which only the first closes.
func (p *parser) closeTypeParams(open Token, closer TokenKind) {
	if closer == TokGreater && p.tok.Kind == TokGreaterEq {
		p.end = p.tok.Start + 1
		p.tok.Kind, p.tok.Start = TokAssign, p.end
		p.tokens[p.i] = p.tok
		return
	}
	if p.accept(closer) {
		return
	}
	if p.tok.Kind != TokLParen && p.tok.Kind != TokLBrace && p.tok.Kind != TokEOF && p.tok.Kind != TokAssign {
		p.expected("`" + closer.String() + "` to close the type parameters")
		for p.tok.Kind != closer && !isOpener[p.tok.Kind] && !isCloser[p.tok.Kind] &&
			p.tok.Kind != TokEOF && p.tok.Flags&AfterNewline == 0 {
			p.advance()
		}
		p.accept(closer)
		p.errorAt = p.i
		return
	}
	p.unclosed(open, closer.String(), "the type parameters")
}

// where reads `where add(a, b) = c, …`, NoNode where there is none.
func (p *parser) where() NodeID {
	if p.tok.Word != WordWhere {
		return NoNode
	}
	p.keepWhere = false
	mark, start := p.mark(), p.tok.Start
	p.advance()
	for {
		p.push(p.constraint())
		if p.tok.Kind != TokComma || !p.constraintFollows() {
			return p.node(Where, mark, start)
		}
		p.advance()
	}
}

// constraintFollows distinguishes a constraint behind a comma from the next element
// of the list that the type stands in.
func (p *parser) constraintFollows() bool {
	if p.peek() != TokName || p.peekToken(2).Kind != TokLParen {
		return false
	}
	to := p.partnerOf(p.i + 2)
	return to >= 0 && p.tokens[to+1].Kind == TokAssign
}

// restOfWhere skips to the body.
func (p *parser) restOfWhere() {
	for p.tok.Kind != TokLBrace && p.tok.Kind != TokEOF && p.tok.Flags&AfterNewline == 0 {
		p.skipOne()
	}
	p.errorAt = p.i
}

// constraint reads `add(a, b) = c`.
func (p *parser) constraint() NodeID {
	mark, start := p.mark(), p.tok.Start
	if p.atName() && p.peek() == TokLParen {
		p.push(p.typeName())
	} else {
		if p.atName() && p.peek() == TokColon {
			p.report(codes.SyntaxError, p.tok.Span, "a `where` names the operators that a type needs: `where add(a, a) = a`")
			p.restOfWhere()
		}
		p.expected("a constraint such as `add(a, b) = c`")
		p.push(p.hole())
	}
	if p.errorAt == p.i && p.tok.Kind == TokLBrace {
		p.push(p.hole())
		return p.node(Constraint, mark, start)
	}
	switch {
	case p.tok.Kind == TokEq:
		p.instead("=", "write `=` between the two sides of a constraint")
	case !p.accept(TokAssign):
		p.expected("`=` and the result of the constraint")
		p.push(p.hole())
		return p.node(Constraint, mark, start)
	}
	p.push(p.dimension(1))
	return p.node(Constraint, mark, start)
}
