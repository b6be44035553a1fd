package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// call reads `(…)` behind a callee.
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

// typeArguments makes types of the names of dtypes that TVM prints behind the operands
// of a call, one type for each: `reshape(%x, int32, newshape=[-1])`. A lone dtype behind
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
			return // an operand behind a type
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
		p.foreignArgument()
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

// colonArgument makes the `:` behind an argument's name, as Swift and JavaScript
// have it, the `=` that is meant.
func (p *parser) colonArgument() {
	name, colon := p.tok, p.peekToken(1)
	if next := p.peekToken(2); colon.Kind == TokColon && next.Kind == TokAssign && next.Flags == 0 { // `:=`
		colon.End = next.End
		p.tokens[p.i+1] = name
		p.i++
	}
	p.report(codes.SyntaxError, colon.Span, namedForm(p.lexeme(name)), Replace("write `=`", Span{name.End, colon.End}, "="))
	p.tokens[p.i+1].Kind = TokAssign
}

// named reads `name = value`.
func (p *parser) named(value func(*parser) NodeID) NodeID {
	mark, start := p.mark(), p.tok.Start
	p.push(p.leaf(Name))
	p.advance()
	p.push(value(p))
	return p.node(NamedArg, mark, start)
}

// operand reads an expression in brackets, where a lone `=` can only be meant
// as `==`.
func (p *parser) operand() NodeID {
	left := p.expr()
	if p.tok.Kind != TokAssign {
		return left
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
