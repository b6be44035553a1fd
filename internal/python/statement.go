package python

// statement reads a compound statement, or a line of simple ones. Of one with an error nothing is
// returned.
func (p *parser) statement() []Stmt {
	p.failed = false
	start := p.peek().Start
	before := p.at
	var statements []Stmt
	p.nest(func() {
		if s := p.compound(start); s != nil {
			statements = []Stmt{s}
		} else if !p.failed {
			statements = p.line()
		}
	})
	if p.failed {
		p.recover(before)
		return nil
	}
	return statements
}

// recover passes over the rest of the line in which a statement failed, and the block after it. Where the
// statement failed at the end of a line or a block, that is after it already. It reads at least one token
// since the statement began (before), or parsing would not end.
func (p *parser) recover(before int) {
	p.failed = false
	if p.at > before && p.at <= len(p.tokens) && (p.tokens[p.at-1].kind == newline || p.tokens[p.at-1].kind == dedent) {
		return
	}
	for {
		switch p.peek().kind {
		case endOfFile, dedent:
			if p.at == before {
				p.at++
			}
			return
		case newline:
			p.at++
			p.skipBlock()
			return
		}
		p.at++
	}
}

// skipBlock passes over a block with those in it, where one begins.
func (p *parser) skipBlock() {
	for depth := 0; p.peek().kind != endOfFile; p.at++ {
		switch p.peek().kind {
		case indent:
			depth++
		case dedent:
			if depth--; depth <= 0 {
				if depth == 0 {
					p.at++
				}
				return
			}
		default:
			if depth == 0 {
				return
			}
		}
	}
}

// compound reads a statement with a block; nil where none begins.
func (p *parser) compound(start int) Stmt {
	if p.is("async") && (p.isAt(p.at+1, "def") || p.isAt(p.at+1, "for") || p.isAt(p.at+1, "with")) {
		p.at++
	}
	switch {
	case p.is("@"), p.is("def"), p.is("class"):
		return p.decorated(start)
	case p.accept("if"):
		return p.branch(start)
	case p.accept("for"):
		s := &For{Target: p.targets()}
		p.expect("in")
		s.Iter = p.expressionList()
		s.Body, s.Else = p.block(), p.otherwise()
		s.Span = p.since(start)
		return s
	case p.accept("while"):
		s := &While{Test: p.namedExpr()}
		s.Body, s.Else = p.block(), p.otherwise()
		s.Span = p.since(start)
		return s
	case p.accept("with"):
		s := &With{Items: p.withItems()}
		s.Body = p.block()
		s.Span = p.since(start)
		return s
	case p.accept("try"):
		return p.try(start)
	}
	return nil
}

// block reads `:` and the statements that belong to it. Nothing of it is read after an error in
// the head of its statement: recover passes over it.
func (p *parser) block() []Stmt {
	if p.failed || !p.expect(":") {
		return nil
	}
	if !p.take(newline) {
		return p.line()
	}
	if !p.take(indent) {
		p.failHere(p.found() + ", expected an indented block")
		return nil
	}
	var body []Stmt
	for !p.take(dedent) && p.peek().kind != endOfFile && len(p.errors) < maxErrors {
		if p.take(newline) {
			continue
		}
		if p.peek().kind == indent {
			p.errors = append(p.errors, &Error{p.peek().Span, "the line is indented more than its block"})
			p.skipBlock()
			continue
		}
		body = append(body, p.statement()...)
	}
	return body
}

func (p *parser) otherwise() []Stmt {
	if p.failed || !p.accept("else") {
		return nil
	}
	return p.block()
}

// branch reads an `if` or `elif` after its keyword.
func (p *parser) branch(start int) Stmt {
	s := &If{Test: p.namedExpr()}
	s.Then = p.block()
	if at := p.peek().Start; !p.failed && p.accept("elif") {
		if !p.nest(func() { s.Else = []Stmt{p.branch(at)} }) {
			return s
		}
	} else {
		s.Else = p.otherwise()
	}
	s.Span = p.since(start)
	return s
}

// try reads a `try` after its keyword; `except*` is read as `except`.
func (p *parser) try(start int) Stmt {
	s := &Try{Body: p.block()}
	for !p.failed && p.accept("except") {
		p.accept("*")
		h := Handler{}
		if !p.is(":") {
			h.Type = p.expressionList()
			if p.accept("as") {
				h.Name = p.name()
			}
		}
		h.Body = p.block()
		s.Handlers = append(s.Handlers, h)
	}
	s.Else = p.otherwise()
	if !p.failed && p.accept("finally") {
		s.Finally = p.block()
	}
	s.Span = p.since(start)
	return s
}

// withItems reads the items of a `with`. Parentheses around all of them, `with (a as b, c):`, are only known
// from their end: `with (a, b) as c:` is one item, a tuple. So they are read as items first, and where no
// colon follows, again as an expression.
func (p *parser) withItems() []WithItem {
	if p.is("(") {
		at, errors, failed := p.at, len(p.errors), p.failed
		p.at++
		items := p.withList(")")
		if p.accept(")") && p.is(":") && !p.failed {
			return items
		}
		p.at, p.errors, p.failed = at, p.errors[:errors], failed
	}
	return p.withList(":")
}

func (p *parser) withList(end string) []WithItem {
	var items []WithItem
	for !p.failed && !p.is(end) {
		item := WithItem{X: p.expression()}
		if p.accept("as") {
			item.Target = p.target()
		}
		items = append(items, item)
		if !p.accept(",") {
			break
		}
	}
	return items
}

// decorated reads a function or a class with its decorators.
func (p *parser) decorated(start int) Stmt {
	var decorators []Expr
	for !p.failed && p.accept("@") {
		decorators = append(decorators, p.namedExpr())
		if !p.take(newline) {
			p.failHere(p.found() + ", expected the end of the decorator's line")
		}
	}
	if p.is("async") {
		p.at++
	}
	switch {
	case p.failed:
		return nil
	case p.accept("def"):
		f := &Func{NameSpan: p.peek().Span, Name: p.name(), Decorators: decorators}
		p.typeParams()
		if p.expect("(") {
			f.Params = p.params(")", true)
			p.expect(")")
		}
		if p.accept("->") {
			f.Result = p.expressionList()
		}
		f.Body = p.block()
		f.Span = p.since(start)
		return f
	case p.accept("class"):
		c := &Class{NameSpan: p.peek().Span, Name: p.name(), Decorators: decorators}
		p.typeParams()
		if p.accept("(") {
			c.Bases = p.arguments()
		}
		c.Body = p.block()
		c.Span = p.since(start)
		return c
	}
	p.failHere(p.found() + ", expected `def` or `class`")
	return nil
}

// typeParams passes over `[T]`.
func (p *parser) typeParams() {
	if p.accept("[") {
		for p.peek().kind != endOfFile && !p.accept("]") {
			p.at++
		}
	}
}

func (p *parser) name() string {
	if t := p.peek(); t.kind == identifier {
		p.at++
		return p.source[t.Start:t.End]
	}
	p.failHere(p.found() + ", expected a name")
	return ""
}

// params reads parameters up to, but not with, the token that ends them: `)` of a function, which may have
// annotations, or `:` of a lambda, which may not. The mark `/` leaves no trace in the tree.
func (p *parser) params(end string, annotated bool) []Param {
	var params []Param
	for !p.failed && !p.is(end) {
		param := Param{Span: Span{p.peek().Start, 0}}
		switch {
		case p.accept("/"):
			if !p.accept(",") && !p.is(end) {
				p.expect(",")
			}
			continue
		case p.accept("**"):
			param.Star = 2
			param.Name = p.name()
		case p.accept("*"):
			param.Star = 1
			if !p.is(",") {
				param.Name = p.name()
			}
		default:
			param.Name = p.name()
		}
		if annotated && p.accept(":") {
			param.Annotation = p.starOr(p.expression)
		}
		if p.accept("=") {
			param.Default = p.expression()
		}
		param.Span = p.since(param.Start)
		params = append(params, param)
		if !p.accept(",") {
			break
		}
	}
	return params
}

// line reads simple statements up to the end of their line.
func (p *parser) line() []Stmt {
	var statements []Stmt
	for !p.failed {
		if s := p.simple(); s != nil {
			statements = append(statements, s)
		}
		if !p.accept(";") || p.peek().kind == newline {
			break
		}
	}
	if !p.failed && !p.take(newline) {
		p.failHere(p.found() + ", expected the end of the statement")
	}
	return statements
}

// simple reads a statement without a block. Keywords whose statements no caller distinguishes are Simple.
func (p *parser) simple() Stmt {
	start := p.peek().Start
	switch {
	case p.accept("return"):
		s := &Return{}
		if !p.endOfStatement() {
			s.X = p.expressionList()
		}
		s.Span = p.since(start)
		return s
	case p.accept("import"):
		s := &Import{Names: p.importNames(true)}
		s.Span = p.since(start)
		return s
	case p.accept("from"):
		return p.from(start)
	case p.is("raise"), p.is("assert"), p.is("del"), p.is("global"), p.is("nonlocal"), p.is("pass"), p.is("break"), p.is("continue"):
		t := p.next()
		s := &Simple{Keyword: p.source[t.Start:t.End]}
		for !p.failed && !p.endOfStatement() {
			s.Operands = append(s.Operands, p.starOr(p.expression))
			if !p.accept(",") && !p.accept("from") {
				break
			}
		}
		s.Span = p.since(start)
		return s
	}
	return p.assignment(start)
}

func (p *parser) endOfStatement() bool {
	k := p.peek().kind
	return k == newline || k == endOfFile || k == dedent || p.is(";")
}

func (p *parser) dotted() string {
	name := p.name()
	for p.accept(".") {
		name += "." + p.name()
	}
	return name
}

func (p *parser) importNames(dotted bool) []ImportName {
	var names []ImportName
	for !p.failed && !p.endOfStatement() && !p.is(")") {
		n := ImportName{Span: p.peek().Span}
		switch {
		case p.accept("*"):
			n.Name = "*"
		case dotted:
			n.Name = p.dotted()
		default:
			n.Name = p.name()
		}
		if p.accept("as") {
			n.As = p.name()
		}
		n.Span = p.since(n.Start)
		names = append(names, n)
		if !p.accept(",") {
			break
		}
	}
	return names
}

func (p *parser) from(start int) Stmt {
	s := &Import{}
	for p.is(".") || p.is("...") {
		t := p.next()
		s.From += p.source[t.Start:t.End]
	}
	if !p.is("import") {
		s.From += p.dotted()
	}
	p.expect("import")
	if p.accept("(") {
		s.Names = p.importNames(false)
		p.expect(")")
	} else {
		s.Names = p.importNames(false)
	}
	s.Span = p.since(start)
	return s
}

var augmented = map[string]bool{
	"+=": true, "-=": true, "*=": true, "/=": true, "//=": true, "%=": true, "@=": true,
	"&=": true, "|=": true, "^=": true, ">>=": true, "<<=": true, "**=": true,
}

// assignment reads an expression, or an assignment of any kind: which one it is, the token after the
// expression says.
func (p *parser) assignment(start int) Stmt {
	x := p.expressionList()
	if p.failed {
		return nil
	}
	t := p.peek()
	op := p.source[t.Start:t.End]
	switch {
	case t.kind == operator && augmented[op]:
		p.at++
		s := &AugAssign{Op: op[:len(op)-1], Target: x, Value: p.expressionList()}
		s.Span = p.since(start)
		return s
	case p.accept(":"):
		s := &AnnAssign{Target: x, Annotation: p.expression()}
		if p.accept("=") {
			s.Value = p.expressionList()
		}
		s.Span = p.since(start)
		return s
	case p.is("="):
		s := &Assign{}
		for p.accept("=") {
			s.Targets = append(s.Targets, x)
			x = p.expressionList()
		}
		s.Value = x
		s.Span = p.since(start)
		return s
	}
	return &ExprStmt{p.since(start), x}
}
