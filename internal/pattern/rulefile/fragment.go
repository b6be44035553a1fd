package rulefile

import (
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A wrapper makes an item of a piece of a program, so that package syntax reads it.
type wrapper struct {
	front, back string
	// node finds the piece in the item; NoNode where the item is something else.
	node func(*syntax.Item) syntax.NodeID
}

var (
	expressions = wrapper{node: func(t *syntax.Item) syntax.NodeID {
		if t.Kind(t.Root) != syntax.ItemExpr {
			return syntax.NoNode
		}
		return onlyChild(t, t.TopLevel(t.Root))
	}}
	typeTexts = wrapper{"assert equiv(", "\n, ())", func(t *syntax.Item) syntax.NodeID {
		if t.Kind(t.Root) != syntax.ItemAssert {
			return syntax.NoNode
		}
		return t.Assert(t.Root).Left
	}}
	clausePatterns = wrapper{"match (0) { ", "\n => 0 }", func(t *syntax.Item) syntax.NodeID {
		if t.Kind(t.Root) != syntax.ItemExpr {
			return syntax.NoNode
		}
		body := onlyChild(t, t.TopLevel(t.Root))
		if t.Kind(body) != syntax.Match || len(t.Match(body).Clauses) != 1 {
			return syntax.NoNode
		}
		return t.Clause(t.Match(body).Clauses[0]).Pattern
	}}
)

// onlyChild is the expression that a block is nothing else than, or else the block.
func onlyChild(t *syntax.Item, block syntax.NodeID) syntax.NodeID {
	kids := t.Kids(block)
	if t.Kind(block) == syntax.Block && len(kids) == 1 && kids[0] != syntax.NoNode && t.Span(kids[0]) == t.Span(block) {
		return kids[0]
	}
	return block
}

// fragment reads a piece of a program that is at a span; nil where it has
// mistakes, of which the first one is reported.
func (r *reader) fragment(span syntax.Span, w wrapper, what string) *pattern.Fragment {
	text := r.file.Text[span.Start:span.End]
	item := syntax.ParseItem(w.front + text + w.back)
	if len(item.Errors) > 0 {
		e := item.Errors[0]
		r.report(within(e.Span.Shift(span.Start-int32(len(w.front))), span), e.Message, e.Notes...)
		return nil
	}
	node := w.node(item)
	front := int32(len(w.front))
	if node == syntax.NoNode || item.Span(node).Start < front || item.Span(node).End > front+int32(len(text)) {
		r.report(span, "expected "+what+", found `"+short(text)+"`")
		return nil
	}
	return &pattern.Fragment{Text: text, Item: item, Node: node, Start: front, Span: span}
}

// within moves a span into another.
func within(s, outer syntax.Span) syntax.Span {
	s.Start = max(outer.Start, min(s.Start, outer.End))
	s.End = max(s.Start, min(s.End, outer.End))
	return s
}

// program reads the programs of an example; Item stays nil, for a program has many.
func (r *reader) program(from, end int) *pattern.Fragment {
	if r.kind(from) != syntax.TokLBrace || r.partner[from] < 0 || r.partner[from] >= end {
		return nil
	}
	span := syntax.Span{Start: r.tokens[from].End, End: r.tokens[r.partner[from]].Start}
	text := r.file.Text[span.Start:span.End]
	file := syntax.ParseFile(r.file.Name, text)
	for i, item := range file.All() {
		if len(item.Errors) > 0 {
			e := item.Errors[0]
			r.report(e.Span.Shift(span.Start+file.Start(i)), e.Message, e.Notes...)
			return nil
		}
	}
	return &pattern.Fragment{Text: text, Span: span}
}

// exampleClause reads `example { … } gives { … }` and `example { … } unchanged`.
func (r *reader) exampleClause(c clause) {
	span := r.span(c.at, c.end)
	if r.kind(c.from) != syntax.TokLBrace || c.from >= c.end {
		r.usage(c, c.from)
		return
	}
	if !r.balanced(c.from, c.end) {
		return
	}
	behind := r.partner[c.from] + 1
	word := ""
	if behind < c.end {
		word = r.lexeme(behind)
	}
	end := behind + 1
	if word == "gives" && behind+1 < c.end && r.kind(behind+1) == syntax.TokLBrace {
		end = r.partner[behind+1] + 1
	} else if word != "unchanged" {
		r.usage(c, behind)
		if near := spelling.Near(word, []string{"gives", "unchanged"}); len(near) > 0 {
			suggest(&r.file.Diagnostics[len(r.file.Diagnostics)-1], word, near)
		}
		return
	}
	if end != c.end {
		r.usage(c, end)
		return
	}
	r.word(r.tokens[behind].Span, ClauseWord, nil)
	example := pattern.Example{Before: r.program(c.from, c.end), Span: span}
	if word == "gives" {
		example.After = r.program(behind+1, c.end)
	}
	if example.Before != nil && (example.After != nil || word == "unchanged") {
		r.rule.Examples = append(r.rule.Examples, example)
	}
}
