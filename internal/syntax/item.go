package syntax

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// item reads the whole item.
func (p *parser) item() NodeID {
	for p.tok.Kind == TokAttribute && attributeName(p.text, p.tok) != "version" {
		p.attrs = append(p.attrs, p.leaf(Attribute))
	}
	start := p.tok.Start
	if p.tok.Kind == TokEOF {
		return p.node(ItemEmpty, p.mark(), p.end)
	}
	id := p.itemBody()
	if p.tok.Kind != TokEOF {
		p.rest()
	}
	p.nodes[id].Span = Span{start, max(start, p.end)}
	return id
}

func (p *parser) itemBody() NodeID {
	switch p.tok.Kind {
	case TokVersion, TokAttribute:
		return p.leaf(ItemVersion)
	case TokMetadata:
		return p.leaf(ItemMetadata)
	case TokGlobal:
		if p.peek() == TokAssign && p.lexeme(p.peekToken(2)) == "primfn" {
			return p.primfn()
		}
		if id, ok := p.typeSignature(); ok {
			return id
		}
		if p.peek() == TokColon {
			return p.declaration()
		}
		if id, ok := p.readHabit(habits.Item); ok {
			return id
		}
		if p.lacksDef() {
			at := Span{p.tok.Start, p.tok.Start}
			p.report(codes.SyntaxError, p.tok.Span, "a definition begins with `def`", Replace("insert `def`", at, "def "))
			return p.definitionRest(p.mark(), p.tok.Start)
		}
	case TokName:
		if p.lexeme(p.tok) == "primfn" && p.peek() == TokLParen {
			return p.primfn()
		}
		if id, ok := p.habitItem(); ok {
			return id
		}
		if p.peek() == TokAssign && p.atName() {
			return p.alias(p.mark(), p.tok.Start)
		}
		if parse := itemWords[p.tok.Word]; parse != nil && p.headsItem() {
			return parse(p)
		}
		if p.peek() == TokGlobal && p.peekToken(2).Kind == TokLParen && p.tok.Word == NoWord {
			p.instead("def", "a definition begins with `def`")
			return p.definitionRest(p.mark(), p.tok.Start)
		}
	}
	if p.namelessDef() {
		p.report(codes.SyntaxError, Span{p.end, p.tok.End}, "expected the name of the function after `def`, such as `@f`")
		mark, start := p.mark(), p.tok.Start
		p.skipItem()
		return p.node(ItemBad, mark, start)
	}
	return p.topLevel()
}

// lacksDef reports whether `@f(%x: T) -> U {` stands here: no call has a type after an
// argument or a result.
func (p *parser) lacksDef() bool {
	to := p.partnerAt(p.i + 1)
	if p.peek() != TokLParen || to < 0 || p.quiet {
		return false
	}
	behind := p.tokens[to+1]
	typed := p.peekToken(2).Kind == TokLocal && p.peekToken(3).Kind == TokColon
	return behind.Flags&AfterNewline == 0 && (behind.Kind == TokArrow || behind.Kind == TokLBrace && typed)
}

// namelessDef reports whether `def (…)` stands here with a type or a body after it: no
// call of a function whose name is `def`.
func (p *parser) namelessDef() bool {
	if p.tok.Word != WordDef || p.peek() != TokLParen || p.quiet {
		return false
	}
	to := p.partnerOf(p.i + 1)
	return to > 0 && (p.tokens[to+1].Kind == TokArrow || p.tokens[to+1].Kind == TokLBrace)
}

// itemWords are the readers of the items that begin with a word.
var itemWords = [...]func(*parser) NodeID{
	WordDef:    (*parser).definition,
	WordData:   (*parser).dataType,
	WordType:   (*parser).typeItem,
	WordExtern: (*parser).extern,
	WordImport: (*parser).importItem,
	WordAssert: (*parser).assertion,
	WordHole:   nil,
}

// headsItem distinguishes a word that begins an item from a name.
func (p *parser) headsItem() bool {
	next := p.peekToken(1)
	switch p.tok.Word {
	case WordDef:
		return next.Kind == TokGlobal || next.Kind == TokName || next.Kind == TokEOF || next.Kind == TokLocal && p.peekToken(2).Kind == TokLParen
	case WordExtern:
		return next.Word == WordType
	case WordImport:
		return next.Kind == TokString || next.Kind == TokEOF
	case WordAssert:
		return next.Kind == TokNot || next.Kind == TokName && p.lexeme(next) == "equiv"
	}
	return next.Kind == TokName || next.Kind == TokEOF
}

// rest reports what is left behind the end of an item, unless that follows
// from what has been reported.
func (p *parser) rest() {
	span := Span{p.tok.Start, p.tokens[len(p.tokens)-2].End}
	if len(p.errors) == 0 {
		switch {
		case isCloser[p.tok.Kind]:
			p.surplus("this `" + p.lexeme(p.tok) + "` closes nothing")
		case p.tok.Kind == TokSemi && p.pairs(TokSemi):
			at := Span{p.tok.Start, p.peekToken(1).End}
			p.report(codes.SyntaxError, at, habits.DoubledEnd.Message, Replace("delete `;;`", at, ""))
		default:
			p.report(codes.SyntaxError, p.here(), "expected the end of the item, found "+p.found())
		}
	}
	p.i = len(p.tokens) - 1
	p.tok, p.end = p.tokens[p.i], span.End
}

// topLevel reads a top-level expression.
func (p *parser) topLevel() NodeID {
	mark, start := p.mark(), p.tok.Start
	if !beginsExpr(p) {
		return p.badItem()
	}
	body := p.sequence()
	for isCloser[p.tok.Kind] && p.peek() != TokEOF {
		p.surplus("this `" + p.lexeme(p.tok) + "` closes nothing")
	}
	if p.nodes[body].Kind != Block || p.bracedBlock(body) {
		inner := p.mark()
		p.push(body)
		body = p.node(Block, inner, start)
	}
	p.push(body)
	return p.node(ItemExpr, mark, start)
}

// bracedBlock distinguishes `{ … }` from a row of statements without braces.
func (p *parser) bracedBlock(id NodeID) bool {
	return p.text[p.start(id)] == '{' && p.text[p.nodes[id].Span.End-1] == '}' && !p.isRow(id)
}

// isRow reports whether a Block that begins with a brace is a row of statements
// whose first one is a block.
func (p *parser) isRow(id NodeID) bool {
	n := p.nodes[id]
	first := p.kids[n.kid]
	return n.kids > 0 && first != NoNode && p.start(first) == n.Span.Start
}

// badItem reads what begins no item.
func (p *parser) badItem() NodeID {
	mark, start := p.mark(), p.tok.Start
	if id, ok := p.semicolons(); ok {
		p.push(id)
		p.skipItem()
		return p.node(ItemBad, mark, start)
	}
	if p.atHabitComment() || p.tok.Kind == TokSlash && p.peekToken(1).Kind == TokName { // `/ a comment`
		p.reportHabit(p.tok.Span, habits.Comment.Message, Replace("write `#`", p.tok.Span, "#"))
		p.skipItem()
		return p.node(ItemBad, mark, start)
	}
	if isCloser[p.tok.Kind] {
		p.report(codes.SyntaxError, p.tok.Span, "this `"+p.lexeme(p.tok)+"` closes nothing",
			Replace("delete `"+p.lexeme(p.tok)+"`", p.tok.Span, ""))
	} else {
		p.expected("a definition, a type, an import or an expression")
	}
	if p.tok.Kind == TokEq {
		p.skipItem() // a ruled line
		return p.node(ItemBad, mark, start)
	}
	p.advance()
	for p.tok.Kind != TokEOF {
		p.errorAt = p.i
		if beginsExpr(p) {
			p.push(p.expr())
		} else {
			p.advance()
		}
	}
	return p.node(ItemBad, mark, start)
}

// primfn skips a function of TIR, which TVM prints among those of Relay after their
// lowering. One error says so, whatever is in it.
func (p *parser) primfn() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.errors, p.errorAt, p.badTokens = p.errors[:0], -1, 1
	end := p.peekToken(2).End
	if p.tok.Kind == TokName {
		end = p.tok.End
	}
	p.report(codes.SyntaxError, Span{start, end}, "this is a function of TIR, TVM's language of loops, not of Relay: it is left out")
	p.skipItem()
	return p.node(ItemBad, mark, start)
}
