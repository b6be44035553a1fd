package normalform

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// block writes a frame that needs no braces where it has one line.
func (e *emitter) block(f frameID, strength int) {
	if len(e.frames[f].lines) == 1 && !e.comments.anyAt(f) {
		e.scope(opening)
		e.operand(e.frames[f].result, strength)
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

// braced writes a frame in braces, with the comments after the opening one.
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
func (e *emitter) branches(refs []ref) {
	e.made("if (")
	e.read(refs[0], 0)
	e.made(") ")
	e.braces(refs[1].inner)
	e.made(" else ")
	if last := refs[2].inner; e.isElseIf(last) {
		e.scope(opening)
		e.operand(e.frames[last].result, 0)
		e.scope(closing)
		return
	}
	e.braces(refs[2].inner)
}

// isElseIf reports whether f is a branch that is an `if` and nothing else.
func (e *emitter) isElseIf(f frameID) bool {
	result := e.frames[f].result.op
	return len(e.frames[f].lines) == 1 && !e.comments.anyAt(f) && e.computes(result, graph.If) && !e.named(result)
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
