package syntax

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
)

// beginsHabitTail are the tokens after a whole expression that may begin
// something that only other languages have there.
var beginsHabitTail = [tokenKinds]bool{
	TokQuestion: true, TokName: true, TokFatArrow: true, TokArrow: true, TokColon: true, TokForeign: true, TokNot: true,
}

// habitTail reads what other languages have after an expression: `e ? a : b`,
// `a if c else b`, `e as T`, `e in s`, `e for %x in s`, `e |> @f`, `x :: xs`,
// `%x => e`. The result has no type.
func (p *parser) habitTail(left NodeID) NodeID {
	if p.tok.Flags&AfterNewline != 0 || p.quiet {
		return left
	}
	switch p.tok.Kind {
	case TokName:
		if read := habitTails[p.lexeme(p.tok)]; read != nil && p.wordFollows() {
			return read(p, left)
		}
	case TokQuestion, TokNot:
		if id, ok := p.absent(left); ok {
			return id
		}
		if p.tok.Kind == TokQuestion {
			return p.conditional(left)
		}
	case TokColon:
		if p.pairs(TokColon) && p.nodes[left].Kind == Name && p.peekToken(2).Kind == TokName {
			p.qualified(p.nodes[left].Span)
			return p.postfix(p.leaf(Name))
		}
		if p.pairs(TokColon) && p.peekToken(2).Kind == TokLess {
			return p.inferredArguments(left)
		}
		if p.pairs(TokColon) {
			return p.consChain(left)
		}
	case TokForeign:
		if p.lexeme(p.tok) == "|" && p.pairs(TokGreater) {
			return p.habitPipe(left)
		}
		if p.lexeme(p.tok) == "$" {
			return p.callChain(left, 1, &p.dollars, habits.Dollars.Message, "", "(")
		}
		if p.lexeme(p.tok) == "|" && p.generates() {
			return p.habitRest(left, -1, habits.Comprehension.Message)
		}
	case TokArrow, TokFatArrow:
		if next := p.peekToken(1); p.tok.Kind == TokArrow && p.tok.Flags == 0 && next.Flags == 0 && next.Kind == TokInt {
			return p.habitRest(left, 2, habits.ArrowField.Message)
		}
		if next := p.peekToken(1); p.tok.Kind == TokFatArrow && !p.inClause && p.compares(left, next) {
			return p.atLeast(left)
		}
		if !p.inClause && p.isParameters(left) {
			return p.arrowFunction(left)
		}
	}
	return left
}

// inferredArguments reads `::<T>` after a function, as Rust has it.
func (p *parser) inferredArguments(left NodeID) NodeID {
	n := p.turbofish(0)
	if n == 0 {
		return p.consChain(left)
	}
	at := Span{p.tok.Start, p.peekToken(n - 1).End}
	p.reportHabit(at, habits.Inferred.Message, Replace("delete `"+p.cut(at.Start, at.End)+"`", at, ""))
	p.skip(n)
	return p.postfix(left)
}

// consChain reads `:: xs` after an expression; of several in a row the first is reported.
func (p *parser) consChain(left NodeID) NodeID {
	n := 1
	if p.pairs(TokColon) {
		n = 2
	}
	return p.callChain(left, n, &p.cons, habits.Cons.Message, "Cons(", ", ")
}

// callChain reads a sign of n tokens and the expression after it as a call: the fix writes opening
// before the left operand, between in place of the sign, and a parenthesis at the end.
func (p *parser) callChain(left NodeID, n int, c *chain, message, opening, between string) NodeID {
	mark, from, behind := p.mark(), p.start(left), p.nodes[left].Span.End
	last := p.peekToken(n - 1)
	p.push(left)
	outer, reported := p.beginChain(c, Span{p.tok.Start, last.End}, message)
	p.skip(n)
	if beginsExpr(p) {
		p.push(p.deeper((*parser).expr))
	}
	edits := []Edit{{Span{behind, p.spaceBehind(last.End)}, between}, {Span{p.end, p.end}, ")"}}
	if opening != "" {
		edits = append([]Edit{{Span{from, from}, opening}}, edits...)
	}
	p.endChain(c, outer, reported, "write `"+strings.TrimSuffix(opening+between, ", ")+"…)`", edits...)
	return p.node(BadNode, mark, from)
}

// consAhead reports whether the `:` here puts an element before a list, as in Haskell:
// what follows begins no type.
func (p *parser) consAhead() bool {
	next := p.peekToken(1)
	if p.tok.Kind != TokColon || p.quiet || next.Flags&AfterNewline != 0 {
		return false
	}
	switch next.Kind {
	case TokLocal, TokGlobal:
		return true
	case TokLBracket:
		return p.peekToken(2).Kind == TokRBracket
	case TokName:
		return p.lexeme(next) == "Nil"
	}
	return false
}

// absent reads what other languages have after a value that may be absent: `?.x`,
// `?: e`, `?? e`, a postfix `?` or `!`; false where none of these stands here.
func (p *parser) absent(left NodeID) (NodeID, bool) {
	next := p.peekToken(1)
	ends := next.Flags&AfterNewline != 0 || isCloser[next.Kind] || next.Kind == TokSemi || next.Kind == TokComma || next.Kind == TokEOF || next.Kind == TokNewline
	pair := next.Flags == 0 && (next.Kind == TokColon || next.Kind == TokQuestion || next.Kind == TokDot || next.Kind == TokSegment)
	switch {
	case ends:
		return p.habitRest(left, 1, habits.AbsentBehind.With(p.lexeme(p.tok))), true
	case pair && p.tok.Kind == TokQuestion:
		return p.habitRest(left, 2, habits.Absent.With(p.lexeme(p.tok)+p.lexeme(next))), true
	}
	return NoNode, false
}

// compares reports whether the `=>` here is meant as `>=`: in a condition, or between what is no list
// of parameters and a number.
func (p *parser) compares(left NodeID, next Token) bool {
	if p.inCondition() {
		return true
	}
	switch p.nodes[left].Kind {
	case Local, Name, Binary, Call, Project, Index:
		return next.Kind == TokInt || next.Kind == TokFloat
	}
	return false
}

// inCondition reports whether the innermost bracket around the current token is that of `if (`.
func (p *parser) inCondition() bool {
	for i := p.i - 1; i > 0; i-- {
		switch kind := p.tokens[i].Kind; {
		case isCloser[kind]:
			open := p.partnerOf(i)
			if open < 0 || open >= i {
				return false
			}
			i = open
		case kind == TokLParen:
			return p.tokens[i-1].Word == WordIf
		case kind == TokLBrace || kind == TokLBracket || kind == TokSemi:
			return false
		}
	}
	return false
}

// atLeast reads `=> e` after an expression as `>= e`.
func (p *parser) atLeast(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	p.report(codes.SyntaxError, p.tok.Span, habits.AtLeast.Message, Replace("write `>=`", p.tok.Span, ">="))
	p.push(left)
	p.push(p.operator())
	p.nodes[p.stack[len(p.stack)-1]].Data = int32(TokGreaterEq)
	p.errorAt = p.i
	p.push(p.deeper((*parser).expr))
	return p.node(Binary, mark, start)
}

// pairs reports whether a token of a kind stands directly after the current one.
func (p *parser) pairs(kind TokenKind) bool {
	next := p.peekToken(1)
	return next.Kind == kind && next.Flags == 0
}

// isParameters reports whether an expression looks like the parameters of a
// function: a variable, or several in parentheses.
func (p *parser) isParameters(id NodeID) bool {
	switch n := p.nodes[id]; n.Kind {
	case Local, Name:
		return true
	case Paren, Tuple:
		for _, kid := range p.kids[n.kid : n.kid+n.kids] {
			if kind := p.nodes[kid].Kind; kind != Local && kind != Name {
				return false
			}
		}
		return true
	}
	return false
}

// habitTails are the words.
var habitTails map[string]func(*parser, NodeID) NodeID

func init() {
	habitTails = map[string]func(*parser, NodeID) NodeID{
		"if": (*parser).conditionAfter,
		"as": (*parser).asCast,
		"in": func(p *parser, left NodeID) NodeID {
			if p.inLet {
				return left // see let
			}
			if p.nodes[left].Kind == Local && p.i >= 3 && p.tokens[p.i-2].Kind == TokLBrace && (p.tokens[p.i-3].Kind == TokLParen || p.tokens[p.i-3].Kind == TokComma) {
				return p.habitRest(left, 1, habits.Function.Message) // a closure of Swift
			}
			return p.habitRest(left, 1, habits.Contains.Message)
		},
		"for": func(p *parser, left NodeID) NodeID {
			return p.habitRest(left, -1, habits.Comprehension.Message)
		},
	}
}

// wordFollows reports whether the word here goes on with the expression: it stands
// in no list of names, and is no name of an argument or a pattern.
func (p *parser) wordFollows() bool {
	next := p.peekToken(1)
	if p.tok.Word != NoWord && p.tok.Word != WordIf || next.Kind == TokAssign || next.Kind == TokFatArrow {
		return false
	}
	return !(p.inClause && next.Kind == TokLParen)
}

// habitRest reports a habit that begins n tokens before its right
// operand, and reads that; a negative n skips to the end of the bracket.
func (p *parser) habitRest(left NodeID, n int, message string) NodeID {
	mark, start := p.mark(), p.start(left)
	p.push(left)
	span := Span{p.tok.Start, p.peekToken(max(n, 1) - 1).End}
	p.report(codes.SyntaxError, span, message)
	for range max(n, 1) {
		p.advance()
	}
	p.errorAt = p.i
	if n < 0 {
		p.skipBracket()
	} else if beginsExpr(p) {
		p.push(p.deeper((*parser).expr))
	}
	return p.node(BadNode, mark, start)
}

// habitSlice reports `[a:b]`, whose `:` stands here, and skips the rest of the
// brackets.
func (p *parser) habitSlice(l *list) {
	p.report(codes.SyntaxError, p.tok.Span, habits.Slice.Message)
	p.skip(1)
	for p.tok.Kind == TokColon || p.tok.Kind == TokComma || beginsExpr(p) && p.tok.Flags&AfterNewline == 0 {
		if beginsExpr(p) {
			p.push(p.expr())
		} else {
			p.advance()
		}
		p.errorAt = p.i
	}
	p.skipInside(l)
}

// newAxis reports `[None, :]` and `[..., 0]`, as NumPy adds and leaves out
// dimensions, and skips the rest of the brackets.
func (p *parser) newAxis(l *list) {
	to := p.partnerOf(l.open)
	if p.quiet || to < 0 || p.peek() != TokComma && p.peek() != TokDot && p.tok.Kind != TokColon && p.peek() != TokRBracket {
		return
	}
	message := ""
	for i := p.i; i < min(to, p.i+ahead); i++ {
		switch word := p.lexeme(p.tokens[i]); {
		case word == "None", strings.HasSuffix(word, "newaxis"):
			message = habits.NewAxis.Message
		case message == "" && word == "." && p.tokens[i+1].Kind == TokDot && i == p.i:
			message = habits.Ellipsis.Message
		}
	}
	if message == "" {
		return
	}
	p.report(codes.SyntaxError, Span{p.tok.Start, p.tokens[to-1].End}, message)
	p.i, p.tok = to, p.tokens[to]
	p.end = p.tokens[to-1].End
	p.errorAt = p.i
}

// rangeDots reports `a..b`, whose second dot stands here, and skips its end.
func (p *parser) rangeDots() {
	at := Span{p.tokens[max(0, p.i-1)].Start, p.tok.End}
	p.reportHabit(at, habits.Range.Message)
	for p.tok.Kind == TokDot || p.tok.Kind == TokAssign {
		p.advance()
	}
	p.errorAt = p.i
	if beginsExpr(p) && p.tok.Flags&AfterNewline == 0 {
		p.push(p.deeper((*parser).expr))
	}
	p.errorAt = p.i
}

// skipBracket skips to the closing bracket around the current token, or to the
// end of the line.
func (p *parser) skipBracket() {
	for p.tok.Kind != TokEOF && p.tok.Kind != TokSemi && p.tok.Kind != TokNewline && !isCloser[p.tok.Kind] && p.tok.Flags&AfterNewline == 0 {
		p.skipOne()
	}
	p.errorAt = p.i
}

// Conversions, closures and strings as other languages write them.

// trailingClosure skips the braces after a call, `map(%xs) { … }`, in which
// Swift, Kotlin and Ruby write a function; false where none stand here.
func (p *parser) trailingClosure() bool {
	if p.tok.Kind != TokLBrace || p.tok.Flags&AfterNewline != 0 || p.quiet || p.alreadyReported() || p.partnerOf(p.i) < 0 {
		return false
	}
	call := p.stack[len(p.stack)-1]
	if n := p.nodes[call]; n.Kind == Let && n.kids > 0 {
		call = p.kids[n.kid+n.kids-1]
	}
	if n := p.nodes[call]; n.Kind == Local && n.kids > 0 {
		p.nodes[call].Kind, p.nodes[call].kids = BadNode, 0
		p.reportHabit(p.tok.Span, habits.Closure.Message)
		p.skipOne()
		p.errorAt = p.i
		return true
	}
	if p.nodes[call].Kind != Call {
		return false
	}
	callee := p.nodes[p.kids[p.nodes[call].kid]].Span
	at, message := p.tok.Span, habits.Closure.Message
	var fixes []Fix
	if habits.Has("definer", p.text[callee.Start:callee.End]) {
		at, message, fixes = callee, habits.Function.Message, []Fix{Replace("write `fn`", callee, "fn")}
	}
	if word := p.text[callee.Start:callee.End]; sameLetters(word, "match") && p.clausesIn() {
		at, message, fixes = callee, "there is no `"+word+"`; did you mean `match`?", []Fix{Replace("write `match`", callee, "match")}
	}
	p.nodes[call].Kind, p.nodes[call].kids = BadNode, 0 // it lacks an argument
	p.reportHabit(at, message, fixes...)
	p.skipOne()
	p.errorAt = p.i
	return true
}

// prefixedString reads `f"…"`, whose text is computed, and `r"…"`; callee is the
// name before the quotes.
func (p *parser) prefixedString(callee NodeID) (NodeID, bool) {
	n := p.nodes[callee]
	if n.Kind != Name || p.tok.Kind != TokString || p.tok.Flags != 0 || n.Span.End-n.Span.Start > 2 {
		return NoNode, false
	}
	mark := p.mark()
	p.reportHabit(Span{n.Span.Start, p.tok.End}, habits.Formatted.Message)
	p.push(callee)
	p.skip(1)
	return p.node(BadNode, mark, n.Span.Start), true
}

// repeatedType reads the `; n]` of `[float32; n]`, as Rust writes an array. The
// current token is the `;`, mark where the element type stands.
func (p *parser) repeatedType(open Token, mark int) {
	if p.tok.Kind != TokSemi || p.quiet || p.mark() != mark+1 || p.peekToken(2).Kind != TokRBracket {
		return
	}
	element := p.nodes[p.stack[mark]].Span
	length, closing := p.peekToken(1), p.peekToken(2)
	text := "Tensor[(" + p.lexeme(length) + "), " + p.text[element.Start:element.End] + "]"
	at := Span{open.Start, closing.End}
	p.reportHabit(at, habits.Row.With(text), Replace("write `"+text+"`", at, text))
	p.skip(2)
}

// sameLetters reports whether two words have the same letters in some order.
func sameLetters(a, b string) bool {
	v, w := []byte(a), []byte(b)
	slices.Sort(v)
	slices.Sort(w)
	return slices.Equal(v, w)
}

// atMacro reports whether `!(…)` or `![…]` stands directly after a name.
func (p *parser) atMacro(left NodeID) bool {
	next := p.peekToken(1)
	return p.tok.Kind == TokNot && p.tok.Flags == 0 && next.Flags == 0 && isOpener[next.Kind] && p.nodes[left].Kind == Name && !p.quiet
}

// macro reads `name!(…)`. The result has no type.
func (p *parser) macro(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	name := p.cut(start, p.end)
	at := Span{start, p.tok.End}
	message := habits.NoMacro.With(name)
	var fixes []Fix
	if h := habits.Word(habits.Macro, name); h != nil {
		message = h.Message
		if h.Fix != "" {
			fixes = []Fix{Replace("delete `"+name+"!`", at, "")}
		}
	}
	p.report(codes.SyntaxError, at, message, fixes...)
	p.advance()
	p.skipOne()
	p.errorAt = p.i
	return p.node(BadNode, mark, start)
}

// method reads `.name` and `.name(…)` after an expression, where no such name can
// be; the dot has been read. Where the call follows, it has a fix that writes it.
func (p *parser) method(left NodeID) {
	name := p.lexeme(p.tok)
	open := p.peekToken(p.turbofish(1))
	message := "a number after `.`: the fields of a tuple have no names"
	if open.Kind != TokLParen || open.Flags != 0 {
		if !habits.Has("field", name) {
			p.expected(message)
			p.advance()
			return
		}
	}
	object := p.cut(p.start(left), p.nodes[left].Span.End)
	if len(object) > 30 || strings.Contains(object, "\n") {
		object = "%x"
	}
	operator := name
	meant, known := library.Lookup("torch."+name, func(string) bool { return false })
	if known && meant.Operator != "" {
		operator = meant.Operator
	}
	if p.report(codes.SyntaxError, p.tok.Span, habits.Method.With(operator, object)) && meant.Say != "" {
		d := &p.errors[len(p.errors)-1]
		d.Notes = append(d.Notes, strings.ToUpper(meant.Say[:1])+meant.Say[1:]+".")
	}
	p.skip(p.turbofish(1))
	if p.tok.Kind == TokLParen && p.tok.Flags == 0 {
		p.skipOne()
	}
	p.errorAt = p.i
}

// turbofish is where what follows Rust's `::<T>` stands, from the n-th token on; n where
// these are not there.
func (p *parser) turbofish(n int) int {
	if p.peekToken(n).Kind != TokColon || p.peekToken(n+1).Kind != TokColon || p.peekToken(n+2).Kind != TokLess {
		return n
	}
	for i := n + 3; i < ahead; i++ {
		switch t := p.peekToken(i); {
		case t.Kind == TokGreater:
			return i + 1
		case t.Kind == TokEOF, t.Flags&AfterNewline != 0:
			return n
		}
	}
	return n
}
