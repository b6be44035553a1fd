package commands

import (
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/runs"
)

// codeNeedsArguments is that of what is run without the arguments that it depends on.
const codeNeedsArguments = "needs-arguments"

// needed is why an item has no value by itself: a definition with parameters that is given none.
//
// It is asked before the worker is, which would answer with a fault of a missing argument.
func needed(item *syntax.Item, args []string) *worker.Error {
	names := parameterNames(item)
	if len(names) == 0 || len(args) > 0 {
		return nil
	}
	word := "parameter"
	if len(names) > 1 {
		word = "parameters"
	}
	return &worker.Error{Code: codeNeedsArguments, Message: fmt.Sprintf("what `%s` gives depends on its %s `%s`: run a call of it, or give arguments",
		item.SourceText(item.Declared()), word, strings.Join(names, "`, `"))}
}

// parameterNames are those of a definition, in the text of the program.
func parameterNames(item *syntax.Item) (names []string) {
	if item.Kind(item.Root) != syntax.ItemDef {
		return nil
	}
	d := item.Def(item.Root)
	if item.Kind(d.Params) != syntax.Params {
		return nil
	}
	for _, p := range item.Kids(d.Params) {
		if item.Kind(p) == syntax.Param {
			names = append(names, request.Abbreviate(item.SourceText(item.Param(p).Pattern)))
		}
	}
	return names
}

// A callReply is an expression of the document that calls a definition, for clients: its value
// is that of its position.
type callReply struct {
	Text  string         `json:"text"`
	Range protocol.Range `json:"range"`
}

// mostCalls is how many expressions are listed.
const mostCalls = 20

// callsOf lists the top-level expressions of a file, and those of its evaluation comments, that
// have a definition run: those that name it, or where there are none, those that name another
// definition of the file which leads to it.
//
// It is a breadth-first search backwards through the graph "definition d mentions e", from the
// definition to the first level at which an expression of the file mentions something: O(items
// + mentions). Expressions of one level are shown together, since they are equally near.
func callsOf(v *request.View, source *workspace.Source, i int) []callReply {
	users := map[string][]string{} // by definition, the definitions that name it
	for _, item := range source.File.All() {
		if item.Kind(item.Root) == syntax.ItemDef {
			for name := range globals(item) {
				users[name] = append(users[name], item.SourceText(item.Declared()))
			}
		}
	}
	calls := findCalls(source)
	item := source.File.Item(i)
	level := []string{item.SourceText(item.Declared())}
	for seen := map[string]bool{}; len(level) > 0; {
		if found := calls.of(level); len(found) > 0 {
			return callReplies(v, source, found)
		}
		var next []string
		for _, name := range level {
			seen[name] = true
			next = append(next, users[name]...)
		}
		level = nil
		for _, name := range next {
			if !seen[name] {
				seen[name] = true
				level = append(level, name)
			}
		}
	}
	return []callReply{}
}

// namingCalls are expressions of a file, and which of them name a definition, by its name.
type namingCalls struct {
	spans []syntax.Span
	by    map[string][]int
}

// findCalls looks at each expression once: those of the file first, then those of its comments.
//
// Names in the expressions are indexed once, so that each level of the search is a look-up.
func findCalls(source *workspace.Source) *namingCalls {
	calls := &namingCalls{by: map[string][]int{}}
	add := func(item *syntax.Item, at syntax.Span) {
		for name := range globals(item) {
			calls.by[name] = append(calls.by[name], len(calls.spans))
		}
		calls.spans = append(calls.spans, at)
	}
	for i, item := range source.File.All() {
		if item.Kind(item.Root) == syntax.ItemExpr {
			add(item, source.Absolute(i, item.Span(item.Root)))
		}
	}
	for _, c := range evaluate.Comments(source) {
		if c.Item < 0 && c.Kind != evaluate.Misspelt {
			add(runs.CommentSubject(source, c).Item, c.Expr)
		}
	}
	return calls
}

// of are the first expressions that name one of several definitions.
func (c *namingCalls) of(names []string) (found []syntax.Span) {
	var at []int
	for _, name := range names {
		at = append(at, c.by[name]...)
	}
	slices.Sort(at)
	at = slices.Compact(at)
	for _, i := range at[:min(len(at), mostCalls)] {
		found = append(found, c.spans[i])
	}
	return found
}

// callReplies are expressions for a client.
func callReplies(v *request.View, source *workspace.Source, at []syntax.Span) (calls []callReply) {
	mapper := request.NewMapper(v)
	for _, span := range at {
		text := request.Abbreviate(source.Text()[span.Start:span.End])
		calls = append(calls, callReply{text, mapper.Range(workspace.Place{Source: source, Span: span})})
	}
	return calls
}

// globals are the names of definitions that are in an item.
func globals(item *syntax.Item) map[string]bool {
	names := map[string]bool{}
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		if item.Kind(n) == syntax.Global {
			names[item.SourceText(n)] = true
		}
		return true
	})
	return names
}
