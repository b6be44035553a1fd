package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// arrowType reads `-> U` after a type, as ML and Haskell write the type of a
// function, as the type that it means.
func (p *parser) arrowType(left NodeID) NodeID {
	if p.tok.Kind != TokArrow || p.quiet || p.tok.Flags&AfterNewline != 0 || p.openParams >= 0 && p.partnerOf(p.openParams) < 0 {
		return left
	}
	start := p.start(left)
	outer, reported := p.beginChain(&p.arrows, p.tok.Span, habits.FunctionType.Message)
	p.advance()
	in := left
	if kind := p.nodes[left].Kind; kind == TypeParen {
		p.nodes[left].Kind = TypeTuple
	} else if kind != TypeTuple {
		mark := p.mark()
		p.push(left)
		in = p.node(TypeTuple, mark, start)
		p.nodes[in].Span.End = p.nodes[left].Span.End
	}
	mark := p.mark()
	p.push(NoNode)
	p.push(in)
	p.errorAt = p.i
	p.push(p.deeper((*parser).typeExpr))
	p.push(NoNode)
	id := p.node(TypeFn, mark, start)
	fix := p.functionTypeFix(left, in)
	if d := p.endChain(&p.arrows, outer, reported, fix.Title, fix.Edits...); d != nil {
		d.Span = Span{start, p.end}
	}
	return id
}

// functionTypeFix writes `fn` before the parameters of a function type, and
// parentheses around them where there are none.
func (p *parser) functionTypeFix(left, in NodeID) Fix {
	span := p.nodes[left].Span
	if left == in {
		return Fix{Title: "insert `fn`", Edits: []Edit{{Span{span.Start, span.Start}, "fn"}}}
	}
	return Fix{Title: "write `fn(…)`", Edits: []Edit{{Span{span.Start, span.Start}, "fn("}, {Span{span.End, span.End}, ")"}}}
}

// borrowed reports the `&` before a type, as Rust and C++ have it.
func (p *parser) borrowed() {
	next := p.peekToken(1)
	message, fix := habits.Borrowed.Message, Replace("delete `&`", Span{p.tok.Start, next.Start}, "")
	if next.Kind == TokLBracket {
		message = habits.BorrowedRow.Message
		if element, end := p.peekToken(2), p.peekToken(3); end.Kind == TokRBracket { // of one name
			here := habits.SequenceOf(p.lexeme(element), p.text)
			fix = Replace("write `"+here.Head+"[…]`", Span{p.tok.Start, end.End}, here.Open+p.lexeme(element)+here.Close)
		}
	}
	p.reportHabit(p.tok.Span, message, fix)
	p.skip(1)
}

// borrowedType reads `&T` as T, and `&mut T` as a cell of which nothing is known.
func (p *parser) borrowedType() NodeID {
	mut, behind := p.peekToken(1), p.peekToken(2)
	if p.lexeme(mut) != "mut" || behind.Flags&AfterNewline != 0 || behind.Kind != TokName {
		p.borrowed()
		return p.deeper((*parser).typeExpr)
	}
	mark, start := p.mark(), p.tok.Start
	reported := p.reportHabit(Span{start, mut.End}, habits.Mutable.Message)
	p.skip(2)
	p.push(p.deeper((*parser).typeExpr))
	if d := p.lone(reported); d != nil {
		d.Fixes = []Fix{{Title: "write `ref(…)`", Edits: []Edit{{Span{start, behind.Start}, "ref("}, {Span{p.end, p.end}, ")"}}}}
	}
	return p.node(BadNode, mark, start)
}

// closesAngle reports whether the `<` here is closed by a `>` on its line.
func (p *parser) closesAngle() bool {
	return p.onLine(1, func(t Token) bool { return t.Kind == TokGreater }, TokLBrace, TokSemi)
}

// angleCall reads `List<int32>`, as C++ and Rust write the arguments of a type.
func (p *parser) angleCall(name NodeID, what string) NodeID {
	at := p.tok.Span
	meant, open, shut := habits.Generic(what), habits.Generic(what)+"[", "]"
	if habits.IsSequence(what) {
		s := habits.SequenceOf(p.lexeme(p.peekToken(1)), p.text)
		meant, open, shut = s.Head, s.Open, s.Close
	}
	if p.peekToken(1).Flags&afterBad != 0 { // `tensor<2x3xf32>`
		p.errorAt = p.i
	}
	outer, reported := p.beginChain(&p.angles, at, habits.Brackets.With(meant+"[…]"))
	mark, start := p.mark(), p.start(name)
	p.push(name)
	p.skip(1)
	for beginsType(p) {
		p.push(p.deeper((*parser).typeArg))
		if !p.accept(TokComma) {
			break
		}
	}
	var edits []Edit
	if p.tok.Kind == TokGreater {
		edits = []Edit{{Span{start, at.End}, open}, {p.tok.Span, shut}}
		p.skip(1)
	}
	p.endChain(&p.angles, outer, reported, "write `"+meant+"[…]`", edits...)
	return p.node(TypeCall, mark, start)
}

// wordsBefore reports a word before a parameter's name, a modifier or its
// type as in C, and skips it.
func (p *parser) wordsBefore() {
	if p.tok.Kind == TokName && p.peek() == TokLocal {
		p.readHabit(habits.Parameter)
	} else if p.tok.Kind == TokName && p.peek() == TokLBracket && !p.quiet {
		p.typeBefore()
	}
}

// typeBefore reports and skips a type with arguments before the name of a parameter.
func (p *parser) typeBefore() {
	last := p.partnerOf(p.i + 1)
	if last < 0 || last+1 >= len(p.tokens) || p.tokens[last+1].Kind != TokLocal {
		return
	}
	name := p.tokens[last+1]
	at := Span{p.tok.Start, name.End}
	text := p.lexeme(name) + ": " + p.cut(p.tok.Start, p.tokens[last].End)
	p.reportHabit(at, habits.TypeBefore.With(text), Replace("write `"+text+"`", at, text))
	p.skip(last + 1 - p.i)
	p.errorAt = p.i
}

// starBefore reports `*%rest` and of the `*` between parameters, as Python has them,
// and skips it.
func (p *parser) starBefore() {
	if p.quiet || p.tok.Kind != TokStar && !(p.tok.Kind == TokDot && p.pairs(TokDot)) {
		return
	}
	at := p.tok
	for p.tok.Kind == TokStar || p.tok.Kind == TokDot || p.tok.Kind == TokComma && p.i > 0 && p.tokens[p.i-1].Kind == TokStar {
		p.advance()
	}
	sign := strings.TrimRight(p.cut(at.Start, p.end), ", ")
	p.reportHabit(Span{at.Start, p.end}, habits.Stars.With(sign), Replace("delete `"+sign+"`", Span{at.Start, p.tok.Start}, ""))
	p.errorAt = p.i
}

// defaultValue reports `= e` after a parameter without a type and skips it; false
// where what follows may be a type.
func (p *parser) defaultValue() bool {
	next := p.peekToken(1)
	if p.tok.Kind != TokAssign || p.quiet {
		return false
	}
	switch next.Kind {
	case TokInt, TokFloat, TokString, TokMinus, TokLocal, TokGlobal, TokLBracket:
	case TokName:
		word := p.lexeme(next)
		if next.Word != WordTrue && next.Word != WordFalse && word != "None" && word != "null" {
			return false
		}
	default:
		return false
	}
	p.report(codes.SyntaxError, p.tok.Span, habits.DefaultValue.Message)
	for p.tok.Kind != TokComma && p.tok.Kind != TokRParen && p.tok.Kind != TokEOF && p.tok.Flags&AfterNewline == 0 {
		p.skipOne()
	}
	p.errorAt = p.i
	return true
}

// typeAhead reports whether a type stands directly after a parameter, as in Go.
func (p *parser) typeAhead() bool {
	if p.tok.Kind != TokName || p.tok.Word != NoWord && p.tok.Word != WordFn || p.tok.Flags&AfterNewline != 0 || p.quiet || p.openParams < 0 {
		return false
	}
	switch p.peek() {
	case TokComma, TokRParen, TokLBracket, TokLParen:
		return p.partnerOf(p.openParams) > 0
	}
	return false
}

// typeBehind reads what other languages have after the type of a parameter: `?`,
// `| None`, `* T`, `list`, `= e`. What is read has no type.
func (p *parser) typeBehind(left NodeID) NodeID {
	if p.quiet || p.tok.Flags&AfterNewline != 0 || p.openParams < 0 || p.partnerOf(p.openParams) < 0 {
		return left
	}
	at := Span{p.start(left), p.tok.End}
	text := p.cut(at.Start, p.nodes[left].Span.End)
	switch {
	case p.tok.Kind == TokQuestion:
		p.report(codes.SyntaxError, at, habits.Optional.With(text), Replace("write `Optional[…]`", at, "Optional["+text+"]"))
	case p.tok.Kind == TokForeign && p.lexeme(p.tok) == "|":
		p.report(codes.SyntaxError, p.tok.Span, habits.Union.With(text))
	case p.tok.Kind == TokStar:
		p.report(codes.SyntaxError, p.tok.Span, habits.PairType.With(text))
	case p.tok.Kind == TokAssign:
		p.report(codes.SyntaxError, p.tok.Span, habits.DefaultValue.Message)
	case p.tok.Kind == TokName && p.nodes[left].Kind == TypeList && p.tokens[p.i-1].Kind == TokRBracket:
		p.sequenceType(left)
	case p.tok.Kind == TokName && p.nodes[left].Kind == TypeName && p.peek() != TokColon:
		p.argumentBehind(text)
	default:
		return left
	}
	mark, start := p.mark(), p.start(left)
	p.push(left)
	for p.tok.Kind != TokComma && p.tok.Kind != TokRParen && p.tok.Kind != TokEOF && p.tok.Flags&AfterNewline == 0 {
		p.skipOne()
	}
	p.errorAt = p.i
	return p.node(BadNode, mark, start)
}

// resultBehind reads what other languages have after a result type: `, U`, `* U`, `?`,
// `| U`. What is read has no type; a body follows on the line.
func (p *parser) resultBehind(left NodeID) NodeID {
	sign := p.lexeme(p.tok)
	postfix := p.tok.Kind == TokName && habits.Postfix(sign) != "" && p.peek() == TokLBrace && p.nodes[left].Kind == TypeName
	if p.quiet || p.tok.Flags&AfterNewline != 0 || sign != "," && sign != "*" && sign != "?" && sign != "|" && !postfix || !p.bodyAhead() && !postfix {
		return left
	}
	mark, start := p.mark(), p.start(left)
	text := p.cut(start, p.nodes[left].Span.End)
	at := Span{start, p.tok.End}
	switch sign {
	case "list", "option":
		p.argumentBehind(text)
	case "?":
		p.report(codes.SyntaxError, at, habits.Optional.With(text), Replace("write `Optional[…]`", at, "Optional["+text+"]"))
	case "|":
		p.report(codes.SyntaxError, p.tok.Span, habits.Union.With(text))
	default:
		p.report(codes.SyntaxError, p.tok.Span, habits.Results.With(text))
	}
	p.push(left)
	for p.tok.Kind != TokLBrace && p.tok.Kind != TokEOF {
		p.skipOne()
	}
	p.errorAt = p.i
	return p.node(BadNode, mark, start)
}

// bodyAhead reports whether a `{` follows on the line, outside of brackets.
func (p *parser) bodyAhead() bool {
	for n := 1; n < ahead; n++ {
		switch t := p.peekToken(n); {
		case t.Kind == TokLBrace:
			return true
		case t.Flags&AfterNewline != 0, t.Kind == TokEOF, t.Kind == TokSemi, t.Kind == TokRParen, t.Kind == TokAssign, t.Word == WordFn, t.Kind == TokLocal:
			return false
		}
	}
	return false
}

// argumentBehind reports `List int32` and `int32 list`.
func (p *parser) argumentBehind(text string) {
	head, argument := text, p.lexeme(p.tok)
	if here := habits.Postfix(argument); here != "" {
		head, argument = here, text
	}
	text = head + "[" + argument + "]"
	at := Span{p.tokens[p.i-1].Start, p.tok.End}
	p.report(codes.SyntaxError, at, habits.Brackets.With(text), Replace("write `"+text+"`", at, text))
}

// sequenceType reports `[]int32` and `[n]float32`.
func (p *parser) sequenceType(left NodeID) {
	at := Span{p.start(left), p.tok.End}
	element := p.lexeme(p.tok)
	extents := strings.TrimSpace(p.cut(p.start(left)+1, p.nodes[left].Span.End-1))
	here := habits.SequenceOf(element, p.text)
	text := here.Open + element + here.Close
	if extents != "" {
		text = "Tensor[(" + extents + "), " + element + "]"
	}
	p.report(codes.SyntaxError, at, habits.Row.With(text), Replace("write `"+text+"`", at, text))
}

// fieldName reports a name before a constructor's field, `x: float32`, once
// in an item, and skips both.
func (p *parser) fieldName() {
	if p.tok.Kind != TokName || p.peek() != TokColon || p.quiet {
		return
	}
	if p.namedField {
		p.errorAt = p.i
	}
	p.namedField = true
	p.report(codes.SyntaxError, p.tok.Span, habits.FieldName.Message, Replace("delete the name", Span{p.tok.Start, p.peekToken(2).Start}, ""))
	p.skip(2)
}
