package syntax

// Definitions inside of others, as Python, Rust and JavaScript have them.

// innerForm is what is said of a definition in a block.
const innerForm = "a function inside of another is bound by `let`: `let %g = fn(%x) { … };`"

// innerDefinition reports `def @g(…) {…}`, `fn g(…) {…}` and their like in a block.
// What follows in the block may speak of the function, so all of it is skipped and
// the block's result has no type; false where none stands here.
func (p *parser) innerDefinition() (NodeID, bool) {
	name, open := p.peekToken(1), p.peekToken(2)
	if name.Kind != TokGlobal && name.Kind != TokLocal && (name.Kind != TokName || name.Word != NoWord) || open.Kind != TokLParen || open.Flags&AfterSpace != 0 {
		return NoNode, false
	}
	if p.quiet || p.tok.Kind != TokName || p.tok.Word != WordDef && !foreignHeads[p.lexeme(p.tok)] {
		return NoNode, false
	}
	mark, start := p.mark(), p.tok.Start
	reported := p.tell(Span{start, name.End}, innerForm)
	fix, writable := p.innerFix(start, name)
	for p.tok.Kind != TokEOF && p.tok.Kind != TokRBrace {
		p.skipOne()
	}
	p.errorAt = p.i
	if d := p.lone(reported); d != nil && writable {
		d.Fixes = []Fix{fix}
	}
	return p.node(BadNode, mark, start), true
}

// innerFix binds the function, whose name is given, with `let`, and writes a variable
// wherever the item speaks of it further on; false where its body cannot be found.
func (p *parser) innerFix(start int32, name Token) (Fix, bool) {
	to := p.partnerOf(p.i + 2)
	for to >= 0 && to < len(p.tokens)-1 && p.tokens[to].Kind != TokLBrace {
		if p.tokens[to].Kind == TokColon || p.tokens[to].Kind == TokSemi {
			return Fix{}, false
		}
		to++
	}
	to = p.partnerAt(to)
	if to < 0 {
		return Fix{}, false
	}
	bare := p.lexeme(name)
	if name.Kind != TokName {
		bare = bare[1:]
	}
	end := p.tokens[to].End
	edits := []Edit{{Span{start, name.End}, "let %" + bare + " = fn"}}
	for i, t := range p.tokens {
		if i == to {
			edits = append(edits, Edit{Span{end, end}, ";"})
		}
		if t.Start > name.End && t.Kind == TokGlobal && p.lexeme(t)[1:] == bare {
			edits = append(edits, Edit{t.Span, "%" + bare})
		}
	}
	return Fix{Title: "write `let %" + bare + " = fn(…) { … };`", Edits: edits}, true
}
