package syntax

import "github.com/fraccheck/fraccheck/internal/codes"

// beginsPattern reports whether a pattern can begin at the current token.
func beginsPattern(p *parser) bool {
	switch p.tok.Kind {
	case TokLocal, TokName, TokInt, TokFloat, TokString, TokLParen:
		return true
	}
	return p.atSign()
}

// pattern reads a pattern; typed ones may carry `: T`.
func (p *parser) pattern(typed bool) NodeID {
	id := p.barePattern()
	if p.noteAt == p.i {
		p.annotate(id)
	}
	if p.tok.Kind == TokColon && p.restAhead() {
		return p.consPattern(id)
	}
	if !typed || p.tok.Kind != TokColon || p.peek() == TokLBrace || p.givesValue() {
		return id
	}
	return p.typedPattern(id)
}

// restAhead reports whether the `:` here stands inside parentheses before a variable,
// as in Haskell's `(%x:%rest)`.
func (p *parser) restAhead() bool {
	behind := p.peekToken(2).Kind
	return !p.quiet && p.peek() == TokLocal && (behind == TokRParen || behind == TokColon)
}

// givesValue reports `P: e`, which other languages write for a clause: after the `:` here
// begins an expression. A number is one unless a pattern ends after it; types are read
// from numbers, too.
func (p *parser) givesValue() bool {
	next := p.peek()
	if p.quiet || next != TokInt {
		return !p.quiet && valueAhead[next]
	}
	end := p.peekToken(2).Kind
	return !patternEnds[end] && !(end == TokComma && p.inPatterns > 0)
}

// patternEnds are the tokens after a pattern.
var patternEnds = [tokenKinds]bool{TokFatArrow: true, TokLBrace: true, TokRParen: true}

// typedPattern reads `: T` after a pattern.
func (p *parser) typedPattern(id NodeID) NodeID {
	if p.pairs(TokColon) {
		return p.consPattern(id)
	}
	mark, start := p.mark(), p.start(id)
	p.push(id)
	p.push(p.annotation())
	return p.node(PatTyped, mark, start)
}

func (p *parser) barePattern() NodeID {
	switch p.tok.Kind {
	case TokLocal:
		if p.peek() == TokLParen && p.peekToken(1).Flags == 0 && !p.quiet && isCapital(p.lexeme(p.tok)[1:]) {
			return p.appliedVariable()
		}
		return p.patternLeaf(PatVar)
	case TokName:
		return p.namePattern()
	case TokInt, TokMinus:
		if p.tok.Kind == TokInt || p.atSign() && p.peek() == TokInt {
			return p.literalPattern()
		}
		if p.atSign() {
			p.expected("a pattern: only integers and booleans can be matched")
			p.advance()
			return p.leaf(BadNode)
		}
	case TokLParen:
		return p.tuplePattern()
	case TokFloat, TokString:
		p.expected("a pattern: only integers and booleans can be matched")
		return p.leaf(BadNode)
	case TokLBracket:
		return p.bracketPattern()
	case TokGlobal:
		p.expected("a pattern: write `%` before a variable")
		return p.leaf(BadNode)
	}
	p.expected("a pattern")
	return p.nothing()
}

// appliedVariable reads `%Some(…)`, a constructor with the sign of a variable.
func (p *parser) appliedVariable() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.report(codes.SyntaxError, p.tok.Span, "a constructor is written without `%`", Replace("delete `%`", Span{start, start + 1}, ""))
	p.leaf(Name)
	p.push(p.tuplePattern())
	return p.node(BadNode, mark, start)
}

// patternLeaf reads a variable with its tail segments as one name.
func (p *parser) patternLeaf(kind Kind) NodeID {
	id := p.leaf(kind)
	for p.tok.Kind == TokSegment {
		p.advance()
	}
	p.nodes[id].Span.End = p.end
	return id
}

// literalPattern reads `3`, `-3`, `True`.
func (p *parser) literalPattern() NodeID {
	mark, start := p.mark(), p.tok.Start
	switch p.tok.Kind {
	case TokMinus:
		p.push(p.signed())
	case TokInt:
		p.push(p.leaf(Int))
	default:
		p.push(p.leaf(Bool))
	}
	return p.node(PatLit, mark, start)
}

// namePattern reads `_`, `True`, `x`, `Nil` or `Cons(p, q)`.
func (p *parser) namePattern() NodeID {
	switch p.tok.Word {
	case WordHole:
		return p.leaf(PatWild)
	case WordTrue, WordFalse:
		return p.literalPattern()
	}
	if p.tok.Word == WordElse {
		text := "_"
		if p.peek() == TokLBrace && p.tokens[max(0, p.i-1)].Word != WordCase {
			text = "_ =>"
		}
		p.instead(text, "`_` matches whatever the clauses in front leave")
		return p.nothing()
	}
	if !p.atName() {
		p.expected("a pattern")
		return p.leaf(BadNode)
	}
	if p.peek() != TokLParen {
		return p.leaf(PatName)
	}
	mark, start := p.mark(), p.tok.Start
	name := p.lexeme(p.tok)
	p.push(p.leaf(Name))
	l := p.openList(TokRParen, "the fields", name, beginsPattern)
	p.patterns(&l)
	return p.setFlag(p.node(PatCons, mark, start), FlagTrailing, l.trailing)
}

// patterns reads the elements of a list of patterns and its end.
func (p *parser) patterns(l *list) {
	p.inPatterns++
	if p.enter() && !p.empty(l) {
		for {
			p.push(p.pattern(true))
			if !p.more(l) {
				break
			}
		}
	}
	p.inPatterns--
	p.leave()
	p.closeList(l)
}

// tuplePattern reads `(p)`, `(p,)`, `(p, q)`, `()`.
func (p *parser) tuplePattern() NodeID {
	mark, start := p.mark(), p.tok.Start
	l := p.openList(TokRParen, "the tuple pattern", "", beginsPattern)
	p.patterns(&l)
	if p.mark() == mark+1 && !l.trailing {
		return p.node(PatParen, mark, start)
	}
	return p.setFlag(p.node(PatTuple, mark, start), FlagTrailing, l.trailing)
}
