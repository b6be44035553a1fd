package syntax

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
		return p.block("this block", "")
	case TokMinus:
		if p.atSign() {
			return p.signed()
		}
	}
	return p.noExpr()
}

// noExpr reports that an expression is missing here.
func (p *parser) noExpr() NodeID {
	p.expected("an expression")
	return p.hole()
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
		return p.leaf(Name)
	case WordTrue, WordFalse:
		return p.leaf(Bool)
	case WordFn:
		return p.fn()
	case WordIf:
		return p.ifExpr()
	case WordMatch:
		return p.match()
	case WordLet:
		return p.sequence()
	case WordFreeVar:
		if p.peek() != TokLocal {
			p.expected("a local such as `%x` behind `free_var`")
			return p.leaf(BadNode)
		}
		return p.sequence()
	case WordElse:
		return p.noExpr()
	case WordHole:
		p.expected("an expression: `_` stands in patterns and types only")
		return p.leaf(BadNode)
	}
	if p.atClause() || p.atDefinition() {
		return p.noExpr()
	}
	return p.leaf(Name)
}

// atDefinition tells whether a `def` stands here, where none can be.
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
	if p.tok.Kind != TokLBrace {
		if beginsExpr(p) && !p.told() {
			p.missing("{", "in front of "+partOf(what, of))
			return p.unopened()
		}
		p.expected("`{` and " + partOf(what, of))
		return NoNode
	}
	return p.block(what, of)
}

// unopened reads a block whose opening brace is missing.
func (p *parser) unopened() NodeID {
	mark, start := p.mark(), p.tok.Start
	outer := p.inClause
	p.inClause = false
	if p.enter() {
		p.statements(p.i - 1)
	}
	p.leave()
	p.inClause = outer
	p.accept(TokRBrace)
	return p.node(Block, mark, start)
}

// ifExpr reads `if (e) {…} else {…}`.
func (p *parser) ifExpr() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.advance()
	p.push(p.operand())
	p.branches++
	p.push(p.body("the branch", "if"))
	p.branches--
	if p.tok.Word != WordElse {
		p.push(NoNode)
		return p.node(If, mark, start)
	}
	p.advance()
	if p.tok.Word == WordIf {
		p.push(p.elseIf())
	} else {
		p.push(p.body("the branch", "else"))
	}
	return p.node(If, mark, start)
}

// elseIf reads an `if` that lacks the braces around it.
func (p *parser) elseIf() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.expected("`{` behind `else`: an `if` there stands in braces")
	if p.enter() {
		p.push(p.ifExpr())
	}
	p.leave()
	return p.node(Block, mark, start)
}
