package syntax

import "slices"

// arrowType reads `-> U` behind a type, as ML and Haskell write the type of a
// function, as the type that it means.
func (p *parser) arrowType(left NodeID) NodeID {
	if p.tok.Kind != TokArrow || p.quiet || p.tok.Flags&AfterNewline != 0 || p.openParams >= 0 && p.partnerOf(p.openParams) < 0 {
		return left
	}
	start := p.start(left)
	if p.inArrow {
		p.errorAt = p.i
	}
	told := p.tell(p.tok.Span(), "the type of a function is written `fn(T) -> U`")
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
	right := p.deeper((*parser).typeExpr)
	p.inArrow = outer
	p.push(right)
	p.push(NoNode)
	id := p.node(TypeFn, mark, start)
	fix := p.functionTypeFix(left, in)
	p.arrowEdits = append(p.arrowEdits, fix.Edits...)
	if d := p.lone(told); d != nil {
		fix.Edits = slices.SortedFunc(slices.Values(p.arrowEdits), func(a, b Edit) int { return int(a.Span.Start - b.Span.Start) })
		d.Span, d.Fixes = Span{start, p.end}, []Fix{fix}
	}
	if !p.inArrow {
		p.arrowEdits = nil
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
	for i := p.i + 1; i < min(len(p.tokens), p.i+ahead); i++ {
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
	at := p.tok.Span()
	told := p.tell(at, "the arguments of a type stand in brackets: `"+what+"[…]`")
	mark, start := p.mark(), p.start(name)
	p.push(name)
	p.advance()
	p.errorAt = p.i
	for beginsType(p) {
		p.push(p.deeper((*parser).typeArg))
		if !p.accept(TokComma) {
			break
		}
	}
	if p.tok.Kind == TokGreater {
		if d := p.lone(told); d != nil {
			d.Fixes = []Fix{{Title: "write brackets", Edits: []Edit{{at, "["}, {p.tok.Span(), "]"}}}}
		}
		p.advance()
		p.errorAt = p.i
	}
	return p.node(TypeCall, mark, start)
}
