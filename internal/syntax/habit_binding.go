package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// Bindings as other languages write them: without `let`, of several variables at
// once, in a condition, after the expression that uses them.

// namedBinding reads `var x = e`, `int x = e` and `x = e`, whose variable has no
// `%`, as the `let` that is meant; false where none of these stands here.
func (p *parser) namedBinding() (NodeID, bool) {
	if p.tok.Word != NoWord || p.quiet || p.alreadyReported() {
		return NoNode, false
	}
	word, next := p.lexeme(p.tok), p.peekToken(1)
	if next.Kind == TokAssign && !p.reversed(1) {
		at := Span{p.tok.Start, p.tok.Start}
		p.reportHabit(p.tok.Span, habits.Bind.With(word), Replace("insert `let`", at, "let "))
		return p.bound(p.mark(), p.tok.Start), true
	}
	if next.Kind != TokName || next.Word != NoWord || next.Flags&AfterNewline != 0 || habits.IsInner(word) || word == "return" {
		return NoNode, false
	}
	if third := p.peekToken(2).Kind; third != TokAssign && !(third == TokColon && habits.Has("binder", word)) {
		return NoNode, false
	}
	message := habits.BindWord.Message
	if !habits.Has("binder", word) {
		message = habits.BindTyped.With(word, p.lexeme(next))
	}
	p.reportHabit(p.tok.Span, message, Replace("write `let`", p.tok.Span, "let"))
	start := p.tok.Start
	p.advance()
	return p.bound(p.mark(), start), true
}

// typedBinding reads `final int32 %x = e`, `const auto %x = e` and `Tensor[(3),
// float32] %x = e`, false where none of these stands here.
func (p *parser) typedBinding() (NodeID, bool) {
	n, word := 1, p.lexeme(p.tok)
	next := p.peekToken(1)
	switch {
	case p.tok.Word != NoWord || next.Flags&AfterNewline != 0:
		return NoNode, false
	case next.Kind == TokLBracket:
		n = p.partnerOf(p.i+1) - p.i + 1
	case next.Kind == TokName && next.Word == NoWord && (habits.Has("binder", word) || habits.Has("modifier", word) || word == "final"):
		n = 2
	default:
		return NoNode, false
	}
	if n < 2 || p.peekToken(n).Kind != TokLocal || p.peekToken(n).Flags&AfterNewline != 0 || p.peekToken(n+1).Kind != TokAssign {
		return NoNode, false
	}
	start, variable := p.tok.Start, p.lexeme(p.peekToken(n))
	from := start
	if n == 2 {
		from = next.Start
	}
	at := Span{start, p.peekToken(n - 1).End}
	text := "let " + variable
	if typ := p.cut(from, at.End); typ != "auto" {
		text += ": " + typ
	}
	p.reportHabit(at, habits.BindType.With(text), Replace("write `"+text+"`", Span{start, p.peekToken(n).End}, text))
	for range n {
		p.advance()
	}
	return p.bound(p.mark(), start), true
}

// bound reads a pattern, `: T` and `= e`, of a binding that was reported.
func (p *parser) bound(mark int, start int32) NodeID {
	p.errorAt = p.i
	p.push(p.pattern(false))
	p.push(p.annotation())
	p.push(p.value("of the binding"))
	p.endsBinding()
	return p.node(Let, mark, start)
}

// endsBinding says nothing of the `;` that a binding lacks which the newline
// filter could not know to be one.
func (p *parser) endsBinding() {
	if p.tok.Flags&AfterNewline != 0 {
		p.errorAt = p.i
	}
}

// bareTuple reads `, %b` after the first variable of a `let`, NoNode where it
// does not stand here.
func (p *parser) bareTuple(first NodeID, start int32, fix string) NodeID {
	if p.tok.Kind != TokComma || p.quiet || !p.variablesAhead(0) {
		return NoNode
	}
	mark := p.mark()
	p.push(first)
	reported := p.reportHabit(Span{start, p.tok.End}, habits.BindTuple.Message)
	for p.accept(TokComma) {
		p.push(p.pattern(false))
	}
	if d := p.lone(reported); d != nil {
		at := Span{start, p.end}
		d.Span, d.Fixes = at, []Fix{Replace("write `let (…)`", at, fix+"("+p.cut(start, p.end)+")")}
	}
	p.errorAt = p.i
	return p.node(PatTuple, mark, start)
}

// variablesAhead reports whether variables with commas before them stand n
// tokens ahead, and `=` after them.
func (p *parser) variablesAhead(n int) bool {
	from := n
	for ; n < ahead && p.peekToken(n).Kind == TokComma; n += 2 {
		if next := p.peekToken(n + 1); next.Kind != TokLocal && !next.isName() {
			return false
		}
	}
	return n > from && p.peekToken(n).Kind == TokAssign
}

// bindsBrackets reports whether a pattern in brackets and `=` stand here.
func (p *parser) bindsBrackets() bool {
	if p.tok.Kind != TokLParen && p.tok.Kind != TokLBracket || p.quiet || p.alreadyReported() {
		return false
	}
	to := p.partnerOf(p.i)
	if to < p.i+2 || p.tokens[to+1].Kind != TokAssign || p.reversed(to+1-p.i) {
		return false
	}
	for _, t := range p.tokens[p.i+1 : min(to, p.i+ahead)] {
		if !t.isParameter() && t.Kind != TokComma && t.Word != WordHole && bracketClasses[t.Kind] == noBracket {
			return false
		}
	}
	return true
}

// tupleBinding reads `%a, %b = e`, false where it does not stand here.
func (p *parser) tupleBinding() (NodeID, bool) {
	if p.bindsBrackets() {
		start := p.tok.Start
		p.reportHabit(p.tok.Span, habits.BindBrackets.Message, Replace("insert `let`", Span{start, start}, "let "))
		return p.bound(p.mark(), start), true
	}
	if p.tok.Kind != TokLocal && !p.tok.isName() || p.peek() != TokComma || p.quiet || p.alreadyReported() || !p.variablesAhead(1) {
		return NoNode, false
	}
	mark, start := p.mark(), p.tok.Start
	first := p.pattern(false)
	p.push(p.bareTuple(first, start, "let "))
	p.push(NoNode)
	p.push(p.value("of the binding"))
	p.endsBinding()
	return p.node(Let, mark, start), true
}

// ifLet reads `let P = e { … } else { … }` after `if`, as Rust and Swift have it.
// The result has no type; the fix writes the match that is meant.
func (p *parser) ifLet(mark int, start int32) NodeID {
	reported := p.reportHabit(Span{start, p.tok.End}, habits.IfLet.Message)
	p.skip(1)
	pattern := p.textOf(func(p *parser) NodeID { return p.pattern(false) })
	if p.tok.Kind == TokAssign {
		p.advance()
	}
	p.errorAt = p.i
	value := p.textOf((*parser).expr)
	then := p.textOf(func(p *parser) NodeID { return p.body("the branch", "if") })
	other := ""
	if p.tok.Word == WordElse {
		p.advance()
		if p.tok.Word == WordIf {
			p.push(p.elseIf())
		} else {
			other = p.textOf(func(p *parser) NodeID { return p.body("the branch", "else") })
		}
	}
	if d := p.lone(reported); d != nil && pattern != "" && value != "" && then != "" && other != "" {
		text := "match (" + value + ") { " + pattern + " => " + then + ", _ => " + other + " }"
		d.Fixes = []Fix{Replace("write `match`", Span{start, p.end}, text)}
	}
	return p.node(BadNode, mark, start)
}

// textOf reads a part of a node and gives its text.
func (p *parser) textOf(read func(*parser) NodeID) string {
	from := p.tok.Start
	p.push(read(p))
	return p.cut(from, p.end)
}

// whereBehind reads `where %y = e` after a block's result, as Haskell has it; what
// it binds is of no use there, so the result has no type.
func (p *parser) whereBehind(result NodeID) NodeID {
	next := p.peekToken(1)
	if p.tok.Word != WordWhere || p.quiet || next.Kind != TokLocal && next.Kind != TokName || p.peekToken(2).Kind != TokAssign {
		return result
	}
	mark, start := p.mark(), p.start(result)
	p.reportHabit(p.tok.Span, habits.Where.With("", p.lexeme(next)))
	p.skipBlock()
	return p.node(BadNode, mark, start)
}

// habitPipe reads `%x |> @f |> @g`. Where each stage is a name, the fix writes
// the calls.
func (p *parser) habitPipe(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	p.push(left)
	reported := p.reportHabit(Span{p.tok.Start, p.peekToken(1).End}, habits.Pipe.Message)
	text := p.cut(start, p.nodes[left].Span.End)
	named := true
	var stages []string
	for p.tok.Kind == TokForeign && p.lexeme(p.tok) == "|" && p.pairs(TokGreater) {
		p.skip(2)
		if !beginsExpr(p) {
			named = false
			break
		}
		stage := p.deeper(func(p *parser) NodeID { return p.infix(p.unary(), 1) })
		p.push(stage)
		kind := p.nodes[stage].Kind
		named = named && (kind == Global || kind == Name || kind == Local)
		stages = append(stages, p.cut(p.start(stage), p.nodes[stage].Span.End))
		p.errorAt = p.i
	}
	if d := p.lone(reported); d != nil && named && len(stages) > 0 {
		call := strings.Repeat(")", len(stages))
		opening := ""
		for _, stage := range stages {
			opening = stage + "(" + opening
		}
		d.Fixes = []Fix{Replace("write calls", Span{start, p.end}, opening+text+call)}
	}
	return p.node(BadNode, mark, start)
}
