package syntax

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// definition reads `def @f<a>(%x : T) -> U where … { … }`.
func (p *parser) definition() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.advance()
	return p.definitionRest(mark, start)
}

func (p *parser) definitionRest(mark int, start int32) NodeID {
	p.wordsBeforeName()
	switch p.tok.Kind {
	case TokGlobal:
		p.owner = p.lexeme(p.tok)
		p.push(p.leaf(Global))
		if p.noteAt == p.i {
			p.annotate(p.stack[mark])
		}
	case TokName:
		name := p.lexeme(p.tok)
		p.owner = name
		p.report(codes.SyntaxError, p.tok.Span, "the name of a function begins with `@`",
			Replace("write `@"+name+"`", p.tok.Span, "@"+name))
		p.push(p.leaf(Global))
		p.bare = p.bare || p.indentedHead()
	case TokLocal:
		p.owner = "@" + p.lexeme(p.tok)[1:]
		p.report(codes.SyntaxError, p.tok.Span, "the name of a function begins with `@`, that of a variable with `%`",
			Replace("write `"+p.owner+"`", p.tok.Span, p.owner))
		p.push(p.leaf(Global))
	default:
		p.owner = "def"
		p.expected("a name such as `@f` after `def`")
		p.push(p.nothing())
	}
	return p.definitionTail(mark, start)
}

// indentedHead reports whether the parameters here are followed by a `:` at the end of
// its line: the whole definition is written as in Python, which is reported at its
// name.
func (p *parser) indentedHead() bool {
	if p.tok.Kind != TokLParen || p.quiet {
		return false
	}
	for i := p.partnerOf(p.i); i > 0 && i < min(len(p.tokens)-1, p.i+ahead); i++ {
		if t := p.tokens[i]; t.Kind == TokLBrace || i > p.partnerOf(p.i) && t.Flags&AfterNewline != 0 {
			return false
		} else if t.Kind == TokColon && p.tokens[i+1].Flags&AfterNewline != 0 {
			d := &p.errors[len(p.errors)-1]
			d.Message, d.Fixes = habits.Indented.With("@"+p.owner), nil
			return true
		}
	}
	return false
}

// definitionTail reads what follows the name of a definition.
func (p *parser) definitionTail(mark int, start int32) NodeID {
	p.signature()
	if p.tok.Kind == TokEOF && len(p.errors) > 0 {
		p.push(NoNode)
		return p.node(ItemDef, mark, start)
	}
	if p.tok.Kind == TokAssign && p.peek() == TokLBrace {
		p.surplus("a body follows without `=`")
	}
	p.push(p.body("the body", p.owner))
	p.resumeBody()
	return p.node(ItemDef, mark, start)
}

// resumeBody goes on with a body after the brace that closed it too early.
func (p *parser) resumeBody() {
	body := p.stack[len(p.stack)-1]
	if body == NoNode || !beginsExpr(p) || p.tokens[p.i-1].Kind != TokRBrace {
		return
	}
	brace := p.tokens[p.i-1]
	if len(p.errors) == 0 {
		p.report(codes.SyntaxError, brace.Span, "this `}` closes "+partOf("the body", p.owner)+" too early",
			Replace("delete `}`", brace.Span, ""))
	}
	p.push(p.remainder(p.stack[len(p.stack)-1]))
	p.stack = append(p.stack[:len(p.stack)-2], p.stack[len(p.stack)-1])
}

// remainder makes one Block of a block and the statements after it.
func (p *parser) remainder(block NodeID) NodeID {
	mark := p.mark()
	n := p.nodes[block]
	for _, k := range p.kids[n.kid : n.kid+n.kids] {
		if k != NoNode {
			p.push(k)
		}
	}
	p.nodes[block].kids = 0
	for beginsExpr(p) && p.enter() {
		p.statements(p.i - 1)
		p.leave()
		p.accept(TokRBrace)
	}
	return p.node(Block, mark, n.Span.Start)
}

// signature pushes type parameters, parameters, result type and, for a
// definition, constraints.
func (p *parser) signature() {
	isDef := p.owner != literal
	if isDef && p.atForall() {
		p.push(p.forallParams("def " + p.owner))
	} else {
		p.push(p.typeParams())
	}
	p.push(p.params())
	p.push(p.result())
	if isDef {
		p.push(p.where())
	}
}

// result reads `-> T`, NoNode where there is none.
func (p *parser) result() NodeID {
	switch p.tok.Kind {
	case TokArrow:
		if p.arrowBody() {
			return NoNode // habitBody reports it
		}
		p.advance()
	case TokColon, TokFatArrow:
		if p.endsHead() {
			return NoNode // habitBody reports it
		}
		if d := p.lone(p.headReported - 1); d != nil {
			d.Fixes[0].Edits = append(d.Fixes[0].Edits, Edit{Span{p.end, p.tok.End}, " ->"})
			p.errorAt = p.i
		}
		p.instead("->", "write `->` here: a result type follows `->`, not `"+p.lexeme(p.tok)+"`")
	case TokName:
		if !p.resultAhead() {
			return NoNode
		}
		p.report(codes.SyntaxError, p.here(), "expected `->` before the result type", Replace("insert `->`", Span{p.end, p.end}, " ->"))
	default:
		return NoNode
	}
	p.keepWhere = true
	id := p.typeExpr()
	p.keepWhere = false
	id = p.resultBehind(id)
	if p.noteAt == p.i {
		p.annotate(id)
	}
	return id
}

// resultAhead reports whether the name here, after the parameters of a definition, is a
// type before its body: the `->` is missing.
func (p *parser) resultAhead() bool {
	if p.owner == literal || p.quiet || p.tok.Word != NoWord || p.tok.Flags&AfterNewline != 0 {
		return false
	}
	switch p.peek() {
	case TokLBrace:
		return true
	case TokLBracket:
		to := p.partnerOf(p.i + 1)
		return to >= 0 && p.tokens[to+1].Kind == TokLBrace
	}
	return false
}

// arrowBody reports whether the `->` here precedes the body of a function
// literal, as in Haskell and Java.
func (p *parser) arrowBody() bool {
	next := p.peekToken(1)
	if p.owner != literal || p.quiet || next.Flags&AfterNewline != 0 {
		return false
	}
	switch next.Kind {
	case TokLocal, TokGlobal, TokInt, TokFloat, TokMinus, TokNot:
		return true
	case TokName:
		behind := p.peekToken(2).Kind
		return precedence[behind] > 0 && behind != TokForeign && behind != TokLess
	}
	return false
}

// endsHead reports whether the sign here, which is no `->`, precedes a
// body: no type follows it.
func (p *parser) endsHead() bool {
	next := p.peekToken(1)
	if next.Flags&AfterNewline != 0 {
		return next.Kind != TokName || p.peekToken(2).Kind != TokLBrace
	}
	return p.owner == literal && next.Kind != TokName && next.Kind != TokLParen
}

// params reads `(%x : T, Primitive=1)`, NoNode where there are none.
func (p *parser) params() NodeID {
	if p.tok.Kind != TokLParen {
		p.expected("`(` and the parameters of " + ownerName(p.owner))
		return NoNode
	}
	mark, start := p.mark(), p.tok.Start
	outer := p.openParams
	p.openParams = p.i
	l := p.openList(TokRParen, "the parameter list", p.owner, beginsParam)
	l.attrs = true
	if p.enter() && !p.empty(&l) {
		for {
			p.push(p.param())
			if p.endsParams() || !p.more(&l) {
				break
			}
		}
	}
	p.leave()
	p.openParams = outer
	p.closeList(&l)
	return p.setFlag(p.node(Params, mark, start), FlagTrailing, l.trailing)
}

// beginsParam reports whether a parameter can begin here.
func beginsParam(p *parser) bool {
	return p.tok.Kind == TokLocal || p.tok.Kind == TokName || p.tok.Kind == TokLParen || p.tok.Kind == TokStar
}

// endsParams reports whether what follows the parameters begins here, so that
// their `)` is missing.
func (p *parser) endsParams() bool {
	return p.tok.Kind == TokArrow || p.tok.Kind == TokLBrace
}

// param reads a parameter or an attribute of the function.
func (p *parser) param() NodeID {
	if p.atName() && p.peek() == TokAssign {
		return p.named((*parser).expr)
	}
	p.wordsBefore()
	p.starBefore()
	mark, start := p.mark(), p.tok.Start
	p.push(p.barePattern())
	attrs := p.paramAttributes()
	if p.defaultValue() {
		p.push(NoNode)
	} else if p.tok.Kind == TokAssign {
		p.instead(":", "the type of a parameter follows `:`, not `=`")
		p.push(p.typeExpr())
	} else if p.accept(TokColon) {
		p.secondColon()
		p.push(p.typeBehind(p.typeExpr()))
	} else if p.typeAhead() {
		p.missing(":", "between a parameter and its type")
		p.push(p.typeBehind(p.typeExpr()))
	} else {
		p.push(NoNode)
	}
	p.stack = append(p.stack, attrs...)
	id := p.node(Param, mark, start)
	if p.noteAt == p.i {
		p.annotate(id)
	}
	return id
}

// paramAttributes reads `{virtual_device=…}` after a parameter's name.
func (p *parser) paramAttributes() []NodeID {
	if p.tok.Kind != TokLBrace || !p.peekToken(1).isName() || p.peekToken(2).Kind != TokAssign {
		return nil
	}
	mark := p.mark()
	l := p.openList(TokRBrace, "the attributes of the parameter", "", func(p *parser) bool { return p.tok.Kind == TokName })
	for p.atName() && p.peek() == TokAssign {
		p.push(p.named((*parser).expr))
		if p.tok.Kind == TokComma {
			p.advance()
		}
	}
	p.closeList(&l)
	attrs := append([]NodeID(nil), p.stack[mark:]...)
	p.stack = p.stack[:mark]
	return attrs
}
