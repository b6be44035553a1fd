package token

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/typecheck"
)

// findRoles notes of each node what its place in the tree says of it. Children
// come before their parents, so what a parent says counts.
//
// Nodes are numbered in post-order, so one pass over the numbers visits children first. A parent
// overwrites what a child says of itself: the name of a call is a variable by its own kind and a
// function by its parent's.
func (p *classifier) findRoles() {
	item := p.item
	p.roles = slices.Grow(p.roles[:0], item.Len())[:item.Len()]
	clear(p.roles)
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		kind := item.Kind(n)
		p.roles[n] = nodeClasses[kind]
		if c := headClasses[kind]; c.Type != None {
			p.roles[item.NameOf(n)] = c
		}
		switch kind {
		case syntax.Call:
			p.call(n)
		case syntax.Param:
			p.parameters(item.Param(n).Pattern)
		case syntax.Constraint:
			p.roles[item.TypeCall(item.Constraint(n).Call).Name] = Class{Function, Library}
		}
	}
}

// parameters marks the variables of a parameter's pattern.
func (p *classifier) parameters(pattern syntax.NodeID) {
	p.item.Walk(pattern, func(n syntax.NodeID) bool {
		if kind := p.item.Kind(n); kind == syntax.PatVar || kind == syntax.PatName {
			p.roles[n] = Class{Parameter, Declaration}
		}
		return true
	})
}

// call marks a bare name that is called, and the variable whose content the
// call replaces.
func (p *classifier) call(n syntax.NodeID) {
	call := p.item.Call(n)
	if p.item.Kind(call.Callee) != syntax.Name {
		return
	}
	p.roles[call.Callee] = Class{Type: Function}
	if len(call.Args) == 0 || p.item.SourceText(call.Callee) != "ref_write" {
		return
	}
	if target := call.Args[0]; p.item.Kind(target) == syntax.Local {
		p.roles[target].Modifiers |= Modification
	}
}

// findMarks classifies the names of the tree.
func (p *classifier) findMarks() {
	p.marks = p.marks[:0]
	for n := syntax.NodeID(1); int(n) < p.item.Len(); n++ {
		switch kind := p.item.Kind(n); {
		case kind == syntax.Local:
			p.local(n)
		case reference.IsName(kind):
			p.mark(p.nameExtent(n), p.nameClass(n))
		case kind == syntax.Operator:
			p.mark(p.item.Span(n), p.roles[n])
		}
	}
	if !slices.IsSortedFunc(p.marks, byStart) { // they nearly are
		slices.SortStableFunc(p.marks, byStart)
	}
}

func (p *classifier) mark(span syntax.Span, c Class) {
	if span.Len() > 0 {
		p.marks = append(p.marks, Token{span, c})
	}
}

// nameExtent is where a name is; a type parameter may carry its kind.
func (p *classifier) nameExtent(n syntax.NodeID) syntax.Span {
	span := p.item.Span(n)
	if p.item.Kind(n) == syntax.TypeParam {
		span.End = span.Start + int32(len(typecheck.ParamName(p.item, n)))
	}
	return span
}

// local marks a variable, and what follows its name: `.0`, `/2`, `/x`. Where
// nothing is known, all of it is the name.
//
// `%x.0` is one token for the lexer. Which part of it is the name depends on what is in scope, so the
// resolver decides (reference.NameSpan).
func (p *classifier) local(n syntax.NodeID) {
	span, c := p.item.Span(n), p.nameClass(n)
	if p.info.Object(n) == nil {
		p.mark(span, c)
		return
	}
	name := reference.NameSpan(p.info, n)
	p.mark(name, c)
	for _, s := range p.item.Kids(n) {
		if p.item.Span(s).Start >= name.End {
			p.segment(s)
		}
	}
}

// segment marks the projection or the division that a tail segment is.
func (p *classifier) segment(s syntax.NodeID) {
	span := p.item.Span(s)
	sigil, rest := span, span
	sigil.End, rest.Start = span.Start+1, span.Start+1
	if p.item.Text[span.Start] == '/' {
		p.mark(sigil, Class{Type: Operator})
	} else {
		p.mark(sigil, Class{})
	}
	if first := p.item.Text[rest.Start]; '0' <= first && first <= '9' {
		p.mark(rest, Class{Type: Number})
	} else {
		p.mark(rest, p.used(p.info.Object(s), Class{Type: Variable}))
	}
}
