package normalform

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A piece is a stretch of the text that is written.
type piece struct {
	text string
	op   opID          // binding, mention: of which op
	from int32         // textPiece: where it is in the item, -1 of what is made
	node syntax.NodeID // binding: what is bound; mention: where it is read in the source, if anywhere
	kind pieceKind
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
	noted    map[int32]bool                // by the start of such a comment: it is written
	remarks  []syntax.Span                 // all comments but those, in their order
	remarked []bool                        // by comment: it is written
	depth    int
	refusal  *Refusal
}

// maxNesting is how deep frames may be inside of each other: the parser reads no
// more.
const maxNesting = 200

// emit writes the body of the item: first to see which comments the text has that is
// copied, then with the others at the statements that they stood at.
func emit(p *program) ([]piece, error) {
	remarks := p.remarks()
	pieces, err := write(p, remarks, nil)
	if err != nil {
		return nil, err
	}
	if comments := loose(remarks, pieces); len(comments) > 0 {
		return write(p, remarks, comments)
	}
	return pieces, nil
}

// write writes the body with some of its comments.
func write(p *program, remarks, comments []syntax.Span) ([]piece, error) {
	e := &emitter{
		program: p, pieces: make([]piece, 0, 10*len(p.ops)), comments: findComments(p, comments), notes: map[syntax.NodeID]syntax.Span{}, noted: map[int32]bool{},
		remarks: remarks, remarked: make([]bool, len(remarks)),
	}
	for _, c := range p.item.TypeComments {
		e.notes[c.Of] = c.Span
	}
	if p.item.Kind(p.item.Root) == syntax.ItemDef {
		e.definition()
	} else {
		e.freeVariables()
		e.frame(whole)
	}
	if e.refusal != nil {
		return nil, e.refusal
	}
	return e.pieces, nil
}

// definition writes the body of a definition, whose parameters are in front.
func (e *emitter) definition() {
	for o := range e.ops {
		if op := &e.ops[o]; op.kind == binder && op.frame == whole && op.owner == none {
			e.pieces = append(e.pieces, piece{kind: binding, op: opID(o), from: -1, node: syntax.NoNode}, piece{kind: visible, op: opID(o)})
		}
	}
	e.braced(whole)
}

// freeVariables writes what a top-level expression declares of its surroundings.
func (e *emitter) freeVariables() {
	for _, n := range freeVariables(e.item) {
		free := e.item.FreeVar(n)
		o := e.binders[boundAt{whole, free.Name}]
		e.made("free_var ")
		e.pieces = append(e.pieces, piece{kind: binding, op: o, from: -1, node: free.Name}, piece{kind: visible, op: o})
		if free.Type != syntax.NoNode {
			e.made(": ")
			span := e.item.Span(free.Type)
			e.source(span.Start, span.End)
		}
		e.made(";\n")
	}
}

func (e *emitter) made(text string) {
	if text != "" {
		e.pieces = append(e.pieces, piece{kind: textPiece, text: text, from: -1})
	}
}

// source writes a stretch of the item's text. Where it is written again, for a binding
// that is copied, its comments are left out.
func (e *emitter) source(from, to int32) {
	for i := countBefore(e.remarks, from); i < len(e.remarks) && e.remarks[i].End <= to; i++ {
		if e.remarked[i] {
			e.stretch(from, e.remarks[i].Start)
			e.made(" ")
			from = e.remarks[i].End
		}
		e.remarked[i] = true
	}
	e.stretch(from, to)
}

func (e *emitter) stretch(from, to int32) {
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
	notes := e.comments.at(e.statements[op.stated[0]].node, l.op)
	e.made(notes.before)
	switch l.kind {
	case bindLine:
		e.bindLine(l.op, op)
	case statementLine:
		e.expression(l.op)
		e.made(";")
	case forceLine:
		e.mention(ref{l.op, syntax.NoNode, noFrame})
		e.made(";")
	case keptLine:
		e.keptLine(l.op, op)
	}
	e.made(notes.behind)
	e.made("\n")
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
	e.operand(r, 0)
	e.made(notes.behind)
}

// bindLine is `let %x = e;` or `%0 = e;`.
func (e *emitter) bindLine(o opID, op *op) {
	if op.mode == byLet {
		e.made("let ")
	}
	e.pieces = append(e.pieces, piece{kind: binding, op: o, node: op.node})
	function := e.computes(o, graph.Function)
	if op.mode == byGraph || function {
		e.pieces = append(e.pieces, piece{kind: visible, op: o})
	}
	switch {
	case op.kind == held:
		e.made(": " + e.held[op.node].text)
	case op.mode == byLet && e.form == ANF && op.name != "":
		e.annotation(op.let)
	case op.mode == byLet && function && e.single && e.item.Kind(op.let) != syntax.Let:
		e.made(": _")
	}
	e.made(" = ")
	e.expression(o)
	e.made(";")
	if op.mode == byLet && !function {
		e.pieces = append(e.pieces, piece{kind: visible, op: o})
	}
}

// annotation writes the type that is at a `let`.
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
	function := e.computes(value.op, graph.Function) && !e.named(value.op)
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
	e.operand(value, 0)
	e.made(";")
	if !function {
		e.reveal(let.Pattern, op.frame)
	}
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
