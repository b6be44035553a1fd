package syntax

import "github.com/fraccheck/fraccheck/codes"

// arrowType reads `-> U` behind a type, as ML and Haskell write the type of a
// function, as the type that it means.
func (p *parser) arrowType(left NodeID) NodeID {
	if p.tok.Kind != TokArrow || p.quiet || p.tok.Flags&AfterNewline != 0 || p.openParams >= 0 && p.partnerOf(p.openParams) < 0 {
		return left
	}
	start := p.start(left)
	told := len(p.errors)
	if p.inArrow {
		p.errorAt = p.i
	}
	p.report(codes.SyntaxError, p.tok.Span(), "the type of a function is written `fn(T) -> U`")
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
	outer := p.inArrow
	p.inArrow = true
	right := p.typeExpr()
	p.inArrow = outer
	p.push(right)
	p.push(NoNode)
	id := p.node(TypeFn, mark, start)
	if len(p.errors) == told+1 && p.errors[told].Fixes == nil {
		p.errors[told].Span = Span{start, p.end}
		fix := p.functionTypeFix(left, in)
		fix.Edits = append(fix.Edits, p.arrowEdits...)
		p.arrowEdits = nil
		p.errors[told].Fixes = []Fix{fix}
	} else if p.inArrow {
		p.arrowEdits = append(p.functionTypeFix(left, in).Edits, p.arrowEdits...)
	}
	return id
}

// functionTypeFix writes `fn` in front of the parameters of a function type, and
// parentheses around them where there are none.
func (p *parser) functionTypeFix(left, in NodeID) Fix {
	span := p.nodes[left].Span
	if left == in {
		return Fix{Title: "insert `fn`", Edits: []Edit{{Span{span.Start, span.Start}, "fn"}}}
	}
	return Fix{Title: "write `fn(…)`", Edits: []Edit{{Span{span.Start, span.Start}, "fn("}, {Span{span.End, span.End}, ")"}}}
}

// closesAngle tells whether the `<` here is closed by a `>` on its line.
func (p *parser) closesAngle() bool {
	for i := p.i + 1; i < len(p.tokens); i++ {
		switch t := p.tokens[i]; {
		case t.Kind == TokGreater:
			return true
		case t.Flags&AfterNewline != 0, t.Kind == TokLBrace, t.Kind == TokEOF, t.Kind == TokSemi:
			return false
		}
	}
	return false
}

// angleCall reads `List<int32>`, as C++ and Rust write the arguments of a type.
func (p *parser) angleCall(name NodeID, what string) NodeID {
	told := len(p.errors)
	at := p.tok.Span()
	p.report(codes.SyntaxError, at, "the arguments of a type stand in brackets: `"+what+"[…]`")
	mark, start := p.mark(), p.start(name)
	p.push(name)
	p.advance()
	p.errorAt = p.i
	for beginsType(p) {
		p.push(p.typeArg())
		if !p.accept(TokComma) {
			break
		}
	}
	if p.tok.Kind == TokGreater {
		if len(p.errors) == told+1 {
			p.errors[told].Fixes = []Fix{{Title: "write brackets", Edits: []Edit{{at, "["}, {p.tok.Span(), "]"}}}}
		}
		p.advance()
		p.errorAt = p.i
	}
	return p.node(TypeCall, mark, start)
}
