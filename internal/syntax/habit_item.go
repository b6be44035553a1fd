package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// importForm is what is said of every import of other languages.
const importForm = "a file is imported by its path: `import \"lib.frac\"`"

// recordForm is what is said of records.
const recordForm = "a type of several parts is a tuple, or a `data` type whose constructor has unnamed fields: `data Point { Point(float32, float32) }`"

// foreignData are the words that declare a choice of constructors elsewhere.
var foreignData = map[string]bool{"enum": true, "datatype": true, "union": true, "variant": true, "adt": true}

// foreignItems are the words that begin items of other languages, and what is
// said of each where a name or a path follows. The item is skipped.
var foreignItems = map[string]string{
	"from": importForm, "open": importForm, "use": importForm, "using": importForm, "include": importForm,
	"require": importForm, "import": importForm,
	"module":    "a file is a module: what it defines is seen by the files that import it",
	"package":   "a file is a module: what it defines is seen by the files that import it",
	"namespace": "a file is a module: what it defines is seen by the files that import it",
	"struct":    recordForm, "record": recordForm, "class": recordForm, "newtype": recordForm,
	"interface": "there are no interfaces: a `where` behind the result type says what operators a type parameter needs",
	"trait":     "there are no traits: a `where` behind the result type says what operators a type parameter needs",
	"impl":      "there are no methods: write a definition `def @f(…)`",
}

// foreignItem reads an item of another language, false where none begins here.
func (p *parser) foreignItem() (NodeID, bool) {
	if id, ok := p.whereItem(); ok {
		return id, true
	}
	next := p.peekToken(1)
	if next.Flags&AfterNewline != 0 {
		return NoNode, false
	}
	if id, ok := p.foreignDefinition(); ok {
		return id, true
	}
	if p.tok.Word == WordFn && next.Kind == TokGlobal {
		p.instead("def", "a definition begins with `def`")
		return p.definitionRest(p.mark(), p.tok.Start), true
	}
	if id, ok := p.unmarkedHead(); ok {
		return id, true
	}
	if id, ok := p.typeSignature(); ok {
		return id, true
	}
	if word := p.lexeme(p.tok); next.Kind == TokName && typeModifiers[word] && (foreignData[p.lexeme(next)] || foreignItems[p.lexeme(next)] != "") && p.peekToken(2).Kind == TokName {
		p.advance()
		next = p.peekToken(1)
	}
	if next.Kind == TokName && next.Word == NoWord && foreignData[p.lexeme(p.tok)] {
		p.instead("data", "a type with constructors is declared by `data`")
		if word := p.lexeme(p.tok); (word == "class" || word == "struct") && p.peek() == TokName {
			if n := len(p.errors); n > 0 && len(p.errors[n-1].Fixes) == 1 {
				p.errors[n-1].Fixes[0].Edits[0].Span.End = p.tok.End
			}
			p.advance() // `enum class`
			p.errorAt = p.i
		}
		return p.dataRest(p.mark(), p.tok.Start), true
	}
	if next.Kind != TokName && next.Kind != TokString && next.Kind != TokBad && next.Kind != TokGlobal {
		return NoNode, false
	}
	message, ok := foreignItems[p.lexeme(p.tok)]
	if !ok {
		return p.typedHead()
	}
	if p.tok.Word == WordImport && next.Kind == TokString {
		return NoNode, false
	}
	mark, start := p.mark(), p.tok.Start
	p.report(codes.SyntaxError, p.tok.Span, message)
	if message == recordForm && next.Kind == TokName {
		p.advance()
		return p.opaque(mark, start), true
	}
	p.skipItem()
	return p.node(ItemBad, mark, start), true
}

// typeModifiers are words that other languages have in front of `class` and `enum`.
var typeModifiers = map[string]bool{
	"sealed": true, "abstract": true, "final": true, "public": true, "pub": true, "private": true, "data": true, "export": true, "case": true,
}

// opaque skips a type that was reported: only its name, which stands here, is known.
func (p *parser) opaque(mark int, start int32) NodeID {
	p.push(p.leaf(Name))
	p.push(NoNode)
	p.skipItem()
	return p.node(ItemOpaque, mark, start)
}

// recordAhead reports whether `= { x: T; … }`, a record, stands here.
func (p *parser) recordAhead() bool {
	return p.tok.Kind == TokAssign && p.peek() == TokLBrace && p.peekToken(2).Kind == TokName &&
		p.peekToken(3).Kind == TokColon && p.peekToken(4).Kind != TokLParen && !p.quiet
}

// record reports the record whose `=` stands here and skips it; the name of the
// type and its parameters have been read.
func (p *parser) record(mark int, start int32) NodeID {
	p.tell(p.peekToken(1).Span, recordForm)
	p.skipItem()
	return p.node(ItemOpaque, mark, start)
}

// atSum reports whether a type behind `=` is a choice of constructors, as in ML:
// `A | B(int32)`. The current token is the `=`.
func (p *parser) atSum() bool {
	i := p.i + 1
	for ; i < len(p.tokens)-1; i++ {
		t := p.tokens[i]
		if isOpener[t.Kind] {
			if to := p.partnerOf(i); to > i {
				i = to
			}
			continue
		}
		if t.Kind == TokForeign || t.Kind == TokOr {
			return true
		}
		if t.Kind != TokName {
			return false
		}
	}
	return false
}

// sum reads `= A | B(int32)` behind the head of a type as the constructors that
// it means. The item begins at start.
func (p *parser) sum(start int32, name string) {
	at := p.tok.Span
	form := p.tell(at, "constructors are written in braces: `data "+name+" { A, B(int32) }`")
	reported, bad := len(p.errors), p.badTokens
	head := p.cut(start, at.Start)
	p.advance()
	first := p.tok.Start
	p.fieldEdits = nil
	for p.tok.Kind != TokEOF {
		if p.tok.Kind == TokForeign {
			edit := Edit{p.tok.Span, ""}
			if p.tok.Start != first {
				edit = Edit{Span{p.end, p.tok.End}, ","}
			}
			p.fieldEdits = append(p.fieldEdits, edit)
			p.advance()
			continue
		}
		if !p.atName() {
			break
		}
		p.summand = true
		p.push(p.constructor())
		p.summand = false
	}
	if p.badTokens == bad && reported > 0 {
		p.errors = p.errors[:min(reported, len(p.errors))] // the form of the whole is what is wrong
	}
	d := p.lone(form)
	if p.tok.Kind != TokEOF || d == nil || p.spread || p.end <= first {
		return
	}
	d.Fixes = []Fix{{Title: "put the constructors in braces", Edits: append(append(
		[]Edit{{Span{start, first}, "data" + afterWord(head) + "{ "}}, p.fieldEdits...), Edit{Span{p.end, p.end}, " }"})}}
}

// afterWord is a text without its first word.
func afterWord(text string) string {
	i := 0
	for i < len(text) && isLetter(text[i]) {
		i++
	}
	return text[i:]
}

// wordOf reports `A of int32 * bool` between braces.
func (p *parser) wordOf(name string) {
	next := p.peekToken(1)
	if p.tok.Kind != TokName || p.summand || p.quiet || p.lexeme(p.tok) != "of" || p.tok.Flags&AfterNewline != 0 || next.Flags&AfterNewline != 0 {
		return
	}
	if next.Kind != TokName && next.Kind != TokLParen {
		return
	}
	at := p.tok.Span
	reported := p.tell(at, "the fields of a constructor are written in parentheses behind its name: `"+name+"(float32)`")
	if last := p.peekToken(2); reported >= 0 && next.Kind == TokName && (last.Kind == TokComma || last.Flags&AfterNewline != 0 || last.Kind == TokRBrace) {
		text := "(" + p.lexeme(next) + ")"
		p.errors[reported].Fixes = []Fix{Replace("write `"+name+text+"`", Span{p.end, next.End}, text)}
	}
	p.inOf = true
}

// foreignFields reads what follows a constructor without parentheses (`A of
// int32 * bool`, `A int32`) as its fields, NoNode where nothing does.
func (p *parser) foreignFields() NodeID {
	outer := p.inOf
	p.inOf = false
	if p.tok.Kind != TokName || !p.summand && !outer || p.tok.Flags&AfterNewline != 0 {
		return NoNode
	}
	mark, start, from := p.mark(), p.tok.Start, p.end
	p.errorAt = p.i
	if p.lexeme(p.tok) == "of" {
		p.advance()
	}
	var fields []string
	for beginsType(p) && p.tok.Flags&AfterNewline == 0 || p.tok.Kind == TokStar {
		if p.tok.Kind == TokStar {
			p.advance()
			continue
		}
		p.errorAt = p.i
		before := p.i
		id := p.plainType()
		p.push(id)
		if p.i == before { // a sign of no type
			p.spread = true
			p.advance()
		}
		fields = append(fields, p.cut(p.start(id), p.end))
	}
	if p.summand && len(fields) > 0 {
		p.fieldEdits = append(p.fieldEdits, Edit{Span{from, p.end}, "(" + strings.Join(fields, ", ") + ")"})
	} else {
		p.spread = true
	}
	return p.node(TypeTuple, mark, start)
}

// roundParams reads the type parameters of `data Box(a) {…}`, false where they do not
// stand here.
func (p *parser) roundParams(name string) (NodeID, bool) {
	if p.tok.Kind != TokLParen || p.quiet {
		return NoNode, false
	}
	to := p.partnerOf(p.i)
	if to < 0 || p.tokens[to+1].Kind != TokLBrace && p.tokens[to+1].Kind != TokAssign {
		return NoNode, false
	}
	mark, opening, closing := p.mark(), p.tok, p.tokens[to]
	p.tell(Span{opening.Start, closing.End}, "type parameters are written in angle brackets: `"+name+"<"+p.cut(opening.End, closing.Start)+">`",
		Fix{Title: "write `<…>`", Edits: []Edit{{opening.Span, "<"}, {closing.Span, ">"}}})
	for p.i < to {
		if p.tok.Kind == TokName {
			p.push(p.leaf(TypeParam))
		} else {
			p.advance()
		}
	}
	p.advance()
	return p.node(TypeParams, mark, opening.Start), true
}

// sumParams reads the type parameters of `data Maybe a = …`, as Haskell writes
// them, NoNode where they do not stand here.
func (p *parser) sumParams() NodeID {
	n := 0
	for n < ahead && p.peekToken(n).Kind == TokName && p.peekToken(n).Flags&AfterNewline == 0 {
		n++
	}
	if n == 0 || p.peekToken(n).Kind != TokAssign {
		return NoNode
	}
	mark, start := p.mark(), p.tok.Start
	var names []string
	for ; p.tok.Kind == TokName; n-- {
		names = append(names, p.lexeme(p.tok))
		p.push(p.leaf(TypeParam))
	}
	p.report(codes.SyntaxError, Span{start, p.end}, "type parameters are written in angle brackets, constructors in braces: `<"+strings.Join(names, ", ")+"> { A, B(int32) }`")
	p.errorAt = p.i
	return p.node(TypeParams, mark, start)
}

const (
	definitionForm = "a definition begins with `def`"
	globalForm     = "what a file defines is a function: a value is one without parameters, `def @n() { … }`"
	aliasForm      = "another name for a type is given by `type N = T`"
)

// foreignModifiers are words that other languages have in front of a definition.
var foreignModifiers = map[string]bool{
	"pub": true, "public": true, "private": true, "static": true, "export": true, "async": true, "inline": true,
	"extern": true, "local": true, "partial": true, "override": true,
}

// foreignDefinition reads a definition or a binding at the top of a file as other
// languages write it, false where none begins here.
func (p *parser) foreignDefinition() (NodeID, bool) {
	word, next, third := p.lexeme(p.tok), p.peekToken(1), p.peekToken(2)
	switch {
	case next.Kind == TokName && third.Kind == TokGlobal && foreignModifiers[word] && p.definesHere(next):
		start := p.tok.Start
		at := Span{start, next.End}
		p.report(codes.SyntaxError, at, definitionForm+", without `"+word+"`", Replace("write `def`", at, "def").surely())
		p.advance()
		p.advance()
		p.errorAt = p.i
		return p.definitionRest(p.mark(), start), true
	case next.Kind == TokGlobal && (third.Kind == TokAssign || third.Kind == TokColon) && (word == "let" || foreignBinders[word]):
		return p.globalBinding(1), true
	case next.Kind == TokName && (third.Kind == TokAssign || third.Kind == TokColon) && !p.quiet && foreignBinders[word]:
		return p.globalBinding(1), true
	case p.equation():
		return p.headOnly(0, "a definition is written `def @"+word+"(%x) { … }`: its parameters are in parentheses, its body in braces"), true
	case p.tok.Kind == TokGlobal && next.Kind == TokAssign && !p.quiet:
		return p.globalBinding(0), true
	case word == "typedef" && next.Kind == TokName && third.Kind != TokAssign && !p.quiet:
		mark, start := p.mark(), p.tok.Start
		p.tell(p.tok.Span, aliasForm)
		p.skipItem()
		return p.node(ItemBad, mark, start), true
	case (word == "using" || word == "newtype" || word == "typedef" || word == "alias" || word == "typealias") && next.Kind == TokName && third.Kind == TokAssign:
		p.instead("type", aliasForm)
		id := p.alias(p.mark(), p.tok.Start)
		p.accept(TokSemi)
		return id, true
	}
	return NoNode, false
}

// equation reports whether `f x = e` stands here, as Haskell defines a function: what
// stands in front of the parameters is no type.
func (p *parser) equation() bool {
	word := p.lexeme(p.tok)
	if p.quiet || p.tok.Kind != TokName || p.tok.Word != NoWord || !p.peekToken(1).isParameter() ||
		isCapital(word) || foreignBinders[word] {
		return false
	}
	n := 1
	for n < ahead && p.peekToken(n).isParameter() && p.peekToken(n).Flags&AfterNewline == 0 {
		n++
	}
	if n == 1 || p.peekToken(n).Kind != TokAssign || foreignItems[word] != "" || word == "alias" || word == "typealias" || word == "let" {
		return false
	}
	last := p.lexeme(p.peekToken(n - 1))
	for i := n + 1; i < ahead; i++ {
		switch t := p.peekToken(i); {
		case t.Kind == TokEOF:
			return false
		case t.isParameter() && p.lexeme(t) == last:
			return true
		}
	}
	return false
}

// isCapital reports whether a name begins with a capital letter.
func isCapital(name string) bool { return 'A' <= name[0] && name[0] <= 'Z' }

// definesHere reports whether a word begins a definition, here or elsewhere.
func (p *parser) definesHere(t Token) bool {
	word := p.lexeme(t)
	return t.Word == WordDef || t.Word == WordFn || word == "func" || word == "function" || word == "fun"
}

// globalBinding reads `let @f = e` and `@n = e`, whose name stands n tokens ahead,
// as a definition of which only the name is known.
func (p *parser) globalBinding(n int) NodeID {
	return p.headOnly(n, globalForm)
}

// forallParams reads `forall a b.` as the type parameters that it means, NoNode
// where it does not stand here. what stands in front of them in the message.
func (p *parser) forallParams(what string) NodeID {
	if !p.atForall() {
		return NoNode
	}
	mark, start := p.mark(), p.tok.Start
	forall := p.tok
	p.advance()
	var names []string
	for p.tok.Kind == TokName {
		names = append(names, p.lexeme(p.tok))
		p.push(p.leaf(TypeParam))
	}
	dot := p.tok
	shown := what + "<" + strings.Join(names, ", ") + ">"
	p.i--
	p.report(codes.SyntaxError, Span{forall.Start, dot.End}, "type parameters are written in angle brackets: `"+shown+"`",
		p.forallFix(shown, what, Span{forall.Start, dot.End}).surely())
	p.i++
	p.advance()
	p.errorAt = p.i
	return p.node(TypeParams, mark, start)
}

// forallFix writes the parameters in angle brackets directly behind what stands
// in front of them.
func (p *parser) forallFix(shown, what string, at Span) Fix {
	from := p.spaceBefore(at.Start)
	text := strings.TrimPrefix(shown, what)
	if fn := p.peekToken(2); what == "fn" && fn.Word == WordFn {
		return Replace("write `"+shown+"`", Span{at.Start, fn.End}, shown)
	}
	return Replace("write `"+text+"`", Span{from, at.End}, text)
}

// atForall reports whether `forall a b.` stands here.
func (p *parser) atForall() bool {
	if p.tok.Kind != TokName || p.quiet || p.lexeme(p.tok) != "forall" {
		return false
	}
	n := 1
	for n < ahead && p.peekToken(n).Kind == TokName && p.peekToken(n).Flags&AfterNewline == 0 {
		n++
	}
	return n > 1 && p.peekToken(n).Kind == TokDot
}

// Heads of definitions that begin otherwise than with `def @f`.

// foreignHeads are the words that other languages begin a definition with.
var foreignHeads = map[string]bool{
	"fn": true, "fun": true, "func": true, "function": true, "proc": true, "defn": true, "define": true,
}

// unmarkedHead reads `fn f(…)` and `function f(…)`, whose name lacks its `@` too,
// at the top of a file; false where nothing of these stands here.
func (p *parser) unmarkedHead() (NodeID, bool) {
	next := p.peekToken(1)
	if next.Kind != TokName || p.peekToken(2).Kind != TokLParen || p.quiet || !foreignHeads[p.lexeme(p.tok)] {
		return NoNode, false
	}
	start, at := p.tok.Start, Span{p.tok.Start, next.End}
	text := "def @" + p.lexeme(next)
	p.headTold = p.tell(at, "a definition begins with `def`, the name of a function with `@`: `"+text+"(…)`", Replace("write `"+text+"`", at, text)) + 1
	p.advance()
	mark := p.mark()
	p.owner = p.lexeme(p.tok)
	p.push(p.leaf(Global))
	p.errorAt = p.i
	return p.definitionTail(mark, start), true
}

// typedHead reports `int32 f(int32 x) { … }`, as C has it, and skips the item, of
// which only the name is known.
func (p *parser) typedHead() (NodeID, bool) {
	name, open := p.peekToken(1), p.peekToken(2)
	if p.tok.Word != NoWord || name.Kind != TokName || name.Word != NoWord || open.Kind != TokLParen || p.quiet {
		return NoNode, false
	}
	to := p.partnerOf(p.i + 2)
	if to < 0 || p.tokens[to+1].Kind != TokLBrace {
		return NoNode, false
	}
	return p.headOnly(1, "a definition is written `def @"+p.lexeme(name)+"(…) -> "+p.lexeme(p.tok)+" { … }`, the type of a parameter behind it: `%x: int32`"), true
}

// typeSignature reports `f :: T -> U`, as Haskell has it, and skips it.
func (p *parser) typeSignature() (NodeID, bool) {
	colon := p.peekToken(1)
	if colon.Kind != TokColon || p.quiet || colon.Flags&AfterSpace == 0 && p.tok.Kind == TokName {
		return NoNode, false
	}
	last := colon
	if next := p.peekToken(2); next.Kind == TokColon && next.Flags == 0 {
		last = next
	} else if p.tok.Kind == TokGlobal || !p.arrowAhead(2) {
		return NoNode, false
	}
	mark, start := p.mark(), p.tok.Start
	p.tell(Span{start, last.End}, "the type of a function is written in its definition: `def @"+strings.TrimPrefix(p.lexeme(p.tok), "@")+"(%x: T) -> U { … }`")
	p.skipItem()
	return p.node(ItemBad, mark, start), true
}

// arrowAhead reports whether a type with an arrow stands n tokens ahead on this line, and
// nothing that would make it a definition.
func (p *parser) arrowAhead(n int) bool {
	found := false
	for ; n < ahead; n++ {
		switch t := p.peekToken(n); {
		case t.Kind == TokEOF, t.Flags&AfterNewline != 0:
			return found
		case t.Kind == TokArrow:
			found = true
		case t.Kind == TokAssign, t.Kind == TokLBrace, t.Kind == TokLocal:
			return false
		}
	}
	return false
}

// whereItem reads `where %y = e` behind a definition, as Haskell has it.
func (p *parser) whereItem() (NodeID, bool) {
	if next := p.peekToken(1); p.tok.Word != WordWhere || p.quiet || !next.isParameter() || p.peekToken(2).Kind != TokAssign {
		return NoNode, false
	}
	mark, start := p.mark(), p.tok.Start
	p.tell(p.tok.Span, whereForm(p.lexeme(p.peekToken(1))))
	p.skipItem()
	return p.node(ItemBad, mark, start), true
}

func whereForm(name string) string {
	return "there is no `where` behind an expression: what it uses is bound in front of it, with `let " + name + " = …;`"
}

// headOnly reports an item whose name stands n tokens ahead and skips the rest:
// it is a definition of which nothing else is known.
func (p *parser) headOnly(n int, message string) NodeID {
	mark, start := p.mark(), p.tok.Start
	p.tell(Span{start, p.peekToken(n).End}, message)
	for range n {
		p.advance()
	}
	p.push(p.leaf(Global))
	for range 5 { // type parameters, parameters, result, constraints, body
		p.push(NoNode)
	}
	p.skipItem()
	return p.node(ItemDef, mark, start)
}

// skipItem skips what is left of the item.
func (p *parser) skipItem() {
	p.i = len(p.tokens) - 1
	p.end = p.tokens[max(0, p.i-1)].End
	p.tok = p.tokens[p.i]
	p.errorAt = p.i
}

// wordsBeforeName skips what stands between `def` and the name of the function,
// such as `rec`.
func (p *parser) wordsBeforeName() {
	next := p.peekToken(1)
	if p.tok.Kind != TokName || next.Kind != TokGlobal || next.Flags&AfterNewline != 0 || p.quiet {
		return
	}
	word := p.lexeme(p.tok)
	message := "the name of the function follows `def`, without `" + word + "`"
	if word == "rec" {
		message = "there is no `rec`: every definition may call itself"
	}
	p.tell(p.tok.Span, message, Replace("delete `"+word+"`", Span{p.tok.Start, next.Start}, ""))
	p.advance()
	p.errorAt = p.i
}
