package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// precedence of the infix operators; 0 for everything else. A sign of another
// language becomes a TokForeign, which binds as multiplication does.
var precedence = [tokenKinds]uint8{
	TokOr: 1, TokAnd: 2, TokEq: 3, TokNotEq: 3,
	TokLess: 4, TokLessEq: 4, TokGreater: 4, TokGreaterEq: 4,
	TokPlus: 5, TokMinus: 5, TokStar: 6, TokSlash: 6, TokForeign: 6,
}

// Precedence is how strongly an infix operator binds, from 1; 0 of other tokens.
func Precedence(k TokenKind) int { return int(precedence[k]) }

// beginsExpr reports whether an expression can begin at the current token.
func beginsExpr(p *parser) bool {
	switch p.tok.Kind {
	case TokLocal, TokGlobal, TokInt, TokFloat, TokString, TokMeta, TokQuestion,
		TokLParen, TokLBracket, TokLBrace, TokMinus, TokNot:
		return true
	case TokName:
		return p.tok.Word != WordElse && !p.atClause() && !p.atDefinition()
	}
	return false
}

// expr reads one expression.
func (p *parser) expr() NodeID {
	left := p.infix(p.unary(), 1)
	if beginsHabitTail[p.tok.Kind] {
		return p.habitTail(left)
	}
	return left
}

// infix reads the operators after left that bind at least as strongly as
// least: precedence climbing (M. Richards and C. Whitby-Strevens, BCPL, 1979). A
// chain of one precedence becomes one flat node.
func (p *parser) infix(left NodeID, least uint8) NodeID {
	for {
		if infixHabits[p.tok.Kind] {
			p.habitInfix()
		}
		strength := precedence[p.tok.Kind]
		if strength < least || strength == 0 || p.endsOperand() {
			return left
		}
		mark, start := p.mark(), p.start(left)
		p.push(left)
		for precedence[p.tok.Kind] == strength && !p.endsOperand() {
			sign := p.atHabitSign()
			p.infixAt = p.i
			p.push(p.operator())
			right := p.unary()
			p.habitCall(sign, start)
			if precedence[p.tok.Kind] > strength {
				right = p.infix(right, strength+1)
			}
			p.push(right)
		}
		left = p.node(Binary, mark, start)
	}
}

// endsOperand reports whether the sign here does not go on with the expression in
// front of it: it begins the next clause, or is a foreign one that habitInfix
// has not reported.
func (p *parser) endsOperand() bool {
	return p.atMinusClause() || p.tok.Kind == TokForeign && !p.alreadyReported()
}

// unary reads prefix operators and their operand. A minus before a
// number is the number's sign; of several the last one is.
func (p *parser) unary() NodeID {
	if p.tok.Kind == TokName && p.tok.Word == NoWord {
		p.notWord()
	}
	if p.tok.Kind != TokMinus && p.tok.Kind != TokNot || p.atSign() {
		return p.postfix(p.primary())
	}
	mark, start := p.mark(), p.tok.Start
	for (p.tok.Kind == TokMinus || p.tok.Kind == TokNot) && !p.atSign() {
		p.push(p.operator())
	}
	p.push(p.postfix(p.primary()))
	return p.node(Unary, mark, start)
}

// atSign reports whether the current token is the sign of a number.
func (p *parser) atSign() bool {
	next := p.peek()
	return p.tok.Kind == TokMinus && (next == TokInt || next == TokFloat)
}

// signed reads a number with its sign.
func (p *parser) signed() NodeID {
	start := p.tok.Start
	p.advance()
	kind := Int
	if p.tok.Kind == TokFloat {
		kind = Float
	}
	id := p.leaf(kind)
	p.nodes[id].Span.Start = start
	p.nodes[id].Flags = FlagNegative
	return id
}

// postfix reads calls, indices and projections after an expression.
func (p *parser) postfix(left NodeID) NodeID {
	for {
		if p.noteAt == p.i {
			p.annotate(left)
		}
		switch p.tok.Kind {
		case TokLParen:
			if p.atClause() {
				return left
			}
			left = p.call(left)
		case TokLBracket:
			left = p.index(left)
		case TokDot:
			left = p.project(left)
		default:
			if p.castsAhead(left) {
				return p.cast(left)
			}
			if p.atMacro(left) {
				return p.macro(left)
			}
			if p.juxtaposed(left) {
				return p.juxtaposition(left)
			}
			return left
		}
	}
}

// index reads `[e]` after an expression.
func (p *parser) index(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	p.push(left)
	outer, opening := p.inClause, p.tok
	p.inClause = false
	kind := Index
	l := p.openList(TokRBracket, "the index", "", beginsExpr)
	if p.enter() {
		p.newAxis(&l)
		if p.tok.Kind != TokColon && !(p.tok.Kind == TokRBracket && p.alreadyReported()) {
			p.push(p.expr())
		}
		if p.tok.Kind == TokColon || p.tok.Kind == TokSegment {
			p.habitSlice(&l)
			kind = BadNode
		}
		if p.tok.Kind == TokComma {
			kind = BadNode
			if name := p.nodes[left]; name.Kind == Name && opening.Flags&AfterSpace != 0 {
				p.report(codes.SyntaxError, name.Span, habits.Named.With(p.cut(name.Span.Start, name.Span.End)), Replace("write `=`", Span{name.Span.End, opening.Start}, "="))
			} else {
				p.report(codes.SyntaxError, p.tok.Span, "an index is one number: `%x[1][2]` reads an element of an element, `strided_slice` a part of a tensor")
			}
			p.skipInside(&l)
			for p.tok.Kind == TokComma {
				p.advance()
				p.skipInside(&l)
			}
		}
	}
	p.leave()
	p.closeList(&l)
	p.inClause = outer
	return p.node(kind, mark, start)
}

// project reads `.0` after an expression.
func (p *parser) project(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	p.push(left)
	p.advance()
	field := int32(-1)
	switch {
	case p.tok.Kind == TokInt:
		field = fieldNumber(p.lexeme(p.tok))
		p.advance()
	case p.tok.Kind == TokName && p.tok.Flags&AfterSpace == 0 && p.nodes[left].Kind == Global:
		at := Span{p.nodes[left].Span.Start, p.nodes[left].Span.Start + 1}
		message, fixes := "a name with a dot is an operator's, and those have no `@`", []Fix{Replace("delete `@`", at, "")}
		if start == p.tokens[0].Start && p.depth == 0 {
			message, fixes = habits.Decorator.Message, nil
		}
		p.report(codes.SyntaxError, Span{at.Start, p.tok.End}, message, fixes...)
		p.advance()
	case p.tok.Kind == TokName && p.tok.Flags&AfterSpace == 0:
		p.method(left)
	case p.tok.Kind == TokDot && p.tok.Flags&AfterSpace == 0:
		p.rangeDots()
	case p.tok.Kind == TokGlobal && p.nodes[left].Kind == Global:
		f, g := p.text[start:p.nodes[left].Span.End], p.lexeme(p.tok)
		text := "@compose(" + f + ", " + g + ")"
		p.reportHabit(Span{start, p.tok.End}, "functions are composed by `"+text+"`", Replace("write `@compose(…)`", Span{start, p.tok.End}, text))
		p.push(p.leaf(Global))
		p.errorAt = p.i
		return p.node(BadNode, mark, start)
	case p.tok.Kind == TokLBracket && p.tok.Flags == 0:
		p.report(codes.SyntaxError, Span{p.end - 1, p.tok.Start}, "an element is read by `%xs[0]`, a part of a tuple by `%p.0`", Replace("delete `.`", Span{p.end - 1, p.tok.Start}, ""))
		p.skipOne()
		p.errorAt = p.i
		return p.node(BadNode, mark, start)
	case p.nodes[left].Kind == Int:
		at := Span{p.end, p.end}
		p.report(codes.SyntaxError, Span{p.end - 1, p.end}, "a number does not end with `.`: `"+p.text[start:p.end]+"0`", Replace("insert `0`", at, "0"))
		p.errorAt = p.i
		return p.node(BadNode, mark, start)
	case p.nodes[left].Kind == Name:
		p.report(codes.SyntaxError, Span{start, p.end}, "expected the rest of a name after `"+p.cut(start, p.end)+"`")
		return p.node(BadNode, mark, start)
	case p.tok.Flags&AfterNewline != 0:
		p.report(codes.SyntaxError, Span{p.end - 1, p.end}, "expected a number after `.`, found "+p.found())
	default:
		p.expected("a number after `.`")
	}
	id := p.node(Project, mark, start)
	p.nodes[id].Data = field
	return id
}

// fieldNumber reads a field's digits, -1 if the number is too large.
func fieldNumber(digits string) int32 {
	n := int64(0)
	for _, d := range []byte(digits) {
		if n = n*10 + int64(d-'0'); n > 1<<31-1 {
			return -1
		}
	}
	return int32(n)
}

// call reads `(…)` after a callee.
func (p *parser) call(callee NodeID) NodeID {
	mark, start := p.mark(), p.start(callee)
	p.push(callee)
	outer := p.inClause
	p.inClause = false
	l := p.openList(TokRParen, "the argument list", "", beginsExpr)
	l.attrs = true
	if p.enter() && !p.empty(&l) {
		for {
			p.push(p.argument())
			if !p.more(&l) {
				break
			}
		}
	}
	p.leave()
	p.closeList(&l)
	p.inClause = outer
	p.typeArguments(p.stack[min(mark+1, len(p.stack)):])
	return p.node(Call, mark, start)
}

// typeArguments makes types of the names of dtypes that TVM prints after the operands
// of a call, one type for each: `reshape(%x, int32, newshape=[-1])`. A lone dtype after
// one operand, as in `cast(%x, int32)`, is a mistake.
func (p *parser) typeArguments(args []NodeID) {
	operands, typesOf, sure := 0, 0, false
	for _, a := range args {
		switch n := p.nodes[a]; {
		case n.Kind == NamedArg:
			sure = true
		case n.Kind >= TypeName:
			typesOf, sure = typesOf+1, true
		case p.namesDtype(n):
			typesOf++
		case typesOf > 0:
			return // an operand after a type
		default:
			operands++
		}
	}
	if typesOf == 0 || typesOf != operands || operands == 1 && !sure {
		return
	}
	for _, a := range args {
		if p.namesDtype(p.nodes[a]) {
			p.nodes[a].Kind = TypeName
		}
	}
}

// namesDtype reports whether a node is the bare name of a dtype.
func (p *parser) namesDtype(n Node) bool {
	return n.Kind == Name && IsDtypeName(p.text[n.Span.Start:n.Span.End])
}

// IsDtypeName reports whether a name is written as that of a dtype: `int64`, `float16`,
// `bool`, `uint8x4`, `custom[posit]16`.
func IsDtypeName(name string) bool {
	if strings.HasPrefix(name, "custom[") || name == "bool" {
		return true
	}
	word := strings.TrimRight(name, "0123456789x")
	return len(word) < len(name) && (word == "int" || word == "uint" || word == "float" || word == "bfloat")
}

// printsType reports whether a type stands here that TVM prints among the arguments of
// a call: `Tensor[(3), int8]`, or a tuple that begins with one.
func (p *parser) printsType() bool {
	n := 0
	for p.peekToken(n).Kind == TokLParen {
		n++
	}
	t := p.peekToken(n)
	return t.Kind == TokName && p.lexeme(t) == "Tensor" && p.peekToken(n+1).Kind == TokLBracket && p.peekToken(n+2).Kind == TokLParen
}

// argument reads an expression, `name = value` or a printed type.
func (p *parser) argument() NodeID {
	if p.printsType() {
		return p.typeExpr()
	}
	if !p.quiet {
		p.habitArgument()
	}
	if p.arrowNames() && !p.quiet {
		p.colonArgument()
		return p.named((*parser).expr)
	}
	if p.atName() && p.peek() == TokAssign {
		return p.named((*parser).expr)
	}
	if p.atName() && p.peek() == TokColon && p.peekToken(2).Kind != TokColon && !p.quiet && p.tok.Word == NoWord {
		p.colonArgument()
		return p.named((*parser).expr)
	}
	return p.operand()
}

// colonArgument makes the `:` after an argument's name, as Swift and JavaScript
// have it, the `=` that is meant.
func (p *parser) colonArgument() {
	name, colon := p.tok, p.peekToken(1)
	if next := p.peekToken(2); colon.Kind == TokColon && next.Kind == TokAssign && next.Flags == 0 { // `:=`
		colon.End = next.End
		p.tokens[p.i+1] = name
		p.i++
	}
	p.report(codes.SyntaxError, colon.Span, habits.Named.With(p.lexeme(name)), Replace("write `=`", Span{name.End, colon.End}, "="))
	p.tokens[p.i+1].Kind = TokAssign
}

// named reads `name = value`.
func (p *parser) named(value func(*parser) NodeID) NodeID {
	mark, start := p.mark(), p.tok.Start
	p.push(p.leaf(Name))
	p.advance()
	if assign := p.tokens[p.i-1]; isCloser[p.tok.Kind] || p.tok.Kind == TokComma {
		if !p.suppressed() {
			p.report(codes.SyntaxError, Span{start, assign.End}, "expected a value after `"+p.cut(start, assign.End)+"`")
		}
		p.push(p.nothing())
	} else {
		p.push(value(p))
	}
	return p.node(NamedArg, mark, start)
}

// operand reads an expression in brackets, where a lone `=` can only be meant
// as `==`.
func (p *parser) operand() NodeID {
	left := p.expr()
	if p.tok.Kind != TokAssign {
		return left
	}
	if p.reversed(0) {
		return p.compare(left)
	}
	mark, start := p.mark(), p.start(left)
	p.push(left)
	p.push(p.operator())
	p.i--
	p.report(codes.SyntaxError, p.tokens[p.i].Span, "write `==` to compare: `=` gives a named argument its value",
		Replace("write `==`", p.tokens[p.i].Span, "=="))
	p.i++
	p.nodes[p.stack[len(p.stack)-1]].Data = int32(TokEq)
	p.push(p.expr())
	return p.node(Binary, mark, start)
}

// paren reads `()`, `(e)`, `(e,)`, `(a, b)` and `(let …; e)`.
func (p *parser) paren() NodeID {
	if id, ok := p.parenComment(); ok {
		return id
	}
	if id, ok := p.typedArrow(); ok {
		return id
	}
	mark, start := p.mark(), p.tok.Start
	outer := p.inClause
	p.inClause = false
	kind := Tuple
	l := p.openList(TokRParen, "the parentheses", "", beginsExpr)
	l.unnamed = true
	if p.enter() && !p.empty(&l) {
		kind = p.parenthesized(&l)
	}
	p.leave()
	p.closeList(&l)
	p.inClause = outer
	return p.setFlag(p.node(kind, mark, start), FlagTrailing, l.trailing)
}

// parenthesized reads what stands in parentheses and says what they make.
func (p *parser) parenthesized(l *list) Kind {
	if p.partnerOf(l.open) >= 0 && !p.comparesLocal() {
		p.push(p.sequence())
	} else {
		p.push(p.operand())
	}
	if !p.more(l) {
		if l.trailing {
			return Tuple
		}
		return Paren
	}
	for {
		p.push(p.operand())
		if !p.more(l) {
			return Tuple
		}
	}
}

// comparesLocal reports whether `%x = e` in parentheses is meant as `%x == e`:
// only a numbered variable is bound without `let`.
func (p *parser) comparesLocal() bool {
	return p.peek() == TokAssign && (p.tok.isName() || p.tok.Kind == TokLocal && !p.numbered())
}

// listLiteral reads `[e, e]`.
func (p *parser) listLiteral() NodeID {
	mark, start := p.mark(), p.tok.Start
	outer := p.inClause
	p.inClause = false
	l := p.openList(TokRBracket, "the list", "", beginsExpr)
	l.unnamed = true
	if p.enter() && !p.empty(&l) {
		for {
			p.push(p.operand())
			if !p.more(&l) {
				break
			}
		}
	}
	p.leave()
	p.closeList(&l)
	p.inClause = outer
	return p.setFlag(p.node(List, mark, start), FlagTrailing, l.trailing)
}
