package syntax

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
)

// habitItem reads an item of another language, false where none begins here.
func (p *parser) habitItem() (NodeID, bool) {
	next := p.peekToken(1)
	if p.tok.Word == WordDef && next.Kind == TokGlobal && p.peekToken(2).Kind == TokLParen {
		return NoNode, false // most items, at no cost
	}
	if p.tok.Word != WordWhere && next.Flags&AfterNewline != 0 {
		return NoNode, false
	}
	word := p.lexeme(p.tok)
	if kind := p.lexeme(next); next.Kind == TokName && habits.Has("type modifier", word) &&
		(habits.Has("data", kind) || habits.BeginsItem(kind)) && p.peekToken(2).Kind == TokName {
		p.advance()
	}
	if id, ok := p.readHabit(habits.Item); ok {
		return id, true
	}
	if p.equation() {
		return p.headOnly(0, habits.Equation.With(word)), true
	}
	if id, ok := p.typeSignature(); ok {
		return id, true
	}
	return p.typedHead()
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
	p.reportHabit(p.peekToken(1).Span, habits.Record.Message)
	p.skipItem()
	return p.node(ItemOpaque, mark, start)
}

// atSum reports whether a type after `=` is a choice of constructors, as in ML:
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

// sum reads `= A | B(int32)` after the head of a type as the constructors that
// it means. The item begins at start.
func (p *parser) sum(start int32, name string) {
	at := p.tok.Span
	form := p.reportHabit(at, habits.Constructors.With(name))
	if p.frontParam != "" {
		form = 0 // which paramInFront reported
	}
	reported, bad := len(p.errors), p.badTokens
	head := p.cut(start, at.Start)
	p.advance()
	first := p.tok.Start
	p.fieldEdits = nil
	for p.tok.Kind != TokEOF && !p.atClauseWord() {
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
	last := p.end
	if p.atClauseWord() {
		p.skipItem()
	}
	d := p.lone(form)
	if p.tok.Kind != TokEOF || d == nil || p.spread || p.end <= first {
		return
	}
	opening := "data" + afterWord(head) + "{ "
	if p.frontParam != "" {
		opening = "data " + name + "<" + p.frontParam + "> { "
	}
	edits := append(append([]Edit{{Span{start, first}, opening}}, p.fieldEdits...), Edit{Span{last, p.end}, " }"})
	d.Fixes = []Fix{{Title: "put the constructors in braces", Edits: p.withoutQuotes(edits)}}
}

// atClauseWord reports whether a clause of another language's declaration begins here, such as
// `deriving Show`.
func (p *parser) atClauseWord() bool {
	return p.tok.Kind == TokName && library.IsClause(p.lexeme(p.tok))
}

// withoutQuotes adds to edits in their order those that take the quote from OCaml's type variables
// which they leave.
func (p *parser) withoutQuotes(edits []Edit) []Edit {
	for _, t := range p.tokens {
		covers := func(e Edit) bool { return e.Span.Start <= t.Start && t.End <= e.Span.End }
		if t.Kind == TokName && p.text[t.Start] == '\'' && !slices.ContainsFunc(edits, covers) {
			edits = append(edits, Edit{Span{t.Start, t.Start + 1}, ""})
		}
	}
	slices.SortStableFunc(edits, compareEdits)
	return edits
}

// declareTypeVariables gives the error of a definition's first type variable in OCaml's spelling,
// where that is the only one, the fix that declares all of them.
func (p *parser) declareTypeVariables(root NodeID) {
	if len(p.errors) != 1 || p.errors[0].Message != habits.TypeVariable.Message || p.nodes[root].Kind != ItemDef {
		return
	}
	def := p.nodes[root]
	name, params := p.kids[def.kid], p.kids[def.kid+1]
	if params != NoNode || p.nodes[name].Kind != Global {
		return
	}
	var names []string
	for _, t := range p.tokens {
		if text := p.lexeme(t); t.Kind == TokName && text[0] == '\'' && !slices.Contains(names, text[1:]) {
			names = append(names, text[1:])
		}
	}
	behind := p.nodes[name].Span.End
	declared := "<" + strings.Join(names, ", ") + ">"
	p.errors[0].Fixes = []Fix{{Title: "declare `" + declared + "`", Edits: p.withoutQuotes([]Edit{{Span{behind, behind}, declared}})}}
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
	reported := p.reportHabit(at, habits.Of.With(name))
	if last := p.peekToken(2); reported >= 0 && next.Kind == TokName && (last.Kind == TokComma || last.Flags&AfterNewline != 0 || last.Kind == TokRBrace) {
		text := "(" + p.lexeme(next) + ")"
		p.errors[reported].Fixes = []Fix{Replace("write `"+name+text+"`", Span{p.end, next.End}, text)}
	}
	p.inOf = true
}

// habitFields reads what follows a constructor without parentheses (`A of
// int32 * bool`, `A int32`) as its fields, NoNode where nothing does.
func (p *parser) habitFields() NodeID {
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
		fields = append(fields, strings.ReplaceAll(p.cut(p.start(id), p.end), "'", ""))
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
	p.reportHabit(Span{opening.Start, closing.End}, habits.Angle.With(name+"<"+p.cut(opening.End, closing.Start)+">"),
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

// sumParams reads the type parameters of `data Maybe a = …` and `data Maybe a { … }`, as Haskell
// writes them, NoNode where they do not stand here.
func (p *parser) sumParams() NodeID {
	n := 0
	for n < ahead && p.peekToken(n).Kind == TokName && p.peekToken(n).Flags&AfterNewline == 0 {
		n++
	}
	if n == 0 || p.peekToken(n).Kind != TokAssign && p.peekToken(n).Kind != TokLBrace {
		return NoNode
	}
	mark, start := p.mark(), p.tok.Start
	var names []string
	for ; p.tok.Kind == TokName; n-- {
		names = append(names, p.lexeme(p.tok))
		p.push(p.leaf(TypeParam))
	}
	p.report(codes.SyntaxError, Span{start, p.end}, habits.AngleBraces.With(strings.Join(names, ", ")))
	p.errorAt = p.i
	return p.node(TypeParams, mark, start)
}

// equation reports whether `f x = e` stands here, as Haskell defines a function: what
// precedes the parameters is no type.
func (p *parser) equation() bool {
	word := p.lexeme(p.tok)
	if p.quiet || p.tok.Kind != TokName || p.tok.Word != NoWord || !p.peekToken(1).isParameter() ||
		isCapital(word) || habits.Has("binder", word) {
		return false
	}
	n := 1
	for n < ahead && p.peekToken(n).isParameter() && p.peekToken(n).Flags&AfterNewline == 0 {
		n++
	}
	if n > 1 && p.lexeme(p.peekToken(n)) == "|" && !habits.BeginsItem(word) {
		return p.assignsOnLine(n + 1)
	}
	if n == 1 || p.peekToken(n).Kind != TokAssign || habits.BeginsItem(word) || word == "alias" || word == "typealias" || word == "let" {
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

// assignsOnLine reports whether `=` stands on the current line, from the n-th token on.
func (p *parser) assignsOnLine(n int) bool {
	for ; n < ahead; n++ {
		switch t := p.peekToken(n); {
		case t.Kind == TokEOF, t.Flags&AfterNewline != 0:
			return false
		case t.Kind == TokAssign:
			return true
		}
	}
	return false
}

// isCapital reports whether a name begins with a capital letter.
func isCapital(name string) bool { return 'A' <= name[0] && name[0] <= 'Z' }

// forallParams reads `forall a b.` as the type parameters that it means, NoNode
// where it does not stand here. what precedes them in the message.
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
	p.report(codes.SyntaxError, Span{forall.Start, dot.End}, habits.Angle.With(shown),
		p.forallFix(shown, what, Span{forall.Start, dot.End}).surely())
	p.i++
	p.skip(1)
	return p.node(TypeParams, mark, start)
}

// forallFix writes the parameters in angle brackets directly after what stands
// before them.
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
	return p.headOnly(1, habits.TypedHead.With(p.lexeme(name), p.lexeme(p.tok))), true
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
	p.reportHabit(Span{start, last.End}, habits.Signature.With(strings.TrimPrefix(p.lexeme(p.tok), "@")))
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

// headOnly reports an item whose name stands n tokens ahead and skips the rest.
func (p *parser) headOnly(n int, message string) NodeID {
	p.reportHabit(Span{p.tok.Start, p.peekToken(n).End}, message)
	return p.nameOnly(n, p.mark(), p.tok.Start)
}

// nameOnly reads a definition of which nothing is known but its name, n tokens ahead.
func (p *parser) nameOnly(n, mark int, start int32) NodeID {
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
	message := habits.NameWord.With(word)
	if word == "rec" {
		message = habits.Recursive.Message
	}
	p.reportHabit(p.tok.Span, message, Replace("delete `"+word+"`", Span{p.tok.Start, next.Start}, ""))
	p.skip(1)
}
