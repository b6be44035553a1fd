package navigation

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/typecheck"
)

var callHierarchyFeature = request.Feature{
	Requests: map[string]request.Route{
		protocol.MethodTextDocumentPrepareCallHierarchy: request.Handles(prepareCallHierarchy),
		protocol.MethodCallHierarchyIncomingCalls:       request.Handles(incomingCalls),
		protocol.MethodCallHierarchyOutgoingCalls:       request.Handles(outgoingCalls),
	},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
		c.CallHierarchyProvider = protocol.Boolean(true)
	},
}

// A caller is an item that calls functions: a definition or a top-level
// expression.
type caller struct {
	source *workspace.Source
	index  int
}

func (c caller) item() *syntax.Item { return c.source.File.Item(c.index) }

// callers are the items that may call, and how a client shows them.
var callers = map[syntax.Kind]protocol.SymbolKind{
	syntax.ItemDef:  protocol.SymbolKindFunction,
	syntax.ItemDecl: protocol.SymbolKindInterface,
	syntax.ItemExpr: protocol.SymbolKindEvent,
}

// prepareCallHierarchy gives the function that is named at a position, or else
// the top-level expression there.
func prepareCallHierarchy(_ context.Context, v *request.View, p *protocol.CallHierarchyPrepareParams) (any, error) {
	c, err := v.Cursor(&p.TextDocumentPositionParams)
	if c == nil {
		return nil, err
	}
	at, ok := caller{c.Source, c.Index}, c.Item.Kind(c.Item.Root) == syntax.ItemExpr
	if o := c.Object(); o != nil {
		at, ok = function(v, c.Source, o)
	}
	if !ok {
		return nil, nil
	}
	return []protocol.CallHierarchyItem{callItem(c.Mapper, at)}, nil
}

// function is the item that defines or declares what a global stands for.
func function(v *request.View, from *workspace.Source, o *typecheck.Object) (caller, bool) {
	if !isFunction(o) {
		return caller{}, false
	}
	source, i, ok := v.Finder().Home(from, o)
	return caller{source, i}, ok && source.Path != ""
}

func isFunction(o *typecheck.Object) bool {
	return o != nil && (o.Kind == typecheck.DefObject || o.Kind == typecheck.DeclaredObject)
}

// callItem describes an item to the client.
func callItem(p *request.Mapper, c caller) protocol.CallHierarchyItem {
	item := c.item()
	name := item.Declared()
	found := protocol.CallHierarchyItem{
		Name: excerpt.Name(item.SourceText(name)), Kind: callers[item.Kind(item.Root)], URI: p.View.Address(c.source.Path),
		Range: p.Range(workspace.Place{Source: c.source, Span: c.source.Absolute(c.index, item.Span(item.Root))}),
	}
	if item.Kind(item.Root) == syntax.ItemExpr {
		found.Name, found.SelectionRange = firstLine(item.SourceText(item.Root)), found.Range
		return found
	}
	found.SelectionRange = p.Range(workspace.Place{Source: c.source, Span: c.source.Absolute(c.index, item.Span(name))})
	found.Detail = signature(p.View, c.source, c.index)
	return found
}

// longestTitle is how much of an expression's text names it.
const longestTitle = 60

func firstLine(text string) string {
	line, _, more := strings.Cut(text, "\n")
	line = strings.TrimRight(line, " \t\r")
	if letters := []rune(line); len(letters) > longestTitle {
		line, more = string(letters[:longestTitle]), true
	}
	if more {
		line += " …"
	}
	return line
}

// called finds the item that a client has from an answer before. Edits since
// may have moved it; then the one that is there now is meant.
//
// The client sends back an item of an earlier answer, which has no version. Its position is
// looked up in the current text, which is right after edits inside of items and wrong after
// edits between them; then the user sees the hierarchy of a neighbour, and asks again.
func called(v *request.View, of *protocol.CallHierarchyItem) (*request.Mapper, caller, bool, error) {
	source, err := v.Source(of.URI)
	if err != nil {
		return nil, caller{}, false, err
	}
	mapper := request.NewMapper(v)
	at := caller{source, source.File.ItemAt(mapper.Offset(source, of.SelectionRange.Start))}
	if at.index < 0 {
		return mapper, at, false, nil
	}
	_, ok := callers[at.item().Kind(at.item().Root)]
	return mapper, at, ok, nil
}

// incomingCalls lists the definitions and top-level expressions that mention a
// function, in all programs of the folder.
func incomingCalls(ctx context.Context, v *request.View, p *protocol.CallHierarchyIncomingCallsParams) (any, error) {
	mapper, at, ok, err := called(v, &p.Item)
	if !ok {
		return nil, err
	}
	found := []protocol.CallHierarchyIncomingCall{}
	o := declaredBy(v, at)
	if o == nil {
		return found, nil
	}
	for _, group := range append(v.Finder().All(ctx, at.source, o), preludeUses(ctx, v, at)) {
		found = append(found, incoming(mapper, group.Source, group.Uses)...)
	}
	return found, nil
}

// preludeUses are the uses of a function of the prelude in the prelude itself,
// which as a file is a module of its own.
func preludeUses(ctx context.Context, v *request.View, c caller) reference.FileUses {
	module, err := v.Snapshot.Module(c.source.Path)
	if err != nil || c.source.Path != v.Prelude().Path {
		return reference.FileUses{}
	}
	return reference.FileUses{Source: c.source, Uses: v.Finder().InFile(ctx, c.source, module.Object(c.index))}
}

// incoming groups the uses in one file by the item that they are in.
//
// Uses come in the order of the text, so those of one item follow each other, and one pass groups them.
func incoming(p *request.Mapper, source *workspace.Source, uses []reference.Use) []protocol.CallHierarchyIncomingCall {
	var found []protocol.CallHierarchyIncomingCall
	last := -1
	for _, use := range uses {
		c := caller{source, source.File.ItemAt(use.Span.Start)}
		if _, calls := callers[c.item().Kind(c.item().Root)]; use.Declares || !calls {
			continue
		}
		if c.index != last {
			found = append(found, protocol.CallHierarchyIncomingCall{From: callItem(p, c)})
			last = c.index
		}
		from := &found[len(found)-1]
		from.FromRanges = append(from.FromRanges, p.Range(use.Place))
	}
	return found
}

// declaredBy is the function that an item declares. In the prelude, it is the
// one that other files see there.
func declaredBy(v *request.View, c caller) *typecheck.Object {
	module, err := v.Snapshot.Module(c.source.Path)
	if err != nil {
		return nil
	}
	if c.source.Path == v.Prelude().Path && module.Prelude() != nil {
		module = module.Prelude()
	}
	if o := module.Object(c.index); isFunction(o) {
		return o
	}
	return nil
}

// outgoingCalls lists the functions that a definition or a top-level expression
// mentions, in the order of their first mention.
//
// Mentions count as calls: a function that is passed to `map` or bound to a variable is called
// there or later, and which of them is undecidable.
func outgoingCalls(_ context.Context, v *request.View, p *protocol.CallHierarchyOutgoingCallsParams) (any, error) {
	mapper, at, ok, err := called(v, &p.Item)
	if !ok {
		return nil, err
	}
	result, err := v.Snapshot.Result(at.source.Path, at.index)
	if err != nil {
		return nil, request.Failed(err)
	}
	found, known := []protocol.CallHierarchyOutgoingCall{}, map[*typecheck.Object]int{}
	result.Item.Walk(result.Item.Root, func(n syntax.NodeID) bool {
		o := result.Info.Object(n)
		if result.Item.Kind(n) != syntax.Global || !isFunction(o) || o.Item == result.Item && o.Node == n {
			return true
		}
		i, again := known[o]
		if !again {
			to, ok := function(v, at.source, o)
			if !ok {
				return true
			}
			i, known[o] = len(found), len(found)
			found = append(found, protocol.CallHierarchyOutgoingCall{To: callItem(mapper, to)})
		}
		span := at.source.Absolute(at.index, result.Item.Span(n))
		found[i].FromRanges = append(found[i].FromRanges, mapper.Range(workspace.Place{Source: at.source, Span: span}))
		return true
	})
	return found, nil
}
