package syntax

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// infixHabits are the kinds of tokens that habitInfix looks at.
var infixHabits = [tokenKinds]bool{TokName: true, TokCaret: true, TokForeign: true}

// isHabitSign reports whether a bad token is one of the operators of habits at its place,
// or a sign that begins something of other languages.
func (p *parser) isHabitSign(t, next Token) bool {
	switch p.lexeme(t) {
	case "&", "|", "\\", "λ":
		return true
	case "~":
		return next.Kind == TokName && next.Flags == 0 && int(next.End) < len(p.text) && p.text[next.End] == ':'
	case "%", "@", "$":
		before := TokEOF
		if n := len(p.tokens); n > 0 {
			before = p.tokens[n-1].Kind
		}
		return (endsOperand[before] || before == TokGlobal && p.lexeme(t) == "$") &&
			t.Flags&AfterNewline == 0 && beginsOperand[next.Kind] && next.Flags&AfterSpace != 0
	}
	return false
}

// endsOperand and beginsOperand are the tokens at the ends of an expression.
var (
	endsOperand = [tokenKinds]bool{
		TokLocal: true, TokSegment: true, TokName: true, TokInt: true, TokFloat: true,
		TokRParen: true, TokRBracket: true, TokRBrace: true,
	}
	beginsOperand = [tokenKinds]bool{
		TokLocal: true, TokGlobal: true, TokName: true, TokInt: true, TokFloat: true,
		TokLParen: true, TokLBracket: true,
	}
)

// habitInfix makes an operator of other languages here one of the language's
// own, and reports it.
func (p *parser) habitInfix() {
	if p.tok.Flags&AfterNewline != 0 || p.tok.Kind == TokName && !p.wordBetweenOperands() {
		return
	}
	text := p.lexeme(p.tok)
	o := habits.Word(habits.Infix, text)
	if o == nil || text == "and" && p.bindsBehind() || text == "|" && (p.inClause || p.peek() == TokGreater || p.generates()) {
		return
	}
	span, message, writes := p.tok.Span, o.Message, o.Writes()
	if next := p.peekToken(1); text == "is" && p.lexeme(next) == "not" {
		p.advance()
		span.End = next.End
		message, writes = habits.NotSame.Message, "!="
	}
	p.report(codes.SyntaxError, span, message, operatorFix(o, writes, span)...)
	p.tok.Kind, p.tok.Word = kindOf(writes, TokForeign), NoWord
	p.tokens[p.i] = p.tok
}

// operatorFix writes an operator in place of another language's, nil where it has no counterpart.
func operatorFix(o *habits.Habit, writes string, span Span) []Fix {
	if writes == "" {
		return nil
	}
	fix := Replace("write `"+writes+"`", span, writes)
	if o.Sure {
		fix = fix.surely()
	}
	return []Fix{fix}
}

// kindOf is the kind of a token that is always written alike; other of any other text.
func kindOf(text string, other TokenKind) TokenKind {
	if kind := slices.Index(tokenTexts[:], text); text != "" && kind >= 0 {
		return TokenKind(kind)
	}
	return other
}

// bindsBehind reports whether a word or a sign stands between two bindings of one
// `let`, as in ML: `let %x = 1 and %y = 2`.
func (p *parser) bindsBehind() bool {
	return p.inLet && p.peekToken(1).isParameter() && p.peekToken(2).Kind == TokAssign
}

// generates reports whether the `|` here precedes `%x <- %xs`, as in
// Haskell's comprehensions.
func (p *parser) generates() bool {
	less, minus := p.peekToken(2), p.peekToken(3)
	return p.lists > 0 && p.peekToken(1).isParameter() && less.Kind == TokLess && minus.Kind == TokMinus && minus.Flags == 0
}

// notWord makes the word `not` before an operand the sign `!`. In front
// of parentheses it is a name like others, which nothing defines.
func (p *parser) notWord() {
	if p.lexeme(p.tok) != "not" || !p.appliesHere() || p.alreadyReported() {
		return
	}
	word := Span{p.tok.Start, p.peekToken(1).Start}
	if end, compares := p.negatedAhead(); compares {
		p.report(codes.SyntaxError, p.tok.Span, habits.Not.Message, Fix{Title: "write `!(…)`", Edits: []Edit{{word, "!("}, {Span{end, end}, ")"}}})
		p.skip(1)
		return
	}
	p.report(codes.SyntaxError, p.tok.Span, habits.Not.Message, Replace("write `!`", word, "!"))
	p.tok.Kind = TokNot
	p.tokens[p.i] = p.tok
}

// negatedAhead is the end of what a `not` here negates, and whether that is a comparison: `not` binds
// less than comparisons do, and `!` more.
func (p *parser) negatedAhead() (end int32, compares bool) {
	for n := p.i + 1; n < len(p.tokens); n++ {
		t := p.tokens[n]
		strength := precedence[t.Kind]
		switch word := p.lexeme(t); {
		case n > p.i+1 && t.Flags&AfterNewline != 0, t.Kind == TokEOF, t.Kind == TokComma, t.Kind == TokSemi, t.Kind == TokAssign, t.Kind == TokFatArrow,
			t.Kind == TokLBrace, isCloser[t.Kind], strength > 0 && strength < precedence[TokEq],
			t.Kind == TokName && (word == "and" || word == "or" || word == "then" || word == "if" || word == "else"):
			return end, compares
		case isOpener[t.Kind]:
			if to := p.partnerOf(n); to > n {
				n = to
			}
		}
		compares = compares || precedence[TokEq] <= strength && strength <= precedence[TokLess]
		end = p.tokens[n].End
	}
	return end, compares
}

// wordBetweenOperands reports whether the name here stands between two operands on
// one line: no list in which names follow each other without commas.
func (p *parser) wordBetweenOperands() bool {
	if p.tok.Word != NoWord || p.inClause && p.peek() == TokLParen {
		return false
	}
	next := p.peekToken(1)
	return (beginsOperand[next.Kind] || next.Kind == TokNot || next.Kind == TokMinus) && next.Flags&AfterNewline == 0
}

// atHabitSign is the operator of other languages that is reported at the current
// token, nil where there is none.
func (p *parser) atHabitSign() *habits.Habit {
	if p.errorAt != p.i || p.tok.Kind != TokForeign {
		return nil
	}
	return habits.Word(habits.Infix, p.lexeme(p.tok))
}

// habitCall gives the error of an operator whose operands have been read the
// fix that writes a call of a function instead. start is where the left operand
// begins.
func (p *parser) habitCall(o *habits.Habit, start int32) {
	if o == nil || o.Call == "" || len(p.errors) == 0 {
		return
	}
	d := &p.errors[len(p.errors)-1]
	if d.Message != o.Message || d.Fixes != nil {
		return
	}
	fix := Fix{Title: "write `" + o.Call + "(…)`", Edits: []Edit{
		{Span: Span{start, start}, NewText: o.Call + "("},
		{Span: Span{p.spaceBefore(d.Span.Start), d.Span.End}, NewText: ","},
		{Span: Span{p.end, p.end}, NewText: ")"},
	}}
	if o.Open {
		fix.Confidence = codes.Sketch
	}
	d.Fixes = []Fix{fix}
}

// spaceBefore is where the blanks before an offset begin.
func (p *parser) spaceBefore(at int32) int32 {
	return int32(len(strings.TrimRight(p.text[:at], " \t")))
}

// habitPair reads two operators side by side, where the second cannot begin an
// operand (`%x += 1`, `%x << 2`), as one of other languages, with the operand
// after it.
func (p *parser) habitPair() (NodeID, bool) {
	if p.i == 0 || p.infixAt != p.i-1 || p.tok.Flags&(AfterSpace|AfterNewline) != 0 {
		return NoNode, false
	}
	before := p.tokens[p.i-1]
	o := habits.Word(habits.Pair, p.cut(before.Start, p.tok.End))
	if o == nil {
		return NoNode, false
	}
	at := Span{before.Start, p.tok.End}
	message := o.Message
	if p.composes() {
		message = habits.Compose.Message
	}
	p.report(codes.SyntaxError, at, message, operatorFix(o, o.Writes(), at)...)
	if top := p.stack[len(p.stack)-1]; p.nodes[top].Kind == Operator {
		p.nodes[top].Data = int32(kindOf(o.Writes(), TokForeign))
	}
	p.skip(1)
	if !beginsExpr(p) {
		return p.nothing(), true
	}
	right := p.unary()
	if left := len(p.stack) - 2; left >= 0 && p.stack[left] != NoNode {
		p.habitCall(o, p.start(p.stack[left]))
	}
	return right, true
}

// composes reports whether the operator of two signs here stands between functions.
func (p *parser) composes() bool {
	return p.i >= 2 && p.tokens[p.i-2].Kind == TokGlobal && p.peek() == TokGlobal && p.tok.Kind != TokAssign
}

// argumentAhead are the tokens that begin an argument without parentheses.
var argumentAhead = [tokenKinds]bool{
	TokLocal: true, TokGlobal: true, TokName: true, TokInt: true, TokFloat: true, TokString: true,
}

// juxtaposed reports whether a function is applied to what follows it without
// parentheses, as in ML: `@f %x`.
func (p *parser) juxtaposed(left NodeID) bool {
	if !argumentAhead[p.tok.Kind] || p.tok.Flags&AfterNewline != 0 || p.inClause || p.quiet {
		return false
	}
	kind := p.nodes[left].Kind
	if kind != Global && kind != Name && (kind != Local || !p.inCondition()) || p.alreadyReported() {
		return false
	}
	return p.atArgument()
}

// callText is a function's name, shortened where it is long.
func (p *parser) callText(callee NodeID) string {
	text := p.cut(p.start(callee), p.nodes[callee].Span.End)
	if len(text) > 30 {
		return "@f"
	}
	return text
}

// lineReported reports whether an error has been reported on the current line. The
// text up to p.lineOf is known to stand on the line of the last error.
func (p *parser) lineReported() bool {
	if len(p.errors) == 0 {
		return false
	}
	from := max(p.errors[len(p.errors)-1].Span.Start, p.lineOf)
	if from >= p.tok.Start {
		return true
	}
	if strings.Contains(p.cut(from, p.tok.Start), "\n") {
		return false
	}
	p.lineOf = p.tok.Start
	return true
}

// atArgument reports whether an argument without parentheses begins here.
func (p *parser) atArgument() bool {
	if p.tok.Kind != TokName {
		return argumentAhead[p.tok.Kind] && p.tok.Flags&AfterNewline == 0
	}
	return p.tok.Word == NoWord && p.tok.Flags&AfterNewline == 0 && p.peek() != TokAssign && !habits.IsInner(p.lexeme(p.tok))
}

// juxtaposition reads `@f %x %y` as the call that it means.
func (p *parser) juxtaposition(callee NodeID) NodeID {
	if p.nodes[callee].Kind == Name && p.behindDashes(callee) {
		return p.dashes(callee)
	}
	if id, ok := p.prefixedString(callee); ok {
		return id
	}
	mark, start, from := p.mark(), p.start(callee), p.end
	if p.lineReported() {
		p.errorAt = p.i // words without sense: the first of them says so
	}
	reported := p.reportHabit(Span{start, p.tok.End}, habits.Applied.With(p.callText(callee)))
	p.push(callee)
	var edits []Edit
	opening := "("
	for p.atArgument() {
		edits = append(edits, Edit{Span: Span{from, p.tok.Start}, NewText: opening})
		p.push(p.deeper((*parser).primary))
		from, opening = p.end, ", "
	}
	if d := p.lone(reported); d != nil {
		edits = append(edits, Edit{Span: Span{p.end, p.end}, NewText: ")"})
		d.Span.End = p.end
		d.Fixes = []Fix{{Title: "put the arguments in parentheses", Edits: edits}}
	}
	return p.node(Call, mark, start)
}

// castsAhead reports whether an expression is a type in parentheses, as C has it in
// front of what is converted, and an operand follows.
func (p *parser) castsAhead(left NodeID) bool {
	n := &p.nodes[left]
	if n.Kind != Paren || n.kids != 1 || p.quiet || p.inClause || p.alreadyReported() {
		return false
	}
	if !argumentAhead[p.tok.Kind] || p.tok.Flags&AfterNewline != 0 || p.peek() == TokAssign || p.tok.Kind == TokName && p.tok.Word != NoWord {
		return false
	}
	inner := p.nodes[p.kids[n.kid]]
	return inner.Kind == Name && habits.Scalar(p.text[inner.Span.Start:inner.Span.End]) != "" && !habits.IsInner(p.lexeme(p.tok))
}

// cast reads the operand after `(int32)`.
func (p *parser) cast(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	inner := p.nodes[p.kids[p.nodes[left].kid]].Span
	dtype := habits.Scalar(p.text[inner.Start:inner.End])
	behind := p.end
	reported := p.reportHabit(Span{start, behind}, habits.Cast.With(dtype))
	p.push(left)
	p.errorAt = p.i
	p.push(p.deeper(func(p *parser) NodeID { return p.postfix(p.primary()) }))
	if d := p.lone(reported); d != nil {
		text := p.cut(behind, p.end)
		for len(text) > 0 && text[0] == ' ' {
			text = text[1:]
		}
		d.Fixes = []Fix{Replace("write `cast(…)`", Span{start, p.end}, "cast("+text+", dtype=\""+dtype+"\")")}
	}
	return p.node(BadNode, mark, start)
}

// asCast reads `e as f32` after an expression, as Rust and Swift have it.
func (p *parser) asCast(left NodeID) NodeID {
	at, to := p.tok.Span, p.peekToken(1)
	dtype := habits.Scalar(p.lexeme(to))
	start := p.start(left)
	text := p.cut(start, p.nodes[left].Span.End)
	if dtype == "" {
		return p.habitRest(left, 1, habits.As.With("float32"))
	}
	whole := Span{start, to.End}
	mark := p.mark()
	p.push(left)
	p.reportHabit(at, habits.As.With(dtype), Replace("write `cast(…)`", whole, "cast("+text+", dtype=\""+dtype+"\")"))
	p.skip(2)
	return p.node(BadNode, mark, start)
}
