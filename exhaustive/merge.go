package exhaustive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// merges reports runs of neighbours that could be one clause, from the top,
// each as long as it can be.
func (x *redundancy) merges() {
	for i := 0; i < len(x.clauses)-1; i++ {
		if last, common := x.longest(i); last > i {
			x.mergeable(i, last, common)
			i = last
		}
	}
}

// longest is the last clause of the longest run from a first one that could
// be one clause, with the atoms of that clause.
func (x *redundancy) longest(first int) (last int, atoms []int32) {
	last = first
	if x.advice.steps <= 0 || x.class[first+1] != x.class[first] {
		return last, nil
	}
	s := x.advice.fresh()
	defer x.advice.spend(s)
	for r := range first + 1 {
		s.add(r)
	}
	common := slices.Clone(x.advice.m.cellsOf(first))
	for r := first + 1; r < len(x.clauses) && x.class[r] == x.class[first]; r++ {
		s.add(r)
		cells := x.advice.m.cellsOf(r)
		common = slices.DeleteFunc(common, func(a int32) bool { return !slices.Contains(cells, a) })
		s.steps -= len(common) * len(cells)
		if s.solve(common) == useless {
			last, atoms = r, slices.Clone(common)
		}
	}
	return last, atoms
}

func (x *redundancy) mergeable(first, last int, common []int32) {
	var patterns []syntax.NodeID
	var rest []int
	for i := first; i <= last; i++ {
		patterns = append(patterns, x.pattern(i))
		if i > first {
			rest = append(rest, i)
		}
	}
	text, ok := x.leastAbove(patterns)
	if !ok || !x.keepsType(append(rest, first), common) {
		return
	}
	edits := []syntax.Edit{{Span: x.item.Span(patterns[0]), NewText: text}}
	for _, i := range rest {
		edits = append(edits, syntax.Edit{Span: x.extent(i)})
	}
	text = excerpt.Of(text, maxQuoted)
	x.report.report(codes.RedundantMatch, syntax.Diagnostic{
		Span:    x.item.Span(patterns[0]),
		Message: fmt.Sprintf("these %d clauses could be one: `%s` takes exactly what they take, and they give the same", len(patterns), text),
		Related: x.sameBody(rest),
		Fixes:   []syntax.Fix{{Title: "make them one clause `" + text + "`", Edits: edits}},
	})
}

// leastAbove spells the least pattern that matches all that some patterns do.
// It answers false if it would lose an annotation.
func (c *checker) leastAbove(patterns []syntax.NodeID) (string, bool) {
	text := c.item.SourceText(patterns[0])
	if !slices.ContainsFunc(patterns, func(p syntax.NodeID) bool { return c.item.SourceText(p) != text }) {
		return text, true
	}
	bare := make([]syntax.NodeID, len(patterns))
	for i, p := range patterns {
		if c.isAnnotated(p) {
			return "", false
		}
		bare[i] = c.bare(p)
	}
	switch first := bare[0]; {
	case !slices.ContainsFunc(bare, func(p syntax.NodeID) bool { return !c.sameVariable(first, p) }):
		return c.item.SourceText(first), true
	case slices.ContainsFunc(bare, func(p syntax.NodeID) bool { return !c.sameForm(first, p) }):
		return "_", true
	}
	return c.partsAbove(bare)
}

// sameVariable reports whether two patterns are one variable: `x` and `%x` are.
func (c *checker) sameVariable(p, q syntax.NodeID) bool {
	a, b := c.info.Objects[p], c.info.Objects[q]
	return c.isVariable(p) && c.isVariable(q) && a != nil && b != nil && a.Name == b.Name
}

// isAnnotated reports whether a pattern has a type at its root.
func (c *checker) isAnnotated(p syntax.NodeID) bool {
	for c.item.Kind(p) == syntax.PatParen {
		p = c.item.Inner(p)
	}
	return c.item.Kind(p) == syntax.PatTyped
}

// partsAbove spells the least pattern above patterns of one form.
func (c *checker) partsAbove(patterns []syntax.NodeID) (string, bool) {
	first := patterns[0]
	parts := c.parts(first)
	if len(parts) == 0 {
		return c.item.SourceText(first), true
	}
	texts := make([]string, len(parts))
	column := make([]syntax.NodeID, len(patterns))
	for i := range parts {
		for k, p := range patterns {
			column[k] = c.parts(p)[i]
		}
		text, ok := c.leastAbove(column)
		if !ok {
			return "", false
		}
		texts[i] = text
	}
	return c.withParts(first, texts), true
}

// withParts writes parts in the form of a constructor or tuple pattern.
func (c *checker) withParts(p syntax.NodeID, parts []string) string {
	inside := strings.Join(parts, ", ")
	if c.item.Kind(p) == syntax.PatCons {
		return c.item.SourceText(c.item.PatCons(p).Name) + "(" + inside + ")"
	}
	switch {
	case !slices.ContainsFunc(parts, func(part string) bool { return part != "_" }):
		return "_"
	case len(parts) == 1:
		inside += ","
	}
	return "(" + inside + ")"
}
