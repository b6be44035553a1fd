package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// block reads `{ statements; result }`; what and of name it in messages.
func (p *parser) block(what, of string) NodeID {
	mark, start := p.mark(), p.tok.Start
	outer := p.inClause
	p.inClause = false
	open := p.i
	p.advance()
	if p.enter() {
		p.statements(open)
	}
	p.leave()
	p.inClause = outer
	if !p.accept(TokRBrace) {
		p.unclosed(p.tokens[open], "}", partOf(what, of))
	}
	return p.node(Block, mark, start)
}

// statements reads a block's inside; open is the index of its brace.
func (p *parser) statements(open int) {
	result := false // the last statement can be the block's result
	for {
		p.skipNewlines()
		if p.closesBlock(open) {
			if !result {
				p.noResult()
			}
			return
		}
		before := p.i
		id := p.statement()
		if binding, value := p.valueless(id); binding != NoNode {
			p.push(binding)
			id = value
		}
		p.push(id)
		result = !p.binds(id)
		switch {
		case p.i == before:
			p.skipStatement(open)
		case p.separated(open):
			result = false
		case !p.closesBlock(open):
			p.skipStatement(open)
		}
	}
}

// valueless takes the value from a binding at the end of a block where it begins a line that is no
// further right than that of the binding: its author has yet to write a value, and what was read as
// one is the block's result. It is NoNode for other statements.
func (p *parser) valueless(id NodeID) (binding, value NodeID) {
	n := p.nodes[id]
	if n.Kind != Let || n.kids != 3 || p.quiet || p.alreadyReported() {
		return NoNode, NoNode
	}
	if p.tok.Kind != TokRBrace && (p.tok.Kind != TokNewline || p.peek() != TokRBrace) {
		return NoNode, NoNode
	}
	pattern, annotation, value := p.kids[n.kid], p.kids[n.kid+1], p.kids[n.kid+2]
	from := p.nodes[pattern].Span.End
	if annotation != NoNode {
		from = p.nodes[annotation].Span.End
	}
	sign := strings.IndexByte(p.cut(from, p.start(value)), '=')
	if value == NoNode || p.nodes[value].Kind == BadNode || sign < 0 || p.margin(p.start(value)) > p.margin(n.Span.Start) {
		return NoNode, NoNode
	}
	end := from + int32(sign) + 1
	if blanks := p.cut(end, p.start(value)); !strings.Contains(blanks, "\n") || strings.TrimSpace(blanks) != "" {
		return NoNode, NoNode
	}
	p.report(codes.SyntaxError, Span{n.Span.Start, end}, "this binding has no value: the next line is the result of the block")
	p.nodes[id] = Node{Kind: BadNode, Span: Span{end, end}} // the value that is missing
	kid := int32(len(p.kids))
	p.kids = append(p.kids, pattern, annotation, id)
	return p.add(Node{Kind: Let, Span: Span{n.Span.Start, end}, kid: kid, kids: 3}), value
}

// closesBlock reports whether the block of a brace ends here. In an item that
// lacks a closing brace, it may be missing before what only an outer list
// or match can go on with.
func (p *parser) closesBlock(open int) bool {
	switch p.tok.Kind {
	case TokEOF, TokRBrace:
		return true
	case TokRParen, TokRBracket:
		return p.lists > 0 && p.partnerOf(p.i) < 0 && p.lacking() > 0
	case TokComma:
		return p.lists+p.matches > 0 && p.lacking() > 0
	case TokName:
		if p.atEnd() {
			return true
		}
		if p.tok.Word == WordElse {
			return p.branches > 0 && (p.lacking() > 0 || p.bare)
		}
		return p.matches > 0 && p.tok.Flags&AfterNewline != 0 && p.atClause()
	}
	return false
}

// lacking counts the braces of the item that are never closed and have not
// been reported of.
func (p *parser) lacking() int {
	p.partnerOf(0)
	return p.lack
}

// separated consumes what stands between two statements, true if there is
// something. Brackets that close nothing are skipped here.
func (p *parser) separated(open int) bool {
	for p.tok.Kind == TokRParen || p.tok.Kind == TokRBracket {
		if p.closesBlock(open) {
			return false
		}
		p.surplus("this `" + p.lexeme(p.tok) + "` closes nothing")
	}
	switch {
	case p.tok.Kind == TokSemi, p.tok.Kind == TokNewline:
		p.advance()
		return true
	case p.closesBlock(open):
		return false
	case p.tok.Kind == TokComma && (p.peek() == TokNewline || p.peekToken(1).Flags&AfterNewline != 0):
		p.instead(";", "statements are separated by `;`, not by `,`")
		return true
	case p.tok.Kind == TokComma && p.peekToken(1).isParameter() && p.peekToken(2).Kind == TokAssign && !p.alreadyReported():
		p.instead("; let", habits.BindEach.Message)
		return true
	case p.tok.Kind == TokName && p.lexeme(p.tok) == "and" && p.peekToken(1).isParameter() && p.peekToken(2).Kind == TokAssign && !p.alreadyReported():
		p.instead("; let", habits.BindEach.Message)
		return true
	case p.tok.Kind == TokColon && p.peekToken(1).Flags&AfterNewline != 0 && !p.alreadyReported():
		p.instead(";", "statements are separated by `;`, not by `:`")
		return true
	case p.trailingClosure():
		return p.separated(open)
	case beginsExpr(p):
		p.halfIf()
		if p.errorOnLine() {
			p.errorAt = p.i // what follows a mistake may belong to it
		} else if p.tok.Flags&AfterNewline == 0 || p.unbalanced() == 0 {
			p.missing(";", "between two statements")
		}
		return true
	}
	return false
}

// errorOnLine reports whether the last error is closely before the current token on its line.
func (p *parser) errorOnLine() bool {
	const closely = 200 // bytes, so that many statements on a line are read in linear time
	if len(p.errors) == 0 || p.tok.Flags&AfterNewline != 0 {
		return false
	}
	from := p.errors[len(p.errors)-1].Span.Start
	return from <= p.tok.Start && p.tok.Start-from < closely && !strings.Contains(p.cut(from, p.tok.Start), "\n")
}

// skipStatement skips what no statement can begin with, to the next `;`, line
// or closing brace.
func (p *parser) skipStatement(open int) {
	if p.tok.Kind == TokFatArrow {
		p.report(codes.SyntaxError, p.tok.Span, "`=>` separates a pattern from its clause in a `match`; a function is written `fn(%x) { … }`")
	}
	switch {
	case p.tok.Kind == TokComma && p.thousands():
		at := Span{p.tokens[p.i-1].Start, p.peekToken(1).End}
		text := strings.ReplaceAll(p.cut(at.Start, at.End), ",", "")
		p.report(codes.SyntaxError, at, "the digits of a number are written without spaces: `"+text+"`", Replace("write `"+text+"`", at, text))
	case p.tok.Kind == TokComma:
		p.report(codes.SyntaxError, p.tok.Span, "a sequence is written in brackets: `[1, 2]`; `(1, 2)` is a tuple")
	case p.tok.Kind == TokColon && p.tokens[max(0, p.i-1)].Kind == TokString:
		p.report(codes.SyntaxError, p.tok.Span, "there are no dictionaries: a list of pairs, or a data type with `data`")
	}
	p.expected("a statement")
	for {
		p.skipOne()
		if p.closesBlock(open) || p.tok.Flags&AfterNewline != 0 {
			break
		}
		if p.tok.Kind == TokSemi || p.tok.Kind == TokNewline {
			p.advance()
			break
		}
	}
	p.errorAt = p.i
}

// thousands reports whether the comma here stands in a number, as in `1,000`.
func (p *parser) thousands() bool {
	next := p.peekToken(1)
	return p.i > 0 && p.tokens[p.i-1].Kind == TokInt && p.tok.Flags == 0 && next.Kind == TokInt && next.Flags == 0 && next.End-next.Start == 3
}

func (p *parser) skipNewlines() {
	for p.tok.Kind == TokNewline {
		p.advance()
	}
}

// noResult gives a block that ends with a statement its absent result.
func (p *parser) noResult() {
	p.push(NoNode)
	if p.localDef {
		p.errorAt = p.i
	}
	last := p.tokens[max(0, p.i-1)]
	if p.returned && last.Kind == TokSemi {
		p.endsReturn(last)
		return
	}
	if p.tok.Kind == TokEOF && !p.alreadyReported() && p.lacking() > 0 && p.hidden(0, "}") {
		return
	}
	if p.returnsBehind(last) {
		return
	}
	message := "this block has no result: it must end with an expression"
	if last.Kind == TokSemi && !p.binds(p.stack[max(0, len(p.stack)-2)]) {
		p.report(codes.SyntaxError, last.Span, message, Replace("delete `;`", last.Span, ""))
		return
	}
	p.report(codes.SyntaxError, p.here(), message)
}

// binds reports whether a node can not be a block's result.
func (p *parser) binds(id NodeID) bool {
	switch p.nodes[id].Kind {
	case Let, Graph, FreeVar, Assign:
		return true
	}
	return false
}

// statement reads a binding or an expression.
func (p *parser) statement() NodeID {
	switch {
	case p.tok.Word == WordLet:
		return p.let()
	case p.tok.Word == WordFreeVar && p.peek() == TokLocal:
		return p.freeVar()
	case p.tok.Kind == TokLocal && p.assignsLocal():
		return p.graph()
	case p.tok.Kind == TokSemi:
		if id, ok := p.semicolons(); ok {
			return id
		}
		p.surplus("this `;` ends nothing")
		return p.nothing()
	}
	if id, ok := p.tupleBinding(); ok {
		return id
	}
	if id, ok := p.habitStatement(); ok {
		return id
	}
	left := p.whereBehind(p.expr())
	switch {
	case p.tok.Kind == TokColon && p.pairs(TokAssign):
		return p.habitRest(left, 2, habits.Assign.Message)
	case p.consAhead():
		reported := len(p.errors)
		for left = p.consChain(left); p.consAhead(); left = p.consChain(left) {
			if p.errorAt = p.i; reported < len(p.errors) {
				p.errors[reported].Fixes = nil
			}
		}
		return left
	case p.tok.Kind == TokAssign && p.reversed(0):
		return p.compare(left)
	case p.tok.Kind == TokAssign:
		return p.assign(left)
	}
	return left
}

// assignsLocal reports whether a `=` follows the local here.
func (p *parser) assignsLocal() bool {
	n := 1
	for p.peekToken(n).Kind == TokSegment {
		n++
	}
	return p.peekToken(n).Kind == TokAssign && !p.reversed(n)
}

// reversed reports whether the `=` n tokens ahead begins `=<`, which is meant as
// `<=`.
func (p *parser) reversed(n int) bool {
	next := p.peekToken(n + 1)
	return next.Kind == TokLess && next.Flags&(AfterSpace|AfterNewline) == 0
}

// compare reads `=< e` after an expression as `<= e`.
func (p *parser) compare(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	at := Span{p.tok.Start, p.peekToken(1).End}
	p.report(codes.SyntaxError, at, habits.AtMost.Message, Replace("write `<=`", at, "<="))
	p.push(left)
	p.advance()
	p.push(p.operator())
	p.nodes[p.stack[len(p.stack)-1]].Data = int32(TokLessEq)
	p.errorAt = p.i
	p.push(p.expr())
	return p.node(Binary, mark, start)
}

// sequence reads statements outside of braces. They are a Block unless there
// is but one expression.
func (p *parser) sequence() NodeID {
	mark, start := p.mark(), p.tok.Start
	for {
		p.skipNewlines()
		if p.mark() > mark && !beginsExpr(p) {
			p.noResult()
			return p.node(Block, mark, start)
		}
		id := p.statement()
		if p.tok.Kind != TokSemi && p.tok.Kind != TokNewline {
			if p.binds(id) && beginsExpr(p) {
				p.missing(";", "after a binding")
			} else if p.mark() == mark && !p.binds(id) {
				return id
			} else {
				p.push(id)
				if p.binds(id) {
					p.noResult()
				}
				return p.node(Block, mark, start)
			}
		} else if p.endsClause() {
			p.semicolonsBetween("clauses are separated by `,`")
			if p.mark() == mark && !p.binds(id) {
				return id
			}
			p.push(id)
			return p.node(Block, mark, start)
		} else {
			p.advance()
		}
		p.push(id)
	}
}

// endsClause reports whether the `;` here follows a clause `P => e`: another
// pattern with its arrow follows.
func (p *parser) endsClause() bool {
	if p.inClause && p.tok.Kind == TokSemi && p.peek() == TokRBrace {
		return len(p.errors) > 0 && p.errors[len(p.errors)-1].Message == "clauses are separated by `,`"
	}
	if !p.inClause || p.tok.Kind != TokSemi || p.peek() != TokName {
		return false
	}
	n := 2
	if p.peekToken(2).Kind == TokLParen {
		n = max(2, p.partnerOf(p.i+2)-p.i+1)
	}
	return p.peekToken(n).Kind == TokFatArrow
}
