package normalform

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Expressions are written by what binds how strongly: parentheses stand where they are
// needed, and nowhere else.

// mention writes the name of the variable of an operand.
func (e *emitter) mention(r ref) {
	if e.ops[r.op].kind == touch {
		r.op = e.operands(r.op)[0].op
	}
	e.pieces = append(e.pieces, piece{kind: mention, op: r.op, node: r.node})
}

// operand writes an operand where what binds weaker than a strength needs
// parentheses; see the strengths.
func (e *emitter) operand(r ref, strength int) {
	switch {
	case r.op == none:
	case e.named(r.op):
		e.mention(r)
	case e.strength(r.op) < strength:
		e.made("(")
		e.expression(r.op)
		e.made(")")
	default:
		e.expression(r.op)
	}
}

// read writes an operand, with the comment that says the type of a variable there.
func (e *emitter) read(r ref, strength int) {
	e.operand(r, strength)
	if r.op == none || r.node == syntax.NoNode || strength >= prefixStrength {
		return
	}
	if note, ok := e.notes[r.node]; ok && r.node != e.ops[r.op].node && e.named(r.op) {
		e.writeNote(note)
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
func (e *emitter) expression(o opID) {
	op := &e.ops[o]
	switch {
	case op.kind == lazy:
		e.block(e.operands(o)[0].inner, 0)
	case op.kind == choice:
		e.choice(o)
	case op.kind == held:
		e.operand(e.operands(o)[0], 0)
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
		e.writeNote(span)
	}
}

func (e *emitter) writeNote(note syntax.Span) {
	e.made(" ")
	e.source(note.Start, note.End)
	e.noted[note.Start] = true
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
		e.mention(refs[0])
	case syntax.Fn:
		e.function(op, refs[0])
	case syntax.If:
		e.branches(refs)
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
		e.operand(refs[0], e.prefixed(refs[0].op))
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
	e.operand(of, postfixStrength)
	e.pieces = append(e.pieces, piece{kind: textPiece, text: "." + strconv.Itoa(index), from: -1})
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
		at = max(hole.End, e.notes[r.node].End, e.notedBehind(hole.End)) // what says the operand's type is written with it
	}
	e.source(at, span.End)
}

// notedBehind is the end of the comment after an operand that says a type, where that was
// written with a part of the operand: in `@f(%x + 1 /* ty=int32 */)` it is that of the 1.
func (e *emitter) notedBehind(end int32) int32 {
	comments := e.item.TypeComments
	i, _ := slices.BinarySearchFunc(comments, end, func(c syntax.TypeComment, at int32) int { return int(c.Span.Start - at) })
	if i == len(comments) || !e.noted[comments[i].Span.Start] || strings.TrimSpace(e.item.Text[end:comments[i].Span.Start]) != "" {
		return 0
	}
	return comments[i].Span.End
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
