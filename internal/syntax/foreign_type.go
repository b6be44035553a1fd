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
	reported := p.tell(p.tok.Span, "the type of a function is written `fn(T) -> U`")
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
	if d := p.lone(reported); d != nil {
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

// borrowed reports the `&` in front of a type, as Rust and C++ have it.
func (p *parser) borrowed() {
	message := "types have no `&`: values never change, so that they may be shared; `ref(T)` is a cell that can be written"
	next := p.peekToken(1)
	at := Span{p.tok.Start, next.Start}
	if next.Kind == TokLBracket {
		message = "a sequence has the type `FractalTensor[int32]`, an array `Tensor[(3), float32]`, without `&`"
	}
	p.tell(p.tok.Span, message, Replace("delete `&`", at, ""))
	p.advance()
	p.errorAt = p.i
}

// borrowedType reads `&T` as T, and `&mut T` as a cell of which nothing is known.
func (p *parser) borrowedType() NodeID {
	mut, behind := p.peekToken(1), p.peekToken(2)
	if p.lexeme(mut) != "mut" || behind.Flags&AfterNewline != 0 || behind.Kind != TokName {
		p.borrowed()
		return p.deeper((*parser).typeExpr)
	}
	mark, start := p.mark(), p.tok.Start
	reported := p.tell(Span{start, mut.End}, "types have no `&mut`: a cell that can be written has the type `ref(T)`")
	p.advance()
	p.advance()
	p.errorAt = p.i
	p.push(p.deeper((*parser).typeExpr))
	if d := p.lone(reported); d != nil {
		d.Fixes = []Fix{{Title: "write `ref(…)`", Edits: []Edit{{Span{start, behind.Start}, "ref("}, {Span{p.end, p.end}, ")"}}}}
	}
	return p.node(BadNode, mark, start)
}

// closesAngle reports whether the `<` here is closed by a `>` on its line.
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

// angleTypes are types of other languages whose arguments stand in angle brackets,
// and what they are called here.
var angleTypes = map[string]string{
	"Vec": "FractalTensor", "vector": "FractalTensor", "Vector": "FractalTensor", "Array": "FractalTensor", "ArrayList": "List",
	"list": "List", "LinkedList": "List", "Seq": "FractalTensor", "Option": "Optional", "option": "Optional", "optional": "Optional", "Maybe": "Optional",
}

// angleCall reads `List<int32>`, as C++ and Rust write the arguments of a type.
func (p *parser) angleCall(name NodeID, what string) NodeID {
	at := p.tok.Span
	meant := what
	if here := angleTypes[what]; here != "" {
		meant = here
	}
	if p.peekToken(1).Flags&afterBad != 0 { // `tensor<2x3xf32>`
		p.errorAt = p.i
	}
	outer := p.inAngle
	if outer {
		p.errorAt = p.i
	}
	reported := p.tell(at, "the arguments of a type are written in brackets: `"+meant+"[…]`")
	p.inAngle = true
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
		p.angleEdits = append(p.angleEdits, Edit{Span{start, at.End}, meant + "["}, Edit{p.tok.Span, "]"})
		if d := p.lone(reported); d != nil {
			edits := slices.SortedFunc(slices.Values(p.angleEdits), func(a, b Edit) int { return int(a.Span.Start - b.Span.Start) })
			d.Fixes = []Fix{{Title: "write `" + meant + "[…]`", Edits: edits}}
		}
		p.advance()
		p.errorAt = p.i
	}
	if p.inAngle = outer; !outer {
		p.angleEdits = nil
	}
	return p.node(TypeCall, mark, start)
}
