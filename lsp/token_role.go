package lsp

import (
	"slices"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// findRoles notes of each node what its place in the tree says of it. Children
// come before their parents, so what a parent says counts.
func (p *painter) findRoles() {
	item := p.item
	p.roles = slices.Grow(p.roles[:0], item.Len())[:item.Len()]
	clear(p.roles)
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		kind := item.Kind(n)
		p.roles[n] = nodeClasses[kind]
		if c := headClasses[kind]; c.is != noToken {
			p.roles[item.Kid(n, 0)] = c
		}
		switch kind {
		case syntax.Call:
			p.call(n)
		case syntax.Param:
			p.parameters(item.Kid(n, 0))
		case syntax.Constraint:
			p.roles[item.Kid(item.Kid(n, 0), 0)] = class{functionToken, fromLibrary}
		}
	}
}

// parameters marks the variables of a parameter's pattern.
func (p *painter) parameters(pattern syntax.NodeID) {
	p.item.Walk(pattern, func(n syntax.NodeID) bool {
		if kind := p.item.Kind(n); kind == syntax.PatVar || kind == syntax.PatName {
			p.roles[n] = class{parameterToken, declares}
		}
		return true
	})
}

// call marks a bare name that is called, and the variable whose content the
// call replaces.
func (p *painter) call(n syntax.NodeID) {
	callee, target := p.item.Kid(n, 0), p.item.Kid(n, 1)
	if p.item.Kind(callee) != syntax.Name {
		return
	}
	p.roles[callee] = class{is: functionToken}
	if p.item.Kind(target) == syntax.Local && p.item.SourceText(callee) == "ref_write" {
		p.roles[target].also |= isWritten
	}
}

// findMarks classifies the names of the tree.
func (p *painter) findMarks() {
	p.marks = p.marks[:0]
	for n := syntax.NodeID(1); int(n) < p.item.Len(); n++ {
		switch kind := p.item.Kind(n); {
		case kind == syntax.Local:
			p.local(n)
		case isName[kind]:
			p.mark(p.nameExtent(n), p.nameClass(n))
		case kind == syntax.Operator:
			p.mark(p.item.Span(n), p.roles[n])
		}
	}
	sortMarks(p.marks)
}

func (p *painter) mark(span syntax.Span, c class) {
	if span.Len() > 0 {
		p.marks = append(p.marks, token{span, c})
	}
}

// nameExtent is where a name stands; a type parameter may carry its kind.
func (p *painter) nameExtent(n syntax.NodeID) syntax.Span {
	span := p.item.Span(n)
	if p.item.Kind(n) == syntax.TypeParam {
		span.End = span.Start + int32(len(typecheck.ParamName(p.item, n)))
	}
	return span
}

// local marks a variable, and what follows its name: `.0`, `/2`, `/x`. Where
// nothing is known, all of it is the name.
func (p *painter) local(n syntax.NodeID) {
	span, c := p.item.Span(n), p.nameClass(n)
	if objectOf(p.info, n) == nil {
		p.mark(span, c)
		return
	}
	name := nameSpan(p.info, n)
	p.mark(name, c)
	for _, s := range p.item.Kids(n) {
		if p.item.Span(s).Start >= name.End {
			p.segment(s)
		}
	}
}

// segment marks the projection or the division that a tail segment is.
func (p *painter) segment(s syntax.NodeID) {
	span := p.item.Span(s)
	sigil, rest := span, span
	sigil.End, rest.Start = span.Start+1, span.Start+1
	if p.item.Text[span.Start] == '/' {
		p.mark(sigil, class{is: operatorToken})
	} else {
		p.mark(sigil, class{})
	}
	if first := p.item.Text[rest.Start]; '0' <= first && first <= '9' {
		p.mark(rest, class{is: numberToken})
	} else {
		p.mark(rest, p.used(objectOf(p.info, s), class{is: variableToken}))
	}
}
