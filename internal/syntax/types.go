package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// beginsType reports whether a type or a dimension can begin here.
func beginsType(p *parser) bool {
	switch p.tok.Kind {
	case TokName:
		return p.atName() && p.tok.Word != WordWhere || p.tok.Word == WordFn || p.tok.Word == WordHole
	case TokLParen, TokLBracket, TokQuestion, TokMeta, TokInt, TokMinus:
		return true
	case TokForeign:
		return p.lexeme(p.tok) == "&"
	}
	return false
}

// typeExpr reads a type.
func (p *parser) typeExpr() NodeID {
	id := p.plainType()
	if p.tok.Kind == TokArrow {
		return p.arrowType(id)
	}
	return id
}

func (p *parser) plainType() NodeID {
	switch p.tok.Kind {
	case TokName:
		if p.atForall() {
			mark, start := p.mark(), p.tok.Start
			p.push(p.forallParams("fn"))
			p.push(p.deeper((*parser).typeExpr))
			return p.node(BadNode, mark, start)
		}
		if p.tok.Word == WordHole {
			return p.leaf(TypeHole)
		}
		if p.tok.Word == WordFn {
			return p.fnType()
		}
		if !p.atName() {
			p.expected("a type")
			return p.nothing()
		}
		return p.typeName()
	case TokLParen:
		return p.typeTuple("the tuple type", "")
	case TokLBracket:
		return p.typeList()
	case TokQuestion:
		return p.leaf(TypeAny)
	case TokMeta:
		return p.leaf(TypeMeta)
	case TokInt:
		return p.leaf(Int)
	case TokForeign:
		if p.lexeme(p.tok) == "&" && !p.quiet {
			return p.borrowedType()
		}
	case TokStar, TokColon:
		if next := p.peek(); (next == TokComma || isCloser[next]) && p.lists > 0 && !p.quiet {
			p.reportHabit(p.tok.Span, habits.AnyExtent.Message, Replace("write `?`", p.tok.Span, "?"))
			id := p.leaf(TypeAny)
			p.errorAt = p.i
			return id
		}
	case TokLocal:
		p.expected("a type: types have no `%`")
		return p.leaf(BadNode)
	}
	p.expected("a type")
	return p.nothing()
}

// typeName reads `T`, `T[…]` or `T(…)`. A line may end before the bracket: where
// that ends the item or the binding, the splitter or the newline filter has said so.
func (p *parser) typeName() NodeID {
	what := p.lexeme(p.tok)
	name := p.leaf(TypeName)
	switch {
	case p.tok.Kind == TokLBracket:
		return p.secondBracket(p.typeCall(name, TokRBracket, what), what)
	case p.tok.Kind == TokLParen:
		return p.setFlag(p.typeCall(name, TokRParen, what), FlagParen, true)
	case p.tok.Kind == TokLess && p.tok.Flags == 0 && !p.quiet && p.closesAngle():
		return p.angleCall(name, what)
	}
	return name
}

// secondBracket reads `[3]` after `float32[2]`, as C writes the extents of an array.
func (p *parser) secondBracket(left NodeID, what string) NodeID {
	if p.tok.Kind != TokLBracket || p.tok.Flags != 0 || p.quiet || habits.Scalar(what) == "" {
		return left
	}
	mark, start := p.mark(), p.start(left)
	extents := []string{p.cut(start+int32(len(what))+1, p.end-1)}
	for p.tok.Kind == TokLBracket && p.tok.Flags == 0 && p.partnerOf(p.i) > 0 {
		from := p.tok.End
		p.skipOne()
		extents = append(extents, p.cut(from, p.end-1))
	}
	text := "Tensor[(" + strings.Join(extents, ", ") + "), " + habits.Scalar(what) + "]"
	p.i-- // where the extents end
	p.reportHabit(Span{start, p.end}, habits.Shape.With(text), Replace("write `"+text+"`", Span{start, p.end}, text))
	p.i++
	return p.node(BadNode, mark, start)
}

// typeCall reads the arguments of a type.
func (p *parser) typeCall(name NodeID, closer TokenKind, what string) NodeID {
	mark, start := p.mark(), p.start(name)
	p.push(name)
	l := p.openList(closer, "the arguments", what, beginsType)
	p.typeArgs(&l)
	return p.setFlag(p.node(TypeCall, mark, start), FlagTrailing, l.trailing)
}

// typeArgs reads the elements of a list of types and its end.
func (p *parser) typeArgs(l *list) {
	outer := p.keepWhere
	p.keepWhere = false
	if p.enter() && !p.empty(l) {
		for {
			p.push(p.typeArg())
			if !p.more(l) {
				break
			}
		}
	}
	p.leave()
	p.keepWhere = outer
	p.closeList(l)
}

// typeArg reads a type, a dimension, or `name = value`.
func (p *parser) typeArg() NodeID {
	switch {
	case p.atName() && p.peek() == TokAssign:
		return p.named((*parser).typeValue)
	case p.tok.Kind == TokString || p.tok.Kind == TokFloat:
		return p.typeValue()
	}
	p.fieldName()
	return p.dimension(1)
}

// typeValue reads the value of a type's named argument.
func (p *parser) typeValue() NodeID {
	switch p.tok.Kind {
	case TokString:
		return p.leaf(String)
	case TokFloat:
		return p.leaf(Float)
	}
	return p.dimension(1)
}

// dimensionPrecedence is that of the arithmetic on dimensions.
var dimensionPrecedence = [tokenKinds]uint8{
	TokPlus: 1, TokMinus: 1, TokStar: 2, TokSlash: 2, TokCaret: 3,
}

// dimension reads a type or arithmetic on dimensions, in brackets.
func (p *parser) dimension(least uint8) NodeID {
	left := p.signedDimension()
	for {
		strength := dimensionPrecedence[p.tok.Kind]
		if strength < least || strength == 0 {
			return left
		}
		mark, start := p.mark(), p.start(left)
		p.push(left)
		for dimensionPrecedence[p.tok.Kind] == strength {
			p.push(p.operator())
			p.push(p.dimension(strength + 1))
		}
		left = p.node(Binary, mark, start)
	}
}

func (p *parser) signedDimension() NodeID {
	if p.tok.Kind != TokMinus {
		return p.typeExpr()
	}
	if p.peek() == TokInt {
		return p.signed()
	}
	mark, start := p.mark(), p.tok.Start
	for p.tok.Kind == TokMinus && p.peek() != TokInt {
		p.push(p.operator())
	}
	if p.tok.Kind == TokMinus {
		p.push(p.signed())
	} else {
		p.push(p.typeExpr())
	}
	return p.node(Unary, mark, start)
}

// typeTuple reads `()`, `(T)`, `(T,)`, `(T, U)`; shapes too.
func (p *parser) typeTuple(what, of string) NodeID {
	mark, start := p.mark(), p.tok.Start
	l := p.openList(TokRParen, what, of, beginsType)
	p.typeArgs(&l)
	if p.mark() == mark+1 && !l.trailing {
		return p.node(TypeParen, mark, start)
	}
	return p.setFlag(p.node(TypeTuple, mark, start), FlagTrailing, l.trailing)
}

// fieldTypes reads types in parentheses, always as a TypeTuple.
func (p *parser) fieldTypes(what, of string) NodeID {
	id := p.typeTuple(what, of)
	if p.nodes[id].Kind == TypeParen {
		p.nodes[id].Kind = TypeTuple
	}
	return id
}

// listedTypes reads what stands in the brackets of a typeList.
func (p *parser) listedTypes(l *list, open Token, mark int) {
	outer := p.keepWhere
	p.keepWhere = false
	for {
		p.push(p.typeArg())
		p.repeatedType(open, mark)
		if !p.more(l) {
			break
		}
	}
	p.keepWhere = outer
}

// typeList reads `[3, n]`.
func (p *parser) typeList() NodeID {
	mark, start := p.mark(), p.tok.Start
	open := p.tok
	l := p.openList(TokRBracket, "the shape", "", beginsType)
	if p.enter() && !p.empty(&l) {
		p.listedTypes(&l, open, mark)
	}
	p.leave()
	p.closeList(&l)
	return p.setFlag(p.node(TypeList, mark, start), FlagTrailing, l.trailing)
}

// fnType reads `fn<a>(T) -> U where …`.
func (p *parser) fnType() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.advance()
	p.push(p.typeParams())
	if p.tok.Kind == TokLParen {
		p.push(p.fieldTypes("the function type", ""))
	} else {
		p.expected("`(` and the types of the parameters")
		p.push(p.nothing())
	}
	if p.tok.Kind == TokColon || p.tok.Kind == TokFatArrow {
		p.instead("->", "write `->` here: a result type follows `->`, not `"+p.lexeme(p.tok)+"`")
	} else if !p.accept(TokArrow) {
		p.expected("`->` and the result type")
		p.push(p.nothing())
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

// typeParam reads a name and drops the kind after it.
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

// constraintFollows distinguishes a constraint after a comma from the next element
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
		p.push(p.nothing())
	}
	if p.errorAt == p.i && p.tok.Kind == TokLBrace {
		p.push(p.nothing())
		return p.node(Constraint, mark, start)
	}
	switch {
	case p.tok.Kind == TokEq:
		p.instead("=", "write `=` between the two sides of a constraint")
	case !p.accept(TokAssign):
		p.expected("`=` and the result of the constraint")
		p.push(p.nothing())
		return p.node(Constraint, mark, start)
	}
	p.push(p.dimension(1))
	return p.node(Constraint, mark, start)
}
