package syntax

import "strings"

// Heads of definitions that begin otherwise than with `def @f`.

// foreignHeads are the words that other languages begin a definition with.
var foreignHeads = map[string]bool{
	"fn": true, "fun": true, "func": true, "function": true, "proc": true, "defn": true, "define": true,
}

// unmarkedHead reads `fn f(…)` and `function f(…)`, whose name lacks its `@` too,
// at the top of a file; false where nothing of these stands here.
func (p *parser) unmarkedHead() (NodeID, bool) {
	next := p.peekToken(1)
	if next.Kind != TokName || p.peekToken(2).Kind != TokLParen || p.quiet || !foreignHeads[p.lexeme(p.tok)] {
		return NoNode, false
	}
	start, at := p.tok.Start, Span{p.tok.Start, next.End}
	text := "def @" + p.lexeme(next)
	p.headTold = p.tell(at, "a definition begins with `def`, the name of a function with `@`: `"+text+"(…)`", Replace("write `"+text+"`", at, text)) + 1
	p.advance()
	mark := p.mark()
	p.owner = p.lexeme(p.tok)
	p.push(p.leaf(Global))
	p.errorAt = p.i
	return p.definitionTail(mark, start), true
}

// typedHead reports `int32 f(int32 x) { … }`, as C has it, and skips the item, of
// which only the name is known.
func (p *parser) typedHead() (NodeID, bool) {
	name, open := p.peekToken(1), p.peekToken(2)
	if p.tok.Word != NoWord || name.Kind != TokName || name.Word != NoWord || open.Kind != TokLParen || p.quiet {
		return NoNode, false
	}
	to := p.partnerOf(p.i + 2)
	if to < 0 || p.tokens[to+1].Kind != TokLBrace {
		return NoNode, false
	}
	return p.headOnly(1, "a definition is written `def @"+p.lexeme(name)+"(…) -> "+p.lexeme(p.tok)+" { … }`, the type of a parameter behind it: `%x: int32`"), true
}

// typeSignature reports `f :: T -> U`, as Haskell has it, and skips it.
func (p *parser) typeSignature() (NodeID, bool) {
	colon := p.peekToken(1)
	if colon.Kind != TokColon || p.quiet || colon.Flags&AfterSpace == 0 && p.tok.Kind == TokName {
		return NoNode, false
	}
	last := colon
	if next := p.peekToken(2); next.Kind == TokColon && next.Flags == 0 {
		last = next
	} else if p.tok.Kind == TokGlobal || !p.arrowAhead(2) {
		return NoNode, false
	}
	mark, start := p.mark(), p.tok.Start
	p.tell(Span{start, last.End}, "the type of a function is written in its definition: `def @"+strings.TrimPrefix(p.lexeme(p.tok), "@")+"(%x: T) -> U { … }`")
	p.skipItem()
	return p.node(ItemBad, mark, start), true
}

// arrowAhead reports whether a type with an arrow stands n tokens ahead on this line, and
// nothing that would make it a definition.
func (p *parser) arrowAhead(n int) bool {
	found := false
	for ; n < ahead; n++ {
		switch t := p.peekToken(n); {
		case t.Kind == TokEOF, t.Flags&AfterNewline != 0:
			return found
		case t.Kind == TokArrow:
			found = true
		case t.Kind == TokAssign, t.Kind == TokLBrace, t.Kind == TokLocal:
			return false
		}
	}
	return false
}

// whereItem reads `where %y = e` behind a definition, as Haskell has it.
func (p *parser) whereItem() (NodeID, bool) {
	if next := p.peekToken(1); p.tok.Word != WordWhere || p.quiet || !next.isParameter() || p.peekToken(2).Kind != TokAssign {
		return NoNode, false
	}
	mark, start := p.mark(), p.tok.Start
	p.tell(p.tok.Span, whereForm(p.lexeme(p.peekToken(1))))
	p.skipItem()
	return p.node(ItemBad, mark, start), true
}

func whereForm(name string) string {
	return "there is no `where` behind an expression: what it uses is bound in front of it, with `let " + name + " = …;`"
}

// headOnly reports an item whose name stands n tokens ahead and skips the rest:
// it is a definition of which nothing else is known.
func (p *parser) headOnly(n int, message string) NodeID {
	mark, start := p.mark(), p.tok.Start
	p.tell(Span{start, p.peekToken(n).End}, message)
	for range n {
		p.advance()
	}
	p.push(p.leaf(Global))
	for range 5 { // type parameters, parameters, result, constraints, body
		p.push(NoNode)
	}
	p.skipItem()
	return p.node(ItemDef, mark, start)
}

// skipItem skips what is left of the item.
func (p *parser) skipItem() {
	p.i = len(p.tokens) - 1
	p.end = p.tokens[max(0, p.i-1)].End
	p.tok = p.tokens[p.i]
	p.errorAt = p.i
}

// wordsBeforeName skips what stands between `def` and the name of the function,
// such as `rec`.
func (p *parser) wordsBeforeName() {
	next := p.peekToken(1)
	if p.tok.Kind != TokName || next.Kind != TokGlobal || next.Flags&AfterNewline != 0 || p.quiet {
		return
	}
	word := p.lexeme(p.tok)
	message := "the name of the function follows `def`, without `" + word + "`"
	if word == "rec" {
		message = "there is no `rec`: every definition may call itself"
	}
	p.tell(p.tok.Span, message, Replace("delete `"+word+"`", Span{p.tok.Start, next.Start}, ""))
	p.advance()
	p.errorAt = p.i
}
