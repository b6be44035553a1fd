package syntax

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// beginsForeignTail are the tokens behind a whole expression that may begin
// something that only other languages have there.
var beginsForeignTail = [tokenKinds]bool{
	TokQuestion: true, TokName: true, TokFatArrow: true, TokArrow: true, TokColon: true, TokForeign: true, TokNot: true,
}

// foreignTail reads what other languages have behind an expression: `e ? a : b`,
// `a if c else b`, `e as T`, `e in s`, `e for %x in s`, `e |> @f`, `x :: xs`,
// `%x => e`. The result has no type.
func (p *parser) foreignTail(left NodeID) NodeID {
	if p.tok.Flags&AfterNewline != 0 || p.quiet {
		return left
	}
	switch p.tok.Kind {
	case TokName:
		if read := foreignTails[p.lexeme(p.tok)]; read != nil && p.wordFollows() {
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
			return p.foreignPipe(left)
		}
		if p.lexeme(p.tok) == "|" && p.generates() {
			return p.foreignRest(left, -1, comprehensionForm)
		}
	case TokArrow, TokFatArrow:
		if next := p.peekToken(1); p.tok.Kind == TokArrow && p.tok.Flags == 0 && next.Flags == 0 && next.Kind == TokInt {
			return p.foreignRest(left, 2, "a part of a tuple is read by `.`: `%p.0`")
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

// inferredArguments reads `::<T>` behind a function, as Rust has it.
func (p *parser) inferredArguments(left NodeID) NodeID {
	n := 3
	for n < ahead && p.peekToken(n).Kind != TokGreater && p.peekToken(n).Kind != TokEOF && p.peekToken(n).Flags&AfterNewline == 0 {
		n++
	}
	if p.peekToken(n).Kind != TokGreater {
		return p.consChain(left)
	}
	at := Span{p.tok.Start, p.peekToken(n).End}
	p.tell(at, "type arguments are inferred: a call has none", Replace("delete `"+p.cut(at.Start, at.End)+"`", at, ""))
	for range n + 1 {
		p.advance()
	}
	p.errorAt = p.i
	return p.postfix(left)
}

// consChain reads `:: xs` behind an expression; of several in a row the first is reported.
func (p *parser) consChain(left NodeID) NodeID {
	outer := p.inCons
	if outer {
		p.errorAt = p.i
	}
	p.inCons = true
	n := 1
	if p.pairs(TokColon) {
		n = 2
	}
	last, reported := p.peekToken(n-1), len(p.errors)
	from, between := p.start(left), p.nodes[left].Span.End
	id := p.foreignRest(left, n, "a list is put together with `Cons(%x, %rest)`")
	if p.inCons = outer; outer {
		p.consEdits = append([]Edit{{Span{from, from}, "Cons("}, {Span{between, p.spaceBehind(last.End)}, ", "}}, append(p.consEdits, Edit{Span{p.end, p.end}, ")"})...)
		return id
	}
	if d := p.lone(reported); d != nil {
		d.Fixes = []Fix{{Title: "write `Cons(…)`", Edits: append([]Edit{{Span{from, from}, "Cons("}, {Span{between, p.spaceBehind(last.End)}, ", "}}, append(p.consEdits, Edit{Span{p.end, p.end}, ")"})...)}}
	}
	p.consEdits = nil
	return id
}

// consAhead reports whether the `:` here puts an element in front of a list, as in Haskell:
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

// absentForm is what is said of operators on values that may be absent.
const absentForm = "`match` takes an `Optional` apart: `match (%o) { Some(%x) => …, None => … }`"

// absent reads what other languages have behind a value that may be absent: `?.x`,
// `?: e`, `?? e`, a postfix `?` or `!`; false where none of these stands here.
func (p *parser) absent(left NodeID) (NodeID, bool) {
	next := p.peekToken(1)
	ends := next.Flags&AfterNewline != 0 || isCloser[next.Kind] || next.Kind == TokSemi || next.Kind == TokComma || next.Kind == TokEOF || next.Kind == TokNewline
	pair := next.Flags == 0 && (next.Kind == TokColon || next.Kind == TokQuestion || next.Kind == TokDot || next.Kind == TokSegment)
	switch {
	case ends:
		return p.foreignRest(left, 1, "there is no postfix `"+p.lexeme(p.tok)+"`: "+absentForm), true
	case pair && p.tok.Kind == TokQuestion:
		return p.foreignRest(left, 2, "there is no `"+p.lexeme(p.tok)+p.lexeme(next)+"`: "+absentForm), true
	}
	return NoNode, false
}

// compares reports whether the `=>` here is meant as `>=`: between a variable and a
// number, or in a condition.
func (p *parser) compares(left NodeID, next Token) bool {
	if kind := p.nodes[left].Kind; kind != Local && kind != Name || p.i < 3 {
		return false
	}
	condition := p.tokens[p.i-2].Kind == TokLParen && p.tokens[p.i-3].Word == WordIf
	return condition || next.Kind == TokInt || next.Kind == TokFloat
}

// atLeast reads `=> e` behind an expression as `>= e`.
func (p *parser) atLeast(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	p.report(codes.SyntaxError, p.tok.Span, "at least is written `>=`; a function `fn(%x) { … }`", Replace("write `>=`", p.tok.Span, ">="))
	p.push(left)
	p.push(p.operator())
	p.nodes[p.stack[len(p.stack)-1]].Data = int32(TokGreaterEq)
	p.errorAt = p.i
	p.push(p.deeper((*parser).expr))
	return p.node(Binary, mark, start)
}

// pairs reports whether a token of a kind stands directly behind the current one.
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

// foreignTails are the words.
var foreignTails map[string]func(*parser, NodeID) NodeID

func init() {
	foreignTails = map[string]func(*parser, NodeID) NodeID{
		"if": (*parser).conditionBehind,
		"as": (*parser).asCast,
		"in": func(p *parser, left NodeID) NodeID {
			if p.inLet {
				return left // see let
			}
			if p.nodes[left].Kind == Local && p.i >= 3 && p.tokens[p.i-2].Kind == TokLBrace && (p.tokens[p.i-3].Kind == TokLParen || p.tokens[p.i-3].Kind == TokComma) {
				return p.foreignRest(left, 1, functionForm) // a closure of Swift
			}
			return p.foreignRest(left, 1, "there is no `in`: write a function that looks for an element, or `any(map(fn(%y) { %y == %x }, %xs))`")
		},
		"for": func(p *parser, left NodeID) NodeID {
			return p.foreignRest(left, -1, comprehensionForm)
		},
	}
}

// comprehensionForm is what is said of every comprehension.
const comprehensionForm = "there are no comprehensions: `map(fn(%x) { … }, %xs)` gives what a function makes of each element, `filter` leaves elements out"

// wordFollows reports whether the word here goes on with the expression: it stands
// in no list of names, and is no name of an argument or a pattern.
func (p *parser) wordFollows() bool {
	next := p.peekToken(1)
	if p.tok.Word != NoWord && p.tok.Word != WordIf || next.Kind == TokAssign || next.Kind == TokFatArrow {
		return false
	}
	return !(p.inClause && next.Kind == TokLParen)
}

// foreignRest reports a habit that begins n tokens in front of its right
// operand, and reads that; a negative n skips to the end of the bracket.
func (p *parser) foreignRest(left NodeID, n int, message string) NodeID {
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

// foreignSlice reports `[a:b]`, whose `:` stands here, and skips the rest of the
// brackets.
func (p *parser) foreignSlice(l *list) {
	p.report(codes.SyntaxError, p.tok.Span, "an index is one number: `slice(%xs, 1, 3)` takes a part of a sequence, `strided_slice` one of a tensor")
	p.advance()
	p.errorAt = p.i
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
			message = "a new dimension is made by `expand_dims(%x, axis=0)`"
		case message == "" && word == "." && p.tokens[i+1].Kind == TokDot && i == p.i:
			message = "there is no `...`: `take(%x, %i, axis=…)` and `strided_slice` take a part of a tensor"
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
	p.tell(at, "there is no `..`: `arange(10)` is the sequence 0, 1, …, 9, and `slice(%xs, 1, 3)` a part of one")
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

// conditional reads `? a : b` behind a condition.
func (p *parser) conditional(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	p.push(left)
	reported := p.tell(p.tok.Span, "a choice is written `if (…) { … } else { … }`")
	p.advance()
	p.errorAt = p.i
	then := p.branchText()
	if !p.accept(TokColon) {
		return p.node(BadNode, mark, start)
	}
	p.errorAt = p.i
	other := p.branchText()
	p.offerIf(reported, start, p.cut(start, p.nodes[left].Span.End), then, other)
	return p.node(BadNode, mark, start)
}

// branchText reads an expression and gives its text.
func (p *parser) branchText() string {
	from := p.tok.Start
	if beginsExpr(p) {
		p.push(p.deeper((*parser).expr))
	}
	return p.cut(from, p.end)
}

// offerIf gives the error with index reported the fix that writes an `if` of three texts,
// unless something else is wrong with them.
func (p *parser) offerIf(reported int, start int32, cond, then, other string) {
	d := p.lone(reported)
	if d == nil || then == "" || other == "" {
		return
	}
	text := "if (" + cond + ") { " + then + " } else { " + other + " }"
	d.Fixes = []Fix{Replace("write `if`", Span{start, p.end}, text)}
}

// conditionBehind reads `if c else b` behind an expression, as Python has it.
func (p *parser) conditionBehind(left NodeID) NodeID {
	if !p.elseAhead() {
		return left
	}
	mark, start := p.mark(), p.start(left)
	p.push(left)
	reported := p.tell(p.tok.Span, "a choice is written `if (…) { … } else { … }`")
	p.advance()
	cond := p.branchText()
	if p.tok.Word == WordElse {
		p.advance()
	}
	p.errorAt = p.i
	other := p.branchText()
	p.offerIf(reported, start, cond, p.cut(start, p.nodes[left].Span.End), other)
	return p.node(BadNode, mark, start)
}

// elseAhead reports whether an `else` follows on this line with no brace between.
func (p *parser) elseAhead() bool {
	for i := p.i + 1; i < min(len(p.tokens), p.i+ahead); i++ {
		t := p.tokens[i]
		switch {
		case t.Word == WordElse:
			return true
		case t.Flags&AfterNewline != 0, t.Kind == TokLBrace, t.Kind == TokRBrace, t.Kind == TokSemi, t.Kind == TokEOF:
			return false
		}
	}
	return false
}

// Conversions, closures and strings as other languages write them.

// scalarNames are the types that other languages convert numbers to, with the
// dtype that is meant.
var scalarNames = map[string]string{
	"int": "int32", "float": "float32", "double": "float64", "half": "float16", "long": "int64", "short": "int16",
	"bool": "bool", "int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64", "uint8": "uint8",
	"uint16": "uint16", "uint32": "uint32", "uint64": "uint64", "float16": "float16", "bfloat16": "bfloat16",
	"float32": "float32", "float64": "float64", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
	"u8": "uint8", "u32": "uint32", "u64": "uint64", "f16": "float16", "f32": "float32", "f64": "float64",
}

// castForm is what is said of every conversion.
func castForm(dtype string) string {
	return "`cast(%x, dtype=\"" + dtype + "\")` converts"
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
	return inner.Kind == Name && scalarNames[p.text[inner.Span.Start:inner.Span.End]] != "" && !foreignWords[p.lexeme(p.tok)]
}

// cast reads the operand behind `(int32)`.
func (p *parser) cast(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	inner := p.nodes[p.kids[p.nodes[left].kid]].Span
	dtype := scalarNames[p.text[inner.Start:inner.End]]
	behind := p.end
	reported := p.tell(Span{start, behind}, "there is no cast by a type in parentheses: "+castForm(dtype))
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

// asCast reads `e as f32` behind an expression, as Rust and Swift have it.
func (p *parser) asCast(left NodeID) NodeID {
	at, to := p.tok.Span, p.peekToken(1)
	dtype := scalarNames[p.lexeme(to)]
	start := p.start(left)
	text := p.cut(start, p.nodes[left].Span.End)
	if dtype == "" {
		return p.foreignRest(left, 1, "there is no `as`: "+castForm("float32"))
	}
	whole := Span{start, to.End}
	mark := p.mark()
	p.push(left)
	p.tell(at, "there is no `as`: "+castForm(dtype), Replace("write `cast(…)`", whole, "cast("+text+", dtype=\""+dtype+"\")"))
	p.advance()
	p.advance()
	p.errorAt = p.i
	return p.node(BadNode, mark, start)
}

// closureForm is what is said of a function in braces behind a call.
const closureForm = "a function is an argument like others, in the parentheses and with commas: `map(fn(%x) { … }, %xs)`"

// trailingClosure skips the braces behind a call, `map(%xs) { … }`, in which
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
		p.tell(p.tok.Span, closureForm)
		p.skipOne()
		p.errorAt = p.i
		return true
	}
	if p.nodes[call].Kind != Call {
		return false
	}
	callee := p.nodes[p.kids[p.nodes[call].kid]].Span
	at, message := p.tok.Span, closureForm
	var fixes []Fix
	if foreignHeads[p.text[callee.Start:callee.End]] {
		at, message, fixes = callee, functionForm, []Fix{Replace("write `fn`", callee, "fn")}
	}
	if word := p.text[callee.Start:callee.End]; sameLetters(word, "match") && p.clausesIn() {
		at, message, fixes = callee, "there is no `"+word+"`; did you mean `match`?", []Fix{Replace("write `match`", callee, "match")}
	}
	p.nodes[call].Kind, p.nodes[call].kids = BadNode, 0 // it lacks an argument
	p.tell(at, message, fixes...)
	p.skipOne()
	p.errorAt = p.i
	return true
}

// prefixedString reads `f"…"`, whose text is computed, and `r"…"`; callee is the
// name in front of the quotes.
func (p *parser) prefixedString(callee NodeID) (NodeID, bool) {
	n := p.nodes[callee]
	if n.Kind != Name || p.tok.Kind != TokString || p.tok.Flags != 0 || n.Span.End-n.Span.Start > 2 {
		return NoNode, false
	}
	mark := p.mark()
	p.tell(Span{n.Span.Start, p.tok.End}, "there are no strings but in attributes, and none that hold values: a text may be a constructor of a `data` type")
	p.push(callee)
	p.advance()
	p.errorAt = p.i
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
	p.tell(at, "this type is written `"+text+"`", Replace("write `"+text+"`", at, text))
	p.advance()
	p.advance()
	p.errorAt = p.i
}

// sameLetters reports whether two words have the same letters in some order.
func sameLetters(a, b string) bool {
	v, w := []byte(a), []byte(b)
	slices.Sort(v)
	slices.Sort(w)
	return slices.Equal(v, w)
}

// Calls as other languages write them: macros and methods.

// macros are those of Rust and what is said of each.
var macros = map[string]string{
	"vec":   "a sequence is written `[1, 2]`",
	"panic": noThrow, "todo": noThrow, "unreachable": noThrow, "unimplemented": noThrow,
	"assert": foreignStatements["assert"], "assert_eq": foreignStatements["assert"], "debug_assert": foreignStatements["assert"],
	"println": foreignStatements["print"], "print": foreignStatements["print"], "eprintln": foreignStatements["print"], "dbg": foreignStatements["print"],
	"format": "there are no strings but in attributes, and none that hold values",
}

// atMacro reports whether `!(…)` or `![…]` stands directly behind a name.
func (p *parser) atMacro(left NodeID) bool {
	next := p.peekToken(1)
	return p.tok.Kind == TokNot && p.tok.Flags == 0 && next.Flags == 0 && isOpener[next.Kind] && p.nodes[left].Kind == Name && !p.quiet
}

// macro reads `name!(…)`. The result has no type.
func (p *parser) macro(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	name := p.cut(start, p.end)
	at := Span{start, p.tok.End}
	message, ok := macros[name]
	if !ok {
		message = "there is no `" + name + "!`: a function is called by its name, `" + name + "(…)`"
	}
	var fixes []Fix
	if name == "vec" {
		fixes = []Fix{Replace("delete `vec!`", at, "")}
	}
	p.report(codes.SyntaxError, at, message, fixes...)
	p.advance()
	p.skipOne()
	p.errorAt = p.i
	return p.node(BadNode, mark, start)
}

// method reads `.name` and `.name(…)` behind an expression, where no such name can
// be; the dot has been read. Where the call follows, it has a fix that writes it.
func (p *parser) method(left NodeID) {
	name := p.lexeme(p.tok)
	open := p.peekToken(1)
	message := "a number behind `.`: the fields of a tuple have no names"
	if open.Kind != TokLParen || open.Flags != 0 {
		if !fieldsElsewhere[name] {
			p.expected(message)
			p.advance()
			return
		}
	}
	object := p.cut(p.start(left), p.nodes[left].Span.End)
	if len(object) > 30 || strings.Contains(object, "\n") {
		object = "%x"
	}
	p.report(codes.SyntaxError, p.tok.Span, "values have no methods and no fields: write `"+name+"("+object+", …)`")
	p.advance()
	if p.tok.Kind == TokLParen && p.tok.Flags == 0 {
		p.skipOne()
	}
	p.errorAt = p.i
}

// fieldsElsewhere are fields that values have in other languages.
var fieldsElsewhere = map[string]bool{"shape": true, "length": true, "size": true, "dtype": true}
