package syntax

// A Kind says what a node is. The comment after each kind gives its
// children in order; "T?" is a child that may be absent (NoNode), "T*" any
// number of them at the end. Kinds without children are leaves: their text is
// the source under their span.
type Kind uint8

const (
	BadNode Kind = iota // what could not be parsed: whatever parts were read*

	// Items: the root of every tree is one of these.
	ItemEmpty    // (an item of nothing but blanks and comments)
	ItemDef      // Global TypeParams? Params Type? Where? Block?
	ItemData     // Name TypeParams? Constructor*   `data` and `type N {…}`
	ItemOpaque   // Name TypeParams?                `type N`, `extern type N`
	ItemAlias    // Name TypeParams? Type           `type N = T`, `N = T`
	ItemDecl     // Global Type                     `@f : T`
	ItemImport   // String
	ItemExpr     // Block                           a top-level expression
	ItemAssert   // Type Type                       `assert equiv(T, U)`; FlagNot
	ItemVersion  // (`#[version = "0.0.5"]`, `v0.0.4`)
	ItemMetadata // (`#[metadata]` with all that follows)
	ItemBad      // whatever parts were read*
	Attribute    // (`#[…]` before an item; see Item.Attributes)
	Constructor  // Name TypeTuple? Type?           fields; the spelled result
	TypeParams   // TypeParam*
	TypeParam    // (a name; a kind after `:` is read and dropped)
	Params       // (Param | NamedArg)*             FlagTrailing: ends with a comma
	Param        // Pattern Type? NamedArg*         NamedArgs: `{virtual_device=…}`
	Where        // Constraint*
	Constraint   // TypeCall Type                   `add(a, b) = c`

	// Statements: children of a Block besides expressions.
	Let     // Pattern Type? Expr
	Graph   // Local Expr                            `%1 = e`
	FreeVar // Local Type?
	Assign  // Expr Expr                             `%xs[%i] = e`: always an error later

	// Expressions.
	Block    // (Statement|Expr)* Expr?             the last child is the result, NoNode if missing
	Local    // Segment*                            `%x`, `%0` and adjacent tail segments
	Segment  // (`.x`, `.0`, `/x`, `:0`, sigil included)
	Global   // (`@f`)
	Name     // (`nn.conv2d`, `Cons`, `x`)
	Int      // (`3`, `3i64`; FlagNegative: a minus was folded in, the span covers it)
	Float    // (`2f`, `1e5`, `inff`; FlagNegative likewise)
	Bool     // (`True`, `true`, `False`, `false`)
	String   // (with its quotes)
	Meta     // (`meta[relay.Constant][0]`)
	Hole     // (`?`, `?name`)                       what is still to be written
	Call     // Expr (Expr | NamedArg | Type)*      callee first; types as TVM prints them
	NamedArg // Name Expr                           `axis=[1]`
	Project  // Expr                                `e.0`; the index is Node.Data, -1 if too large
	Index    // Expr Expr                           `e[i]`
	Paren    // Expr
	Tuple    // Expr*                               `()`, `(e,)`, `(a, b)`
	List     // Expr*                               `[e, e]`
	Fn       // TypeParams? Params Type? Block
	If       // Expr Block Block?
	Match    // Expr Clause*                        FlagPartial: `match?`
	Clause   // Pattern Expr                        FlagCase: `case P { e }`, the body is a Block
	Unary    // Operator* Expr                      operators outermost first
	Binary   // Expr (Operator Expr)*               a chain of one precedence, left associative
	Operator // (`+`; Node.Data is the token kind)

	// Patterns.
	PatWild  // (`_`)
	PatVar   // (`%x`)
	PatName  // (`x` or `Nil`: a variable or a constructor, the scope decides)
	PatCons  // Name Pattern*                        `Cons(p, q)`, `Nil()`
	PatTuple // Pattern*
	PatParen // Pattern
	PatLit   // Int|Bool
	PatTyped // Pattern Type                         `%x : T`

	// Types and dimensions. Arithmetic on dimensions is Binary and Unary over
	// these, with Int for numbers.
	TypeName  // (`float32`, `List`, `a`, `n`)
	TypeCall  // TypeName (Type | NamedArg)*         `List[a]`; FlagParen: `Tensor(dtype=…)`, `ref(T)`
	TypeFn    // TypeParams? TypeTuple Type Where?   `fn<a>(T) -> U`
	TypeTuple // Type*                               also shapes: `(3, n, ?)`
	TypeList  // Type*                               `[3, n, ?]` as an argument
	TypeParen // Type                                `(T)`, a shape of one dimension as well
	TypeHole  // (`_`)
	TypeAny   // (`?`)
	TypeMeta  // (`meta[IncompleteType][0]`)

	kindCount
)

// Flags refine a kind.
type Flags uint16

const (
	FlagNegative Flags = 1 << iota // Int, Float
	FlagPartial                    // Match
	FlagCase                       // Clause
	FlagParen                      // TypeCall
	FlagNot                        // ItemAssert
	FlagTrailing                   // Params, Tuple, TypeTuple: written with a comma at its end
	FlagExtern                     // ItemOpaque: `extern type`
	FlagData                       // ItemData: `data`, not `type`
	FlagOpen                       // the root of an item with a Hole
)

// mark is where the children of the node that is about to be read begin.
func (p *parser) mark() int { return len(p.stack) }

func (p *parser) push(id NodeID) { p.stack = append(p.stack, id) }

// node makes a node of the children since mark; it runs from start to the
// last token that was consumed, which may lie before start where nothing
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
// after the token before, before what could not be read.
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

// nothing is a BadNode where something is missing.
func (p *parser) nothing() NodeID {
	return p.add(Node{Kind: BadNode, Span: Span{p.end, p.end}})
}

func (p *parser) start(id NodeID) int32 { return p.nodes[id].Span.Start }

func (p *parser) setFlag(id NodeID, f Flags, on bool) NodeID {
	if on {
		p.nodes[id].Flags |= f
	}
	return id
}

// noteIndex is the index of the token after the next note, or one that no
// token has.
func (p *parser) noteIndex() int {
	if p.nextNote < len(p.notes) {
		return p.notes[p.nextNote].at
	}
	return -1
}

// annotate attaches the notes before the current token to a node that
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
	span, _ := noteType(p.lexeme(t), true)
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
