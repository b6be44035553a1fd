package normalform

import (
	"slices"
	"strconv"

	"github.com/fraccheck/fraccheck/graph"
	"github.com/fraccheck/fraccheck/syntax"
)

// A piece is a stretch of the text that is written.
type piece struct {
	kind pieceKind
	text string
	op   opID  // binding, mention: of which op
	from int32 // textPiece: where it stands in the item, -1 of what is made
	node syntax.NodeID
}

// A pieceKind says what a piece is.
type pieceKind uint8

const (
	textPiece pieceKind = iota
	binding             // where a variable gets its name
	visible             // from here on its name means it, to the end of the scope
	mention             // where a variable is read
	opening             // a scope begins
	closing             // a scope ends
)

// An emitter writes the lines of a program.
type emitter struct {
	*program
	pieces   []piece
	comments *comments
	notes    map[syntax.NodeID]syntax.Span // comments that say types, by expression
	depth    int
	refusal  *Refusal
}

// maxNesting is how deep frames may stand inside of each other: the parser reads no
// more.
const maxNesting = 200

// emit writes the body of the item: first to see which comments the text has that is
// copied, then with the others at the statements that they stood at.
func emit(p *program) ([]piece, error) {
	pieces, err := write(p, nil)
	if err != nil {
		return nil, err
	}
	if comments := loose(p, pieces); len(comments) > 0 {
		return write(p, comments)
	}
	return pieces, nil
}

// write writes the body with some of its comments.
func write(p *program, comments []syntax.Span) ([]piece, error) {
	e := &emitter{program: p, pieces: make([]piece, 0, 8*len(p.ops)), comments: findComments(p, comments), notes: map[syntax.NodeID]syntax.Span{}}
	for _, c := range p.item.TypeComments {
		e.notes[c.Of] = c.Span
	}
	if p.item.Kind(p.item.Root) == syntax.ItemDef {
		e.definition()
	} else {
		e.frame(whole)
	}
	if e.refusal != nil {
		return nil, e.refusal
	}
	return e.pieces, nil
}

// definition writes the body of a definition, whose parameters stand in front.
func (e *emitter) definition() {
	for o := range e.ops {
		if op := &e.ops[o]; op.kind == binder && op.frame == whole && op.owner == none {
			e.pieces = append(e.pieces, piece{kind: binding, op: opID(o), from: -1, node: syntax.NoNode}, piece{kind: visible, op: opID(o)})
		}
	}
	e.braced(whole)
}

func (e *emitter) made(text string) {
	e.pieces = append(e.pieces, piece{kind: textPiece, text: text, from: -1})
}

// source writes a stretch of the item's text.
func (e *emitter) source(from, to int32) {
	if from < to {
		e.pieces = append(e.pieces, piece{kind: textPiece, text: e.item.Text[from:to], from: from})
	}
}

func (e *emitter) scope(kind pieceKind) { e.pieces = append(e.pieces, piece{kind: kind}) }

// frame writes the lines of a frame, each with the comments that belong to it.
func (e *emitter) frame(f frameID) {
	e.depth++
	defer func() { e.depth-- }()
	if e.depth > maxNesting {
		if e.refusal == nil {
			e.refusal = &Refusal{e.item.Span(e.item.Body()), "its values would be nested too deeply"}
		}
		return
	}
	for _, l := range e.frames[f].lines {
		e.line(f, l)
	}
}

func (e *emitter) line(f frameID, l line) {
	if l.kind == resultLine {
		e.resultLine(f)
		return
	}
	op := &e.ops[l.op]
	own := syntax.NoNode
	if statements := e.statements[l.op]; len(statements) > 0 {
		own = statements[0]
	}
	notes := e.comments.at(own, l.op)
	e.made(notes.before)
	switch l.kind {
	case bindLine:
		e.bindLine(l.op, op)
	case statementLine:
		e.expression(l.op, 0)
		e.made(";")
	case forceLine:
		e.mention(l.op)
		e.made(";")
	case keptLine:
		e.keptLine(l.op, op)
	}
	e.made(notes.behind + "\n")
}

func (e *emitter) resultLine(f frameID) {
	r := e.frames[f].result
	taken := r.op
	if e.ops[r.op].mode != inPlace {
		taken = none
	}
	notes := e.comments.at(e.comments.resultOf(f), taken)
	if f == whole && e.item.Kind(e.item.Root) != syntax.ItemDef {
		notes = notes.inFront()
	}
	e.made(notes.before)
	e.operand(r.op, 0)
	e.made(notes.behind)
}

// bindLine is `let %x = e;` or `%0 = e;`.
func (e *emitter) bindLine(o opID, op *op) {
	if op.mode == byLet {
		e.made("let ")
	}
	e.pieces = append(e.pieces, piece{kind: binding, op: o, node: op.node})
	function := op.kind == computed && op.value != graph.None && e.graph.Kind(op.value) == graph.Function
	if op.mode == byGraph || function {
		e.pieces = append(e.pieces, piece{kind: visible, op: o})
	}
	if op.mode == byLet && e.form == ANF && op.name != "" {
		e.annotation(op.let)
	}
	e.made(" = ")
	e.expression(o, 0)
	e.made(";")
	if op.mode == byLet && !function {
		e.pieces = append(e.pieces, piece{kind: visible, op: o})
	}
}

// annotation writes the type that stands at a `let`.
func (e *emitter) annotation(let syntax.NodeID) {
	if e.item.Kind(let) != syntax.Let {
		return
	}
	typ := e.item.Let(let).Type
	pattern := e.item.Let(let).Pattern
	for e.item.Kind(pattern) == syntax.PatParen {
		pattern = e.item.Inner(pattern)
	}
	if e.item.Kind(pattern) == syntax.PatTyped && typ == syntax.NoNode {
		typ = e.item.PatTyped(pattern).Type
	}
	if typ != syntax.NoNode {
		e.made(": ")
		span := e.item.Span(typ)
		e.source(span.Start, span.End)
	}
}

// keptLine is a `let` as it stands, with another value.
func (e *emitter) keptLine(o opID, op *op) {
	let := e.item.Let(op.node)
	value := e.operands(o)[0]
	function := e.recursiveValue(value.op)
	e.made("let ")
	span := e.item.Span(let.Pattern)
	e.pattern(let.Pattern, op.frame, span)
	if function {
		e.reveal(let.Pattern, op.frame)
	}
	if let.Type != syntax.NoNode {
		e.made(": ")
		span := e.item.Span(let.Type)
		e.source(span.Start, span.End)
	}
	e.made(" = ")
	e.operand(value.op, 0)
	e.made(";")
	if !function {
		e.reveal(let.Pattern, op.frame)
	}
}

func (e *emitter) recursiveValue(o opID) bool {
	op := &e.ops[o]
	return op.kind == computed && op.value != graph.None && e.graph.Kind(op.value) == graph.Function && op.mode == inPlace
}

// reveal makes the variables of a pattern visible.
func (e *emitter) reveal(pattern syntax.NodeID, f frameID) {
	for _, o := range e.bindersIn(pattern, f) {
		e.pieces = append(e.pieces, piece{kind: visible, op: o})
	}
}

// bindersIn are the binders of a pattern's variables, in the order of the text.
func (e *emitter) bindersIn(pattern syntax.NodeID, f frameID) []opID {
	var found []opID
	e.item.Walk(pattern, func(n syntax.NodeID) bool {
		if o, ok := e.binders[boundAt{f, n}]; ok {
			found = append(found, o)
		}
		return true
	})
	slices.SortFunc(found, func(a, b opID) int {
		return int(e.item.Span(e.ops[a].node).Start - e.item.Span(e.ops[b].node).Start)
	})
	return found
}

// pattern writes a stretch of text with the names of the variables that a pattern in
// it binds.
func (e *emitter) pattern(pattern syntax.NodeID, f frameID, span syntax.Span) {
	at := span.Start
	for _, o := range e.bindersIn(pattern, f) {
		name := e.item.Span(e.ops[o].node)
		e.source(at, name.Start)
		e.pieces = append(e.pieces, piece{kind: binding, op: o, node: e.ops[o].node})
		at = name.End
	}
	e.source(at, span.End)
}

// mention writes the name of a variable.
func (e *emitter) mention(o opID) {
	if e.ops[o].kind == touch {
		o = e.operands(o)[0].op
	}
	e.pieces = append(e.pieces, piece{kind: mention, op: o})
}

// operand writes an operand where what binds weaker than a strength needs
// parentheses; see the strengths.
func (e *emitter) operand(o opID, strength int) {
	if o == none {
		return
	}
	op := &e.ops[o]
	if op.kind == binder || op.kind == touch || op.mode != inPlace {
		e.mention(o)
		return
	}
	if e.strength(o) < strength {
		e.made("(")
		e.expression(o, 0)
		e.made(")")
		return
	}
	e.expression(o, strength)
}

// read writes an operand, with the comment that says the type of a variable there.
func (e *emitter) read(r ref, strength int) {
	e.operand(r.op, strength)
	if r.op == none || r.node == syntax.NoNode || strength >= prefixStrength {
		return
	}
	op := &e.ops[r.op]
	if note, ok := e.notes[r.node]; ok && r.node != op.node && (op.kind == binder || op.kind == touch || op.mode != inPlace) {
		e.made(" ")
		e.source(note.Start, note.End)
	}
}

// Strengths beyond those of infix operators.
const (
	prefixStrength  = 7
	postfixStrength = 8
	atomStrength    = 9
)

// strength is how strongly what an op writes binds.
func (e *emitter) strength(o opID) int {
	op := &e.ops[o]
	text := e.item.SourceText(op.node)
	switch e.item.Kind(op.node) {
	case syntax.Operator:
		if e.isPrefix(op.node) {
			return prefixStrength
		}
		return syntax.Precedence(syntax.TokenKind(e.item.Node(op.node).Data))
	case syntax.Segment:
		if op.kind == atom {
			return atomStrength // the number in `%x/2`
		}
		if text[0] == '/' {
			return syntax.Precedence(syntax.TokSlash)
		}
		return postfixStrength
	case syntax.Call, syntax.Project, syntax.Index:
		return postfixStrength
	case syntax.Fn, syntax.If, syntax.Match:
		return 0
	case syntax.Int, syntax.Float:
		if text[0] == '-' {
			return prefixStrength
		}
	}
	if op.kind == lazy || op.kind == choice {
		return 0
	}
	return atomStrength
}

func (e *emitter) isPrefix(operator syntax.NodeID) bool {
	return e.item.Kind(e.info.Index().Parent(operator)) == syntax.Unary
}

// expression writes what an op computes.
func (e *emitter) expression(o opID, strength int) {
	op := &e.ops[o]
	switch {
	case op.kind == lazy:
		e.block(e.operands(o)[0].inner, 0)
	case op.kind == choice:
		e.choice(o)
	case op.kind == atom:
		e.atom(op)
	default:
		e.value(o, op)
	}
	e.typeNote(op)
}

// atom writes a literal or a name.
func (e *emitter) atom(op *op) {
	span := e.item.Span(op.node)
	switch {
	case e.item.Kind(op.node) == syntax.Segment:
		e.source(span.Start+1, span.End) // the number in `%x/2`
	case e.item.Kind(op.node) == syntax.Block:
		e.made("()")
	default:
		e.source(span.Start, span.End)
	}
}

// typeNote writes the comment that says an expression's type.
func (e *emitter) typeNote(op *op) {
	if span, ok := e.notes[op.node]; ok {
		e.made(" ")
		e.source(span.Start, span.End)
	}
}

// value writes a computation.
func (e *emitter) value(o opID, op *op) {
	refs := e.operands(o)
	switch e.item.Kind(op.node) {
	case syntax.Operator:
		e.operator(op, refs)
	case syntax.Segment:
		if e.item.SourceText(op.node)[0] == '/' {
			e.infix("/", syntax.Precedence(syntax.TokSlash), refs)
			return
		}
		e.projection(refs[0], e.graph.Index(op.value))
	case syntax.Project:
		e.projection(refs[0], e.graph.Index(op.value))
	case syntax.Local, syntax.Name: // the read of a variable
		e.mention(refs[0].op)
	case syntax.Fn:
		e.function(op, refs[0])
	case syntax.If:
		e.branches(op, refs)
	case syntax.Match:
		e.match(op, refs)
	default:
		if e.graph.Kind(op.value) == graph.Project { // of a tuple pattern
			e.projection(refs[0], e.graph.Index(op.value))
			return
		}
		e.filled(op, refs)
	}
}

func (e *emitter) operator(op *op, refs []ref) {
	text := e.item.SourceText(op.node)
	if e.isPrefix(op.node) {
		e.made(text)
		e.operand(refs[0].op, e.prefixed(refs[0].op))
		return
	}
	e.infix(text, syntax.Precedence(syntax.TokenKind(e.item.Node(op.node).Data)), refs)
}

// prefixed is the strength that an operand of a prefix asks for: a number without
// parentheses would be one literal with its sign.
func (e *emitter) prefixed(operand opID) int {
	switch e.item.Kind(e.ops[operand].node) {
	case syntax.Int, syntax.Float:
		return atomStrength + 1
	}
	return prefixStrength
}

// infix writes a link: the left operand may bind as strongly, the right one must bind
// more strongly.
func (e *emitter) infix(operator string, strength int, refs []ref) {
	e.read(refs[0], strength)
	e.made(" " + operator + " ")
	if refs[1].inner == noFrame {
		e.read(refs[1], strength+1)
		return
	}
	e.block(refs[1].inner, strength+1)
}

func (e *emitter) projection(of ref, index int) {
	e.operand(of.op, postfixStrength)
	e.pieces = append(e.pieces, piece{kind: textPiece, text: "." + strconv.Itoa(index), from: -1})
}

// block writes a frame that needs no braces where it has one line.
func (e *emitter) block(f frameID, strength int) {
	if len(e.frames[f].lines) == 1 && !e.comments.anyAt(f) {
		e.scope(opening)
		e.operand(e.frames[f].result.op, strength)
		e.scope(closing)
		return
	}
	e.braces(f)
}

func (e *emitter) braces(f frameID) {
	e.scope(opening)
	e.braced(f)
	e.scope(closing)
}

// braced writes a frame in braces, with the comments behind the opening one.
func (e *emitter) braced(f frameID) {
	e.made("{" + e.comments.opened(f) + "\n")
	e.frame(f)
	e.made("\n}")
}

// choice writes `a && b` as `if (a) { b } else { False }`.
func (e *emitter) choice(o opID) {
	refs := e.operands(o)
	e.made("if (")
	e.read(refs[0], 0)
	e.made(") ")
	if syntax.TokenKind(e.item.Node(e.ops[o].node).Data) == syntax.TokAnd {
		e.braces(refs[1].inner)
		e.made(" else { False }")
		return
	}
	e.made("{ True } else ")
	e.braces(refs[1].inner)
}

// function writes a function literal: its text to the body, then the body.
func (e *emitter) function(op *op, body ref) {
	fn := e.item.Fn(op.node)
	e.scope(opening)
	at := e.item.Span(op.node).Start
	for _, p := range e.item.Kids(fn.Params) {
		if e.item.Kind(p) != syntax.Param {
			continue
		}
		span := e.item.Span(e.item.Param(p).Pattern)
		e.source(at, span.Start)
		e.pattern(e.item.Param(p).Pattern, body.inner, span)
		e.reveal(e.item.Param(p).Pattern, body.inner)
		at = span.End
	}
	e.source(at, e.item.Span(fn.Body).Start)
	e.braces(body.inner)
	e.scope(closing)
}

// branches writes an `if`.
func (e *emitter) branches(op *op, refs []ref) {
	e.made("if (")
	e.read(refs[0], 0)
	e.made(") ")
	e.braces(refs[1].inner)
	e.made(" else ")
	if last := refs[2].inner; e.isElseIf(last) {
		e.scope(opening)
		e.operand(e.frames[last].result.op, 0)
		e.scope(closing)
		return
	}
	e.braces(refs[2].inner)
}

// isElseIf tells of a branch that is an `if` and nothing else.
func (e *emitter) isElseIf(f frameID) bool {
	result := &e.ops[e.frames[f].result.op]
	return len(e.frames[f].lines) == 1 && !e.comments.anyAt(f) && result.kind == computed && result.mode == inPlace &&
		result.value != graph.None && e.graph.Kind(result.value) == graph.If
}

// match writes a match, with the patterns as they stand.
func (e *emitter) match(op *op, refs []ref) {
	e.made("match")
	if e.item.Flag(op.node, syntax.FlagPartial) {
		e.made("?")
	}
	e.made(" (")
	e.read(refs[0], 0)
	e.made(") {\n")
	for _, r := range refs[1:] {
		e.clause(r)
	}
	e.made("}")
}

func (e *emitter) clause(body ref) {
	n := e.info.Index().Parent(body.node)
	c := e.item.Clause(n)
	notes := e.comments.at(n, none)
	e.made(notes.before)
	e.scope(opening)
	span := e.item.Span(c.Pattern)
	span.Start = e.item.Span(n).Start
	e.pattern(c.Pattern, body.inner, span)
	e.reveal(c.Pattern, body.inner)
	if e.item.Flag(n, syntax.FlagCase) {
		e.made(" ")
		e.braces(body.inner)
	} else {
		e.made(" => ")
		e.block(body.inner, 0)
		e.made(",")
	}
	e.scope(closing)
	e.made(notes.behind + "\n")
}

// filled writes an expression as it stands, with its operands in their places.
func (e *emitter) filled(op *op, refs []ref) {
	span := e.item.Span(op.node)
	at := span.Start
	holes := slices.Clone(refs)
	slices.SortStableFunc(holes, func(a, b ref) int { return int(e.item.Span(a.node).Start - e.item.Span(b.node).Start) })
	for _, r := range holes {
		hole := e.item.Span(r.node)
		e.source(at, hole.Start)
		e.read(r, e.hole(op.node, r.node))
		at = max(hole.End, e.notes[r.node].End) // what says the operand's type is written with it
	}
	e.source(at, span.End)
}

// hole is the strength that a place in an expression asks for.
func (e *emitter) hole(of, at syntax.NodeID) int {
	switch e.item.Kind(of) {
	case syntax.Call, syntax.Index:
		if e.item.Base(of) == at {
			return postfixStrength
		}
	}
	return 0
}
