package normalform

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// No form has graph bindings of functions that call themselves: `let` is what makes a
// function recursive. Where an item is refused that has such bindings, they become `let`s
// first, with names that nothing else has, and what comes of that is converted. A `let` is
// seen below itself alone, so this is tried, and verified like any other step.

// recursiveLets writes the graph bindings of functions that call themselves as `let`s; ok is
// false where there are none, or the item would not be what it was.
func (s step) recursiveLets() (r *Result, behind step, ok bool) {
	item := s.Result.Item
	body := item.Span(item.Body())
	var edits []syntax.Edit
	lets := 0
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if item.Kind(n) != syntax.Graph || item.Kind(item.Unparen(item.Graph(n).Value)) != syntax.Fn {
			continue
		}
		graph := item.Graph(n)
		index := s.Result.Info.Index()
		uses := index.Uses(graph.Name)
		calls := func(use syntax.NodeID) bool { return index.Within(use, graph.Value) }
		tailed := func(use syntax.NodeID) bool { return len(item.Kids(use)) > 0 }
		if !slices.ContainsFunc(uses, calls) || slices.ContainsFunc(uses, tailed) {
			continue
		}
		name := unusedName(item.Text, lets)
		lets++
		edits = append(edits, syntax.Edit{Span: item.Span(graph.Name), NewText: "let " + name})
		for _, use := range uses {
			edits = append(edits, syntax.Edit{Span: item.Span(use), NewText: name})
		}
	}
	if len(edits) == 0 {
		return nil, s, false
	}
	slices.SortFunc(edits, func(a, b syntax.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	r = replaced(item.Text, body, edits)
	revision, err := s.verify(r)
	if err != nil {
		return nil, s, false
	}
	return r, s.after(r, revision), true
}

// unusedName is a variable's name that a text does not have, the next one for each n.
func unusedName(text string, n int) string {
	prefix := "%f"
	for strings.Contains(text, prefix) {
		prefix += "_"
	}
	return fmt.Sprintf("%s%d", prefix, n+1)
}

// replaced is the result of edits of a body: what is between them leads back to itself.
func replaced(text string, body syntax.Span, edits []syntax.Edit) *Result {
	r := &Result{Edit: syntax.Edit{Span: body}}
	var b strings.Builder
	write := func(text string, from syntax.Span) {
		start := b.Len()
		if b.WriteString(text); text != "" {
			r.origin(start, b.Len(), from)
		}
	}
	at := body.Start
	for _, e := range edits {
		write(text[at:e.Span.Start], syntax.Span{Start: at, End: e.Span.Start})
		write(e.NewText, e.Span)
		at = e.Span.End
	}
	write(text[at:body.End], syntax.Span{Start: at, End: body.End})
	r.Edit.NewText = b.String()
	return r
}
