package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
)

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
