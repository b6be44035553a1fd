package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// clausesForm is what is said of clauses as ML writes them.
const clausesForm = "the clauses of a `match` are written in braces, with commas in between: `match (…) { P => e, Q => e }`"

// foreignClauses reads the clauses behind `match e with`, false where braces
// follow, so that nothing else is wrong.
func (p *parser) foreignClauses() bool {
	if p.peek() == TokLBrace {
		p.surplus("the clauses of a `match` follow without `" + p.lexeme(p.tok) + "`")
		return false
	}
	p.report(codes.SyntaxError, p.tok.Span, clausesForm)
	p.pipes, p.unbraced = true, p.unbraced+1
	p.advance()
	p.errorAt = p.i
	outer := p.inClause
	p.matches++
	for p.unbracedClause() {
		before := p.i
		p.push(p.deeper((*parser).clause))
		if next := p.peekToken(1); p.tok.Kind == TokComma && next.Flags&AfterNewline != 0 && next.Kind != TokRParen && next.Kind != TokRBracket {
			p.advance()
		}
		if p.i == before {
			break
		}
	}
	p.unbraced--
	p.matches--
	p.inClause = outer
	p.errorAt = p.i
	return true
}

// unbracedClause goes to the next clause of a match without braces: behind a `|`
// or on a new line, which holds an arrow or begins with `case`.
func (p *parser) unbracedClause() bool {
	if p.tok.Kind == TokNewline || p.atPipe() {
		for p.tok.Kind == TokNewline || p.atPipe() {
			p.advance()
		}
		p.errorAt = p.i
		return beginsPattern(p)
	}
	return beginsPattern(p) && (p.errorAt == p.i || p.tok.Flags&AfterNewline != 0)
}

// casesHere reports whether `case e of`, as Haskell has it, stands here.
func (p *parser) casesHere() bool {
	if p.tok.Word != WordCase {
		return false
	}
	for i := p.i + 1; i < min(len(p.tokens), p.i+ahead) && p.tokens[i].Flags&AfterNewline == 0; i++ {
		if t := p.tokens[i]; t.Kind == TokName && p.lexeme(t) == "of" {
			return true
		}
	}
	return false
}

// cases reads `case e of …`.
func (p *parser) cases() NodeID {
	p.report(codes.SyntaxError, p.tok.Span, "a choice between constructors is written `match (…) { P => e, Q => e }`")
	p.pipes, p.unbraced = true, p.unbraced+1
	id := p.match()
	p.unbraced--
	return id
}

// foreignClause reads what other languages have behind a clause's pattern in
// place of the arrow, and the body; false where nothing of these stands here.
func (p *parser) foreignClause(pattern Span) bool {
	switch word := p.lexeme(p.tok); {
	case p.tok.Kind == TokForeign && word == "|":
		p.report(codes.SyntaxError, p.tok.Span, "a pattern has no alternatives: write a clause for each")
	case p.nodes[p.stack[len(p.stack)-1]].Kind == PatName && p.tok.Flags&AfterNewline == 0 && (p.tok.Kind == TokLocal || p.tok.Kind == TokName):
		p.fieldsBehind(pattern)
	default:
		return false
	}
	p.push(p.hole())
	p.skipArm()
	return true
}

// fieldsBehind reports `Cons %x %rest` in a pattern.
func (p *parser) fieldsBehind(name Span) {
	var fields []string
	end := p.end
	for n := 0; n < ahead; n++ {
		next := p.peekToken(n)
		if next.Kind != TokLocal && next.Kind != TokName {
			break
		}
		fields, end = append(fields, p.lexeme(next)), next.End
	}
	text := p.cut(name.Start, name.End) + "(" + strings.Join(fields, ", ") + ")"
	p.report(codes.SyntaxError, p.tok.Span, "the fields of a constructor are written in parentheses: `"+text+"`",
		Replace("write `"+text+"`", Span{name.Start, end}, text))
}

// bareClause reports whether the `:` here stands in place of a clause's braces, as
// in Python: no arrow and no brace follows in the clause.
func (p *parser) bareClause() bool {
	return p.tok.Kind == TokColon && p.bareClauseAt(p.i)
}

// bareClauseAt reports it of the `:` at an index.
func (p *parser) bareClauseAt(colon int) bool {
	for i := colon + 1; i < min(len(p.tokens), colon+ahead); i++ {
		switch t := p.tokens[i]; {
		case t.Kind == TokLBrace, t.Kind == TokFatArrow:
			return false
		case t.Kind == TokRBrace, t.Kind == TokEOF, t.Word == WordCase:
			return true
		}
	}
	return true
}

// atDefault reports whether the last clause of a `switch` stands here: `default:`.
func (p *parser) atDefault() bool {
	word := p.lexeme(p.tok)
	return p.tok.Kind == TokName && p.peek() == TokColon && !p.quiet && (word == "default" || word == "otherwise") && (p.peekToken(2).Kind == TokLBrace || p.bareClauseAt(p.i+1))
}

// defaultClause reads `default: e`.
func (p *parser) defaultClause() NodeID {
	mark, start := p.mark(), p.tok.Start
	at := Span{start, p.peekToken(1).End}
	if p.pipes {
		p.errorAt = p.i
	}
	p.tell(at, "the clause for all other values is written `_ => …`", Replace("write `_ =>`", at, "_ =>"))
	p.push(p.leaf(PatWild))
	p.advance()
	p.errorAt = p.i
	p.push(p.arm())
	p.errorAt = p.i
	return p.node(Clause, mark, start)
}

// atPipe reports whether a `|` stands here, as ML has it in front of clauses.
func (p *parser) atPipe() bool { return p.tok.Kind == TokForeign && p.lexeme(p.tok) == "|" }

// skipPipe reports the first `|` in front of a clause and skips each.
func (p *parser) skipPipe() {
	if !p.pipes {
		p.report(codes.SyntaxError, p.tok.Span, "clauses are separated by `,`, without `|`")
	}
	p.pipes = true
	p.advance()
	p.errorAt = p.i
}

// qualified reports the type and the `::` in front of a constructor and skips
// them. The current token is the first `:`.
func (p *parser) qualified(name Span) {
	text := p.lexeme(p.peekToken(2))
	p.report(codes.SyntaxError, Span{name.Start, p.peekToken(2).End}, "a constructor is written without its type: `"+text+"`",
		Replace("write `"+text+"`", Span{name.Start, p.peekToken(2).End}, text))
	p.advance()
	p.advance()
	p.errorAt = p.i
}

// consPattern reads `%x :: %rest` or `%x : %rest` in a pattern, as ML and Haskell write the
// first element of a list and the others.
func (p *parser) consPattern(first NodeID) NodeID {
	last := p.tok // of the sign
	if p.pairs(TokColon) {
		last = p.peekToken(1)
	}
	if last.Start > p.tok.Start && p.nodes[first].Kind == PatName && p.peekToken(2).Kind == TokName && p.tok.Flags&AfterSpace == 0 {
		p.qualified(p.nodes[first].Span)
		return p.barePattern()
	}
	mark, start := p.mark(), p.start(first)
	p.push(first)
	told := p.tell(Span{p.tok.Start, last.End}, "the first element of a list and the others are matched by `Cons(%x, %rest)`")
	for p.tok.Start <= last.Start {
		p.advance()
	}
	p.errorAt = p.i
	between := p.tok.Start
	p.push(p.deeper(func(p *parser) NodeID { return p.pattern(true) }))
	if d := p.lone(told); d != nil {
		left := p.cut(start, p.nodes[first].Span.End)
		d.Fixes = []Fix{Replace("write `Cons(…)`", Span{start, p.end}, "Cons("+left+", "+p.cut(between, p.end)+")")}
	}
	return p.node(BadNode, mark, start)
}
