package syntax

import "slices"

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
