package syntax

// mark is where the children of the node that is about to be read begin.
func (p *parser) mark() int { return len(p.stack) }

func (p *parser) push(id NodeID) { p.stack = append(p.stack, id) }

// node makes a node of the children since mark; it runs from start to the
// last token that was consumed, which may lie in front of start where nothing
// was.
func (p *parser) node(kind Kind, mark int, start int32) NodeID {
	first := int32(len(p.kids))
	p.kids = append(p.kids, p.stack[mark:]...)
	start = p.before(mark, start)
	p.stack = p.stack[:mark]
	return p.add(Node{
		Kind: kind,
		Span: Span{min(start, p.end), p.end},
		kid:  first,
		kids: int32(len(p.kids)) - first,
	})
}

// before moves the start of a node to its first part: one that is missing stands
// behind the token before, in front of what could not be read.
func (p *parser) before(mark int, start int32) int32 {
	for _, id := range p.stack[mark:] {
		if id != NoNode {
			return min(start, p.nodes[id].Span.Start)
		}
	}
	return start
}

func (p *parser) add(n Node) NodeID {
	p.nodes = append(p.nodes, n)
	return NodeID(len(p.nodes) - 1)
}

// leaf makes a node of the current token.
func (p *parser) leaf(kind Kind) NodeID {
	id := p.add(Node{Kind: kind, Span: p.tok.Span})
	p.advance()
	return id
}

// operator makes an Operator of the current token.
func (p *parser) operator() NodeID {
	id := p.add(Node{Kind: Operator, Span: p.tok.Span, Data: int32(p.tok.Kind)})
	p.advance()
	return id
}

// hole is a BadNode where something is missing.
func (p *parser) hole() NodeID {
	return p.add(Node{Kind: BadNode, Span: Span{p.end, p.end}})
}

func (p *parser) start(id NodeID) int32 { return p.nodes[id].Span.Start }

func (p *parser) setFlag(id NodeID, f Flags, on bool) NodeID {
	if on {
		p.nodes[id].Flags |= f
	}
	return id
}

// noteIndex is the index of the token behind the next note, or one that no
// token has.
func (p *parser) noteIndex() int {
	if p.nextNote < len(p.notes) {
		return p.notes[p.nextNote].at
	}
	return -1
}

// annotate attaches the notes in front of the current token to a node that
// has just ended.
func (p *parser) annotate(of NodeID) {
	for p.noteAt >= 0 && p.noteAt <= p.i {
		n := p.notes[p.nextNote]
		p.nextNote++
		p.noteAt = p.noteIndex()
		if n.at == p.i {
			p.comment(of, n.token)
		}
	}
}

// comment reads a type note for a node.
func (p *parser) comment(of NodeID, t Token) {
	span, _ := noteType(p.lexeme(t))
	id := p.noteTree(span.Shift(t.Start))
	p.comments = append(p.comments, TypeComment{of, id, t.Span})
}

// noteTree parses the type at a span of the text, NoNode where there is none.
func (p *parser) noteTree(span Span) NodeID {
	outer, nodes, kids, mark := p.cursor, len(p.nodes), len(p.kids), len(p.stack)
	p.lexed = p.lexSpan(span)
	p.cursor = cursor{tokens: p.lexed, tok: p.lexed[0], end: span.Start, noteAt: -1, depth: outer.depth, errorAt: -1, infixAt: -1, quiet: true}
	id := p.typeExpr()
	ok := !p.failed && p.tok.Kind == TokEOF
	p.cursor = outer
	if !ok {
		p.nodes, p.kids, p.stack = p.nodes[:nodes], p.kids[:kids], p.stack[:mark]
		return NoNode
	}
	return id
}

// lexSpan gives the tokens of a part of the text.
func (p *parser) lexSpan(span Span) []Token {
	l := lexer{text: p.text[:span.End], pos: int(span.Start)}
	tokens := p.lexed[:0]
	for {
		t := l.next()
		tokens = append(tokens, t)
		if t.Kind == TokEOF {
			return tokens
		}
	}
}
