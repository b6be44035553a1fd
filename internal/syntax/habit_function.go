package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// functionArrows are what stands between the parameters and the body of a
// function in other languages.
var functionArrows = [tokenKinds]bool{TokColon: true, TokArrow: true, TokFatArrow: true, TokDot: true}

// habitFunction reads `lambda x: e`, `\x -> e` and `|x| e` where an expression
// begins.
func (p *parser) habitFunction() (NodeID, bool) {
	switch {
	case p.tok.Kind == TokForeign && (p.lexeme(p.tok) == `\` || p.lexeme(p.tok) == "|" || p.lexeme(p.tok) == "λ"):
	case p.tok.Kind == TokOr && p.tok.Flags&AfterNewline == 0: // || e: no parameters
	default:
		return NoNode, false
	}
	return p.lambda(), true
}

// lambda reads a function literal that begins with a sign or a word of another
// language, up to the end of its body.
func (p *parser) lambda() NodeID {
	mark, start := p.mark(), p.tok.Start
	bars := p.lexeme(p.tok) == "|"
	reported := p.reportHabit(p.tok.Span, habits.Function.Message)
	p.advance()
	first := p.tok.Start
	for !p.lambdaArrow(bars) && (p.inLambda() || bars && p.barAhead()) {
		p.advance()
	}
	last := p.end
	if p.lambdaArrow(bars) {
		p.advance()
	}
	p.errorAt = p.i
	return p.lambdaBody(mark, start, Span{min(first, last), last}, reported)
}

// parametersAhead is after how many tokens the parameters that begin n tokens ahead end,
// in parentheses or each by itself, before a `=`; 0 where none stand there.
func (p *parser) parametersAhead(n int) int {
	first := p.peekToken(n)
	if first.Flags&AfterNewline != 0 {
		return 0
	}
	switch {
	case first.Kind == TokLParen:
		to := p.partnerOf(p.i + n)
		if to < 0 {
			return 0
		}
		n = to - p.i + 1
	case first.isParameter():
		for n < ahead && p.peekToken(n).isParameter() {
			n++
		}
	default:
		return 0
	}
	if p.peekToken(n).Kind != TokAssign {
		return 0
	}
	return n
}

// localFunction reads `(%x) = e` and `%x = e` after the name in a `let`, as ML
// and Haskell define a function; false where nothing of these stands here. modifier is a
// word after the `let` that goes.
func (p *parser) localFunction(modifier Span) (NodeID, bool) {
	name := p.nodes[p.stack[len(p.stack)-1]]
	if p.quiet || name.Kind != PatVar && name.Kind != PatName {
		return NoNode, false
	}
	n := p.parametersAhead(0)
	if n == 0 {
		return NoNode, false
	}
	mark, start := p.mark(), p.tok.Start
	params := Span{start, p.peekToken(n - 1).End}
	message := habits.Function.Message
	if p.owner == "" { // before an expression, or on its own
		p.localDef = true
		message = habits.FileFunction.With(strings.TrimPrefix(p.text[name.Span.Start:name.Span.End], "%"))
	}
	reported, bad := p.reportHabit(Span{name.Span.Start, p.end}, message), p.badTokens
	p.skip(n + 1)
	id := p.lambdaBody(mark, start, params, reported)
	if p.owner == "" && p.tok.Kind == TokName && p.lexeme(p.tok) == "and" {
		p.skipItem() // the functions that are defined with it
	}
	if p.owner == "" && reported >= 0 && p.badTokens == bad && p.tok.Kind == TokEOF {
		if len(p.errors) > reported+1 { // the body is of the same language as the head
			p.errors, p.nodes[id].kids = p.errors[:reported+1], 0
		}
	}
	if d := p.lone(reported); d != nil && d.Fixes != nil {
		edit := &d.Fixes[0].Edits[0]
		text := edit.NewText
		edit.NewText = "= " + text
		if modifier.Len() > 0 {
			d.Fixes[0].Edits = append([]Edit{{modifier, ""}}, d.Fixes[0].Edits...)
		}
		if let := p.tokens[0]; p.owner == "" && let.Word == WordLet && p.tok.Kind == TokEOF {
			head := "def @" + strings.TrimPrefix(p.text[name.Span.Start:name.Span.End], "%")
			d.Fixes = []Fix{Replace("write `"+head+"(…) { … }`", Span{let.Start, p.end}, head+strings.TrimPrefix(text, "fn"))}
		}
	}
	return id, true
}

// barAhead reports whether the bar after the parameters follows on this line.
func (p *parser) barAhead() bool { return p.onLine(0, p.spells("|"), TokSemi, TokLBrace) }

// withoutTypes leaves the types out of parameters as other languages write them:
// they may have other names there.
func withoutTypes(params string) string {
	if !strings.Contains(params, ":") || strings.ContainsAny(params, "()[]<>") {
		return params
	}
	names := strings.Split(params, ",")
	for i, name := range names {
		name, _, _ = strings.Cut(name, ":")
		names[i] = strings.TrimSpace(name)
	}
	return strings.Join(names, ", ")
}

// isParameter reports whether a token may be a parameter without parentheses.
func (t Token) isParameter() bool {
	return t.Kind == TokLocal || t.Kind == TokName && t.Word == NoWord
}

// lambdaArrow reports whether the parameters end at the current token.
func (p *parser) lambdaArrow(bars bool) bool {
	if bars {
		return p.tok.Kind == TokForeign && p.lexeme(p.tok) == "|"
	}
	return functionArrows[p.tok.Kind]
}

// inLambda reports whether the parameters can still go on.
func (p *parser) inLambda() bool {
	return (p.tok.Kind == TokLocal || p.tok.Kind == TokName || p.tok.Kind == TokComma || p.tok.Kind == TokLParen || p.tok.Kind == TokRParen && p.partnerOf(p.i) > 0) &&
		p.tok.Flags&AfterNewline == 0
}

// lambdaBody reads the body; the error with index reported gets the fix that writes the
// function as the language does.
func (p *parser) lambdaBody(mark int, start int32, params Span, reported int) NodeID {
	body := p.tok.Start
	braced := p.tok.Kind == TokLBrace
	if beginsExpr(p) {
		p.push(p.deeper((*parser).expr))
	}
	id := p.node(BadNode, mark, start)
	d := p.lone(reported)
	if d == nil || p.end <= body {
		return id
	}
	text := withoutTypes(p.cut(params.Start, params.End))
	if !strings.Contains(text, ",") {
		text = strings.Join(strings.Fields(text), ", ") // `\x y -> e`
	}
	if len(text) < 2 || text[0] != '(' || text[len(text)-1] != ')' {
		text = "(" + text + ")"
	}
	inner := p.cut(body, p.end)
	if !braced {
		inner = "{ " + inner + " }"
	}
	d.Span.End = max(d.Span.Start, p.end)
	d.Fixes = []Fix{Replace("write `fn"+text+" { … }`", Span{start, p.end}, "fn"+text+" "+inner)}
	return id
}

// typedArrow reads `(%x: int32) => e`, false where it does not stand here.
func (p *parser) typedArrow() (NodeID, bool) {
	to := p.partnerOf(p.i)
	if p.quiet || p.inClause || to < p.i+4 || p.tokens[to+1].Kind != TokFatArrow && p.tokens[to+1].Kind != TokArrow {
		return NoNode, false
	}
	if !p.peekToken(1).isParameter() || p.peekToken(2).Kind != TokColon {
		return NoNode, false
	}
	mark, start := p.mark(), p.tok.Start
	reported := p.reportHabit(Span{start, p.tokens[to+1].End}, habits.Function.Message)
	params := Span{p.tok.End, p.tokens[to].Start}
	p.i, p.end = to+1, p.tokens[to].End
	p.tok = p.tokens[p.i]
	p.skip(1)
	return p.lambdaBody(mark, start, params, reported), true
}

// movedFunction reads `move |%x| e`, and `func(%x: int32) -> int32 { … }`; false where
// none of these stands here.
func (p *parser) movedFunction() (NodeID, bool) {
	word, next := p.lexeme(p.tok), p.peekToken(1)
	switch {
	case p.quiet || next.Flags&AfterNewline != 0:
	case (word == "move" || word == "async") && next.Kind == TokForeign && p.lexeme(next) == "|":
		start := p.tok.Start
		p.advance()
		reported := len(p.errors)
		id := p.lambda()
		if len(p.errors) == reported+1 && len(p.errors[reported].Fixes) == 1 {
			p.errors[reported].Fixes[0].Edits[0].Span.Start = start
		}
		return id, true
	case habits.Has("definer", word) && next.Kind == TokLParen:
		to := p.partnerOf(p.i + 1)
		if to < 0 || p.tokens[to+1].Kind != TokArrow {
			return NoNode, false
		}
		p.report(codes.SyntaxError, p.tok.Span, habits.Function.Message, Replace("write `fn`", p.tok.Span, "fn"))
		return p.deeper((*parser).fn), true
	}
	return NoNode, false
}

// arrowFunction reads `%x => e` and `(%x, %y) -> e` after what it takes for an
// expression, the parameters.
func (p *parser) arrowFunction(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	params := Span{start, p.end}
	reported := p.reportHabit(Span{start, p.tok.End}, habits.Function.Message)
	p.skip(1)
	return p.lambdaBody(mark, start, params, reported)
}

// habitArgument reports a habit before an argument, or of its name, and goes
// on to what stands for it.
func (p *parser) habitArgument() {
	switch {
	case p.tok.Kind == TokStar && p.spreads():
		p.report(codes.SyntaxError, p.tok.Span, habits.Spread.Message)
		for p.tok.Kind == TokStar {
			p.advance()
		}
		p.errorAt = p.i
	case p.tok.Kind == TokForeign && p.lexeme(p.tok) == "~":
		at := Span{p.tok.Start, p.peekToken(2).End}
		text := p.lexeme(p.peekToken(1))
		p.report(codes.SyntaxError, at, habits.Named.With(text), Replace("write `"+text+"=`", at, text+"="))
		p.advance()
		p.tokens[p.i+1].Kind = TokAssign
	}
}

// spreads reports whether the stars here precede an argument: two of them,
// or one where no reference can be meant.
func (p *parser) spreads() bool {
	next := p.peekToken(1)
	return next.Kind == TokStar && next.Flags == 0
}

// arrowNames reports whether the `=>` after the name here gives an argument its
// value, as in Ruby: a function would speak of its parameter.
func (p *parser) arrowNames() bool {
	if p.tok.Word != NoWord || p.tok.Kind != TokName || p.peek() != TokFatArrow {
		return false
	}
	name := p.lexeme(p.tok)
	for n := 2; n < ahead; n++ {
		t := p.peekToken(n)
		switch {
		case t.Kind == TokName && p.lexeme(t) == name, t.Kind == TokLocal && p.lexeme(t)[1:] == name:
			return false
		case t.Kind == TokComma, isCloser[t.Kind], t.Kind == TokEOF:
			return true
		}
	}
	return false
}

// section reads an infix operator in place of a function: `+` as an argument, `(+)`,
// `(+ 1)`; false where none stands here.
func (p *parser) section() (NodeID, bool) {
	if precedence[p.tok.Kind] == 0 || p.tok.Kind == TokForeign || p.quiet || p.i == 0 || p.infixAt == p.i-1 {
		return NoNode, false
	}
	before := p.tokens[p.i-1].Kind
	if before != TokLParen && before != TokComma {
		return NoNode, false
	}
	next := p.peekToken(1)
	if p.tok.Kind == TokStar && next.Kind == TokLocal && next.Flags == 0 {
		return NoNode, false // see readStar
	}
	alone := next.Kind == TokRParen || next.Kind == TokComma
	if !alone && !(before == TokLParen && beginsOperand[next.Kind]) {
		return NoNode, false
	}
	mark, start, sign := p.mark(), p.tok.Start, p.lexeme(p.tok)
	text := "fn(%a, %b) { %a " + sign + " %b }"
	message, fixes := habits.Operator.With(text), []Fix{Replace("write `"+text+"`", p.tok.Span, text)}
	if !alone {
		message, fixes = habits.Section.With(sign), nil
	}
	p.report(codes.SyntaxError, p.tok.Span, message, fixes...)
	p.skip(1)
	if !alone {
		p.push(p.deeper((*parser).expr))
	}
	return p.node(BadNode, mark, start), true
}
