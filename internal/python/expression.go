package python

// expressionList reads an expression, or a tuple without parentheses.
func (p *parser) expressionList() Expr {
	start := p.peek().Start
	x := p.starOr(p.namedExpr)
	if !p.is(",") {
		return x
	}
	items := []Expr{x}
	for !p.failed && p.accept(",") && p.beginsExpr() {
		items = append(items, p.starOr(p.namedExpr))
	}
	return &Sequence{p.since(start), TupleKind, items}
}

// beginsExpr reports whether an expression may begin here: a comma may be the last token of a tuple.
func (p *parser) beginsExpr() bool {
	switch t := p.peek(); t.kind {
	case identifier, number, text:
		return true
	case operator, keyword:
		switch p.source[t.Start:t.End] {
		case "(", "[", "{", "-", "+", "~", "*", "...", "not", "lambda", "None", "True", "False", "await", "yield":
			return true
		}
	}
	return false
}

// starOr reads `*x`, or what read reads.
func (p *parser) starOr(read func() Expr) Expr {
	start := p.peek().Start
	if p.accept("*") {
		x := p.binary(precedence["|"])
		return &Starred{p.since(start), x}
	}
	return read()
}

// namedExpr reads an expression or `name := expression`. It is read wherever the reference has an
// assignment_expression, and at the top of a statement, where the reference has none.
func (p *parser) namedExpr() Expr {
	start := p.peek().Start
	x := p.expression()
	if n, ok := x.(*Name); ok && p.accept(":=") {
		value := p.expression()
		return &NamedExpr{p.since(start), n, value}
	}
	return x
}

// expression reads a conditional expression, a lambda or what binds tighter.
func (p *parser) expression() Expr {
	start := p.peek().Start
	var x Expr
	if !p.nest(func() { x = p.conditional(start) }) {
		return &BadExpr{p.peek().Span}
	}
	return x
}

// conditional reads `x if c else y`, whose else part is an expression again, so that it groups to the
// right; a lambda; or a yield.
func (p *parser) conditional(start int) Expr {
	switch {
	case p.accept("lambda"):
		l := &Lambda{Params: p.params(":", false)}
		p.expect(":")
		l.Body = p.expression()
		l.Span = p.since(start)
		return l
	case p.accept("yield"):
		p.accept("from")
		y := &Yield{}
		if p.beginsExpr() {
			y.X = p.expressionList()
		}
		y.Span = p.since(start)
		return y
	}
	x := p.binary(1)
	if !p.accept("if") {
		return x
	}
	c := &Conditional{Then: x, Test: p.binary(1)}
	p.expect("else")
	c.Else = p.expression()
	c.Span = p.since(start)
	return c
}

// precedence of the binary operators, from loose to tight. `not` and the comparisons have the levels 3
// and 4, the signs 11: `**` binds tighter than a sign on its left, and less tightly than one on its
// right, so that -a ** -b is -(a ** (-b)).
var precedence = map[string]int{
	"or": 1, "and": 2, "|": 5, "^": 6, "&": 7, "<<": 8, ">>": 8,
	"+": 9, "-": 9, "*": 10, "/": 10, "//": 10, "%": 10, "@": 10, "**": 12,
}

const (
	levelNot     = 3
	levelCompare = 4
	levelSign    = 11
)

// binary reads operations that bind at least as tight as a level, by precedence climbing: an operator of
// level n takes what is read as its left operand, and as its right one what binds tighter than n. So
// operators of one level group to the left. `**` takes a signed operand on its right, which reads a
// further `**`, and groups to the right.
func (p *parser) binary(level int) Expr {
	start := p.peek().Start
	x := p.operand(level)
	for !p.failed {
		if level <= levelCompare {
			if c := p.compare(start, x); c != nil {
				x = c
				continue
			}
		}
		t := p.peek()
		op := p.source[t.Start:t.End]
		own, ok := precedence[op]
		if t.kind != operator && t.kind != keyword || !ok || own < level {
			return x
		}
		p.at++
		right := own + 1
		if op == "**" {
			right = levelSign
		}
		var y Expr
		if !p.nest(func() { y = p.binary(right) }) {
			return x
		}
		x = &Binary{p.since(start), op, x, y}
	}
	return x
}

// operand reads a prefix operation or a primary expression. `not` is none where a comparison's operand is
// read: `a == not b` is an error in Python, too.
func (p *parser) operand(level int) Expr {
	t := p.peek()
	op := p.source[t.Start:t.End]
	own := 0
	switch {
	case p.is("not") && level <= levelNot:
		own = levelNot
	case p.is("-"), p.is("+"), p.is("~"):
		own = levelSign
	case p.is("await"):
		own = levelSign + 1
	default:
		return p.primary()
	}
	p.at++
	var x Expr = &BadExpr{t.Span}
	p.nest(func() { x = p.binary(own) })
	return &Unary{p.since(t.Start), op, x}
}

// compare reads a chain of comparisons after its first operand; nil where there is none. A chain is one
// node: in `a < b < c`, b is evaluated once.
func (p *parser) compare(start int, first Expr) Expr {
	c := &Compare{First: first}
	for !p.failed {
		op := p.comparison()
		if op == "" {
			break
		}
		c.Ops = append(c.Ops, op)
		c.Rest = append(c.Rest, p.binary(levelCompare+1))
	}
	if c.Ops == nil {
		return nil
	}
	c.Span = p.since(start)
	return c
}

// comparison reads the sign of a comparison; "" where there is none.
func (p *parser) comparison() string {
	for _, op := range []string{"<", ">", "==", ">=", "<=", "!=", "in"} {
		if p.accept(op) {
			return op
		}
	}
	switch {
	case p.is("not") && p.isAt(p.at+1, "in"):
		p.at += 2
		return "not in"
	case p.accept("is"):
		if p.accept("not") {
			return "is not"
		}
		return "is"
	}
	return ""
}

// primary reads an atom with calls, attributes and subscripts after it.
func (p *parser) primary() Expr {
	start := p.peek().Start
	x := p.atom()
	for !p.failed {
		switch {
		case p.accept("."):
			name := p.name()
			x = &Attribute{p.since(start), x, name}
		case p.accept("("):
			c := &Call{F: x, Args: p.arguments()}
			c.Span = p.since(start)
			x = c
		case p.accept("["):
			index := p.subscript()
			p.expect("]")
			x = &Subscript{p.since(start), x, index}
		default:
			return x
		}
	}
	return x
}

// arguments reads those of a call, with the closing parenthesis.
func (p *parser) arguments() []Argument {
	var args []Argument
	for !p.failed && !p.is(")") {
		a := Argument{Span: Span{p.peek().Start, 0}}
		switch {
		case p.accept("**"):
			a.Star = 2
		case p.accept("*"):
			a.Star = 1
		case p.peek().kind == identifier && p.isAt(p.at+1, "="):
			a.Name = p.name()
			p.at++
		}
		a.X = p.namedExpr()
		if a.Name == "" && a.Star == 0 && p.beginsClause() {
			a.X = p.comprehension(a.Start, TupleKind, nil, a.X)
		}
		a.Span = p.since(a.Start)
		args = append(args, a)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return args
}

// subscript reads what stands in brackets: expressions and slices.
func (p *parser) subscript() Expr {
	start := p.peek().Start
	x := p.slice()
	if !p.is(",") {
		return x
	}
	items := []Expr{x}
	for !p.failed && p.accept(",") && !p.is("]") {
		items = append(items, p.slice())
	}
	return &Sequence{p.since(start), TupleKind, items}
}

// slice reads an index, or `low:high:step` with any part left out.
func (p *parser) slice() Expr {
	start := p.peek().Start
	part := func() Expr {
		if p.is(":") || p.is("]") || p.is(",") {
			return nil
		}
		return p.starOr(p.namedExpr)
	}
	if p.is("]") || p.is(",") {
		p.failHere(p.found() + ", expected an index")
	}
	low := part()
	if !p.accept(":") {
		return low
	}
	s := &Slice{Low: low, High: part()}
	if p.accept(":") {
		s.Step = part()
	}
	s.Span = p.since(start)
	return s
}

// atom reads a name, a literal, or what begins with a bracket.
func (p *parser) atom() Expr {
	t := p.peek()
	switch t.kind {
	case identifier:
		p.at++
		return &Name{t.Span, p.source[t.Start:t.End]}
	case number:
		p.at++
		return &Number{t.Span, p.source[t.Start:t.End]}
	case text:
		return p.stringLiteral()
	}
	switch {
	case p.accept("None"), p.accept("True"), p.accept("False"):
		return &Name{t.Span, p.source[t.Start:t.End]}
	case p.accept("..."):
		return &Ellipsis{t.Span}
	case p.accept("("):
		return p.parenthesized(t.Start)
	case p.accept("["):
		return p.display(t.Start, ListKind, "]", nil)
	case p.accept("{"):
		return p.braces(t.Start)
	}
	p.failHere(p.found() + ", expected an expression")
	return &BadExpr{t.Span}
}

// parenthesized reads an expression, a tuple or a generator after its parenthesis. The span of a tuple or
// a generator has the parentheses; that of another expression does not.
func (p *parser) parenthesized(start int) Expr {
	if p.accept(")") {
		return &Sequence{p.since(start), TupleKind, nil}
	}
	x := p.expressionList()
	if p.beginsClause() {
		x = p.comprehension(start, TupleKind, nil, x)
	}
	p.expect(")")
	switch x := x.(type) {
	case *Sequence:
		if x.Kind == TupleKind && x.Start > start && p.source[x.Start] != '(' {
			x.Span = p.since(start)
		}
	case *Comprehension:
		x.Span = p.since(start)
	}
	return x
}

// display reads a list or a set; first is its first item if that is read already.
func (p *parser) display(start int, kind SequenceKind, end string, first Expr) Expr {
	var items []Expr
	for !p.failed && (first != nil || !p.is(end)) {
		x := first
		if first = nil; x == nil {
			x = p.starOr(p.namedExpr)
		}
		if len(items) == 0 && p.beginsClause() {
			c := p.comprehension(start, kind, nil, x)
			p.expect(end)
			c.Span = p.since(start)
			return c
		}
		items = append(items, x)
		if !p.accept(",") {
			break
		}
	}
	p.expect(end)
	return &Sequence{p.since(start), kind, items}
}

// braces reads a dict or a set after its brace.
func (p *parser) braces(start int) Expr {
	var first Expr
	if !p.is("}") && !p.is("**") {
		first = p.starOr(p.namedExpr)
		if !p.is(":") {
			return p.display(start, SetKind, "}", first)
		}
	}
	d := &Dict{}
	for !p.failed && !p.is("}") {
		if p.accept("**") {
			d.Keys = append(d.Keys, nil)
			d.Values = append(d.Values, p.binary(precedence["|"]))
		} else {
			key := first
			if first = nil; key == nil {
				key = p.expression()
			}
			p.expect(":")
			value := p.expression()
			if len(d.Keys) == 0 && p.beginsClause() {
				c := p.comprehension(start, DictKind, key, value)
				p.expect("}")
				c.Span = p.since(start)
				return c
			}
			d.Keys, d.Values = append(d.Keys, key), append(d.Values, value)
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
	d.Span = p.since(start)
	return d
}

func (p *parser) beginsClause() bool {
	return p.is("for") || p.is("async") && p.isAt(p.at+1, "for")
}

// comprehension reads the clauses after an item.
func (p *parser) comprehension(start int, kind SequenceKind, key, item Expr) *Comprehension {
	c := &Comprehension{Kind: kind, Key: key, Item: item}
	for !p.failed && p.beginsClause() {
		p.accept("async")
		p.expect("for")
		clause := Clause{Target: p.targets()}
		p.expect("in")
		clause.Iter = p.binary(1)
		for !p.failed && p.accept("if") {
			clause.Tests = append(clause.Tests, p.namedTest())
		}
		c.Clauses = append(c.Clauses, clause)
	}
	c.Span = p.since(start)
	return c
}

// namedTest reads a condition of a comprehension, which has no `if … else` of its own.
func (p *parser) namedTest() Expr {
	start := p.peek().Start
	x := p.binary(1)
	if n, ok := x.(*Name); ok && p.accept(":=") {
		value := p.binary(1)
		return &NamedExpr{p.since(start), n, value}
	}
	return x
}

// targets reads what a loop assigns to, up to its `in`. A target is read above the level of comparisons,
// of which `in` is one.
func (p *parser) targets() Expr {
	start := p.peek().Start
	x := p.target()
	if !p.is(",") {
		return x
	}
	items := []Expr{x}
	for !p.failed && p.accept(",") && !p.is("in") {
		items = append(items, p.target())
	}
	return &Sequence{p.since(start), TupleKind, items}
}

func (p *parser) target() Expr {
	return p.starOr(func() Expr { return p.binary(precedence["|"]) })
}
