package syntax

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// dataType reads `data N<a> { … }`.
func (p *parser) dataType() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.advance()
	return p.dataRest(mark, start)
}

// dataRest reads what follows `data`.
func (p *parser) dataRest(mark int, start int32) NodeID {
	name := p.typeHead()
	if params := p.sumParams(); params != NoNode {
		p.stack[len(p.stack)-1] = params
	}
	p.surplusAssign()
	if p.tok.Kind == TokAssign {
		p.sum(start, name)
		return p.setFlag(p.node(ItemData, mark, start), FlagData, true)
	}
	if p.tok.Kind == TokName {
		p.missing("{", "before the constructors of `"+name+"`")
		p.constructorRow(name)
		p.accept(TokRBrace)
		return p.setFlag(p.node(ItemData, mark, start), FlagData, true)
	}
	if p.tok.Kind != TokLBrace {
		p.expected("`{` and the constructors of `" + name + "`")
		return p.setFlag(p.node(ItemData, mark, start), FlagData, true)
	}
	p.constructors(name)
	return p.setFlag(p.node(ItemData, mark, start), FlagData, true)
}

// typeItem reads `type N {…}`, `type N = T` or `type N`.
func (p *parser) typeItem() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.advance()
	p.paramInFront()
	if p.atName() && p.peek() == TokAssign && p.errorAt != p.i+1 {
		return p.alias(mark, start)
	}
	name := p.typeHead()
	p.surplusAssign()
	switch p.tok.Kind {
	case TokLBrace:
		p.constructors(name)
		return p.node(ItemData, mark, start)
	case TokAssign:
		if p.atSum() {
			p.sum(start, name)
			return p.node(ItemData, mark, start)
		}
		p.advance()
		p.push(p.typeExpr())
		return p.node(ItemAlias, mark, start)
	case TokColon:
		p.instead("=", "a type is named with `=`: `type N = T`")
		p.push(p.typeExpr())
		return p.node(ItemAlias, mark, start)
	case TokName:
		if p.peek() == TokLBracket && p.tok.Flags&AfterNewline == 0 && !p.quiet && p.errorAt != p.i {
			p.missing("=", "between a name and the type that it stands for")
			p.push(p.typeExpr())
			return p.node(ItemAlias, mark, start)
		}
	}
	return p.node(ItemOpaque, mark, start)
}

// paramInFront skips the type parameter before a type's name, as OCaml writes it.
func (p *parser) paramInFront() {
	text := p.lexeme(p.tok)
	if p.tok.Kind != TokName || text[0] != '\'' || p.peek() != TokName || len(p.errors) == 0 {
		return
	}
	if d := &p.errors[0]; d.Span == p.tok.Span {
		p.frontParam = text[1:]
		d.Message = habits.AngleBehind.With(p.lexeme(p.peekToken(1)), text[1:])
	}
	p.advance()
	p.errorAt = p.i + 1 // the `=` is a part of the same mistake
}

// extern reads `extern type N`.
func (p *parser) extern() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.advance()
	p.advance()
	p.typeHead()
	return p.setFlag(p.node(ItemOpaque, mark, start), FlagExtern, true)
}

// alias reads `N = T`.
func (p *parser) alias(mark int, start int32) NodeID {
	name := p.lexeme(p.tok)
	p.push(p.leaf(Name))
	p.push(NoNode)
	if p.recordAhead() {
		return p.record(mark, start)
	}
	p.surplusAssign()
	if p.tok.Kind == TokLBrace {
		p.constructors(name)
		return p.node(ItemData, mark, start)
	}
	if p.atSum() {
		p.sum(start, name)
		return p.node(ItemData, mark, start)
	}
	p.advance()
	p.push(p.typeExpr())
	return p.node(ItemAlias, mark, start)
}

// surplusAssign reports the `=` between the head of a type and the braces around
// its constructors.
func (p *parser) surplusAssign() {
	if p.tok.Kind == TokAssign && p.peek() == TokLBrace {
		p.surplus("the constructors of a type follow without `=`")
	}
}

// typeHead pushes a type's name and its parameters; it gives the name for
// messages.
func (p *parser) typeHead() string {
	if !p.atName() {
		p.expected("the name of the type")
		p.push(p.nothing())
		p.push(NoNode)
		return "type"
	}
	name := p.lexeme(p.tok)
	p.push(p.leaf(Name))
	if params, ok := p.roundParams(name); ok {
		p.push(params)
	} else {
		p.push(p.typeParams())
	}
	return name
}

// constructors reads `{ C : (T) -> N  D(T), }`.
func (p *parser) constructors(name string) {
	open := p.tok
	p.advance()
	p.constructorRow(name)
	if !p.accept(TokRBrace) {
		p.unclosed(open, "}", "the type `"+name+"`")
	}
}

// constructorRow reads constructors up to the brace that ends them.
func (p *parser) constructorRow(name string) {
	for p.tok.Kind != TokRBrace && p.tok.Kind != TokEOF {
		if p.atName() {
			p.push(p.constructor())
			p.constructorEnd()
			continue
		}
		if p.tok.Kind == TokLBrace {
			p.report(codes.SyntaxError, p.tok.Span, habits.FieldBraces.Message)
		}
		p.expected("a constructor of `" + name + "`")
		for p.tok.Kind != TokRBrace && p.tok.Kind != TokEOF {
			p.skipOne()
			if p.tok.Kind == TokName && p.tok.Flags&AfterNewline != 0 {
				break
			}
		}
		p.errorAt = p.i
	}
}

// constructorEnd consumes what may separate constructors.
func (p *parser) constructorEnd() {
	for (p.tok.Kind == TokRParen || p.tok.Kind == TokRBracket) && p.partnerOf(p.i) < 0 {
		p.surplus("this `" + p.lexeme(p.tok) + "` closes nothing")
	}
	if p.tok.Kind == TokSemi {
		p.semicolonsBetween("constructors are separated by `,`")
		return
	}
	p.accept(TokComma)
}

// semicolonsBetween reports the `;` here in place of a `,`, of all in a row at
// once.
func (p *parser) semicolonsBetween(message string) { p.insteadEach(",", message) }

// insteadEach reports that text should stand in place of the current token; where the
// last error says the same of another token, it is reported there.
func (p *parser) insteadEach(text, message string) {
	if n := len(p.errors); n > 0 && p.errors[n-1].Message == message && len(p.errors[n-1].Fixes) > 0 {
		fix := &p.errors[n-1].Fixes[0]
		fix.Edits = append(fix.Edits, Edit{p.tok.Span, text})
		p.errorAt = p.i
	}
	p.instead(text, message)
}

// constructor reads `C`, `C(T, U)`, `C : (T, U)` or `C : (T, U) -> N`.
func (p *parser) constructor() NodeID {
	mark, start := p.mark(), p.tok.Start
	name := p.lexeme(p.tok)
	p.push(p.leaf(Name))
	switch p.tok.Kind {
	case TokLParen:
		p.push(p.fieldTypes("the fields", name))
	case TokColon:
		p.advance()
		p.push(p.colonFields(name))
	default:
		p.wordOf(name)
		p.push(p.habitFields())
	}
	p.push(p.result())
	return p.node(Constructor, mark, start)
}

// colonFields reads the fields after `C :`.
func (p *parser) colonFields(name string) NodeID {
	if p.tok.Kind == TokLParen {
		return p.fieldTypes("the fields", name)
	}
	if p.tok.Kind == TokColon {
		p.reportHabit(p.tok.Span, habits.ConstructorType.With(name))
		p.skip(1)
		return p.restOfLine()
	}
	p.expected("`(` and the fields of `" + name + "`")
	mark, start := p.mark(), p.tok.Start
	if p.tok.Kind == TokName {
		p.errorAt = p.i
		p.push(p.plainType())
	}
	p.errorAt = p.i
	return p.node(TypeTuple, mark, start)
}

// restOfLine skips what is left of a constructor's line.
func (p *parser) restOfLine() NodeID {
	mark, start := p.mark(), p.tok.Start
	for p.tok.Kind != TokEOF && p.tok.Kind != TokRBrace && p.tok.Flags&AfterNewline == 0 {
		p.skipOne()
	}
	p.errorAt = p.i
	return p.node(TypeTuple, mark, start)
}

// declaration reads `@f : T`.
func (p *parser) declaration() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.push(p.leaf(Global))
	p.advance()
	p.secondColon()
	p.push(p.typeExpr())
	return p.node(ItemDecl, mark, start)
}

// importItem reads `import "lib.frac"`.
func (p *parser) importItem() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.advance()
	if p.tok.Kind == TokString {
		p.push(p.leaf(String))
	} else {
		p.expected("the path of a file in quotes")
		p.push(p.nothing())
	}
	p.accept(TokSemi)
	return p.node(ItemImport, mark, start)
}

// assertion reads `assert equiv(T, U)` and `assert !equiv(T, U)`.
func (p *parser) assertion() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.advance()
	not := p.accept(TokNot)
	if p.tok.Kind == TokName && p.lexeme(p.tok) == "equiv" {
		p.advance()
	} else {
		p.expected("`equiv`")
	}
	if p.tok.Kind == TokLParen {
		p.equivArgs()
	} else {
		p.expected("`(` and two types")
	}
	for p.mark() < mark+2 {
		p.push(p.nothing())
	}
	return p.setFlag(p.node(ItemAssert, mark, start), FlagNot, not)
}

func (p *parser) equivArgs() {
	mark := p.mark()
	l := p.openList(TokRParen, "the types of `equiv`", "", beginsType)
	p.typeArgs(&l)
	n := p.mark() - mark
	if n != 2 && len(p.errors) == 0 {
		p.report(codes.SyntaxError, p.here(), "`equiv` compares two types")
	}
	p.stack = p.stack[:mark+min(n, 2)]
}
