package workspace

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Drawn lists what is drawn of a file's graphs: the definitions of a name; without one
// `@main`, where a file has none all its definitions, and of a file without definitions
// its top-level expressions.
func (s *Snapshot) Drawn(path, name string) ([]drawing.Item, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	var items []drawing.Item
	for _, i := range e.pictured(name) {
		items = append(items, e.drawn(i))
	}
	if len(items) == 0 {
		return nil, e.nothingDrawn(name, e.definitionNames())
	}
	return items, nil
}

// pictured are the items that are drawn.
func (e *entry) pictured(name string) (found []int) {
	if name == "" {
		return e.entryPoints()
	}
	for i := range e.source.File.Items {
		if o := e.module.Object(i); o != nil && o.Kind == typecheck.DefObject && o.Name == name {
			found = append(found, i)
		}
	}
	return found
}

func (e *entry) drawn(i int) drawing.Item {
	info := e.module.Check(i).Info
	one := drawing.Item{Name: e.itemName(i), Graph: graph.Of(info), Span: e.source.Absolute(i, info.Item.Span(info.Item.Root))}
	one.Place = func(n syntax.NodeID) drawing.Place {
		at := e.source.Absolute(i, info.Item.Span(n))
		start, _ := Place{e.source, at}.Range()
		return drawing.Place{Text: e.source.Name + ":" + strconv.Itoa(start.Line) + ":" + strconv.Itoa(start.Column), Span: at}
	}
	if _, t, ok := e.module.Signature(i); ok {
		one.Type = t
	}
	return one
}

// itemName is a definition's name; of an expression the line that it is on.
func (e *entry) itemName(i int) string {
	if name, _, ok := e.module.Signature(i); ok {
		return name
	}
	item := e.source.File.Items[i]
	start, _ := Place{e.source, e.source.Absolute(i, item.Span(item.TopLevel(item.Root)))}.Range()
	return "line " + strconv.Itoa(start.Line)
}

func (e *entry) definitionNames() (names []string) {
	for i := range e.source.File.Items {
		if o := e.module.Object(i); o != nil && o.Kind == typecheck.DefObject {
			names = append(names, o.Name)
		}
	}
	return names
}

// nothingDrawn says why nothing is drawn.
func (e *entry) nothingDrawn(name string, names []string) error {
	if name == "" {
		return fmt.Errorf("%s has no definition and no top-level expression", e.source.Name)
	}
	if near, ok := spelling.Nearest(name, names); ok {
		return fmt.Errorf("%s defines no `%s`; did you mean `%s`?", e.source.Name, name, near)
	}
	return fmt.Errorf("%s defines no `%s`", e.source.Name, name)
}

// TypeTrees are the structure trees of what Drawn lists: of parameters and results, of
// expressions, and of the types that a file without `@main` declares. A name may be that
// of a type too, with `@` in front or without.
func (s *Snapshot) TypeTrees(path, name string) ([]drawing.TypeTree, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	var trees []drawing.TypeTree
	drawn := e.pictured(name)
	for i := range e.source.File.Items {
		if d := e.declared(i); d != nil && (d.Name == name || "@"+d.Name == name || name == "" && !e.entered(drawn)) {
			trees = append(trees, drawing.DeclaredTree(d))
		}
		if slices.Contains(drawn, i) {
			trees = append(trees, e.treesOf(i)...)
		}
	}
	if len(trees) == 0 {
		return nil, e.nothingDrawn(name, append(e.definitionNames(), e.typeNames()...))
	}
	return trees, nil
}

// PicturesOf are what is drawn of item i of a file alone: the graph of a definition
// without errors, nil of others, and the trees of the types of a definition or of the
// type that the item declares.
func (s *Snapshot) PicturesOf(path string, i int) (*drawing.Item, []drawing.TypeTree, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, nil, err
	}
	if d := e.declared(i); d != nil {
		return nil, []drawing.TypeTree{drawing.DeclaredTree(d)}, nil
	}
	if o := e.module.Object(i); o == nil || o.Kind != typecheck.DefObject || e.faulty(i) {
		return nil, nil, nil
	}
	graph := e.drawn(i)
	return &graph, e.treesOf(i), nil
}

// DrawnAt is what is drawn of item i of a file, a definition or an expression; the error
// says why nothing is.
func (s *Snapshot) DrawnAt(path string, i int) (drawing.Item, error) {
	e, err := s.linked(path)
	if err != nil {
		return drawing.Item{}, err
	}
	switch item := e.source.File.Items[i]; {
	case item.Body() == syntax.NoNode:
		return drawing.Item{}, errors.New("nothing is computed here; definitions and expressions have a graph")
	case soundItem(e.module, i) == nil:
		return drawing.Item{}, fmt.Errorf("`%s` has errors; it is drawn once it has none", e.itemName(i))
	}
	return e.drawn(i), nil
}

// entered reports whether `@main` stands for a file.
func (e *entry) entered(drawn []int) bool {
	return len(drawn) == 1 && e.itemName(drawn[0]) == entryPoint
}

// declared is the data type that an item declares, nil of others.
func (e *entry) declared(i int) *types.Decl {
	if o := e.module.Object(i); o != nil && o.Kind == typecheck.TypeObject {
		return o.Decl
	}
	return nil
}

// typeNames are written as definitions' names are, so that both are compared alike.
func (e *entry) typeNames() (names []string) {
	for i := range e.source.File.Items {
		if d := e.declared(i); d != nil {
			names = append(names, "@"+d.Name)
		}
	}
	return names
}

func (e *entry) treesOf(i int) []drawing.TypeTree {
	item := e.source.File.Items[i]
	_, t, ok := e.module.Signature(i)
	if !ok {
		root := item.TopLevel(item.Root)
		trees := drawing.TreesOf(e.itemName(i), e.module.Check(i).Type(root), nil)
		for k := range trees {
			trees[k].Span = e.source.Absolute(i, item.Span(root))
		}
		return trees
	}
	names, spans := parameterNames(item)
	trees := drawing.TreesOf(e.itemName(i), t, names)
	for k := range trees {
		if k < len(spans) && len(trees) > 1 {
			trees[k].Span = e.source.Absolute(i, spans[k])
		}
	}
	return trees
}

// parameterNames are the patterns of a definition's parameters, and where they stand.
func parameterNames(item *syntax.Item) (names []string, spans []syntax.Span) {
	list := item.Def(item.Root).Params
	if list == syntax.NoNode {
		return nil, nil
	}
	for _, p := range item.Kids(list) {
		if item.Kind(p) != syntax.Param {
			continue
		}
		name, span := "", item.Span(p)
		if pattern := item.Param(p).Pattern; pattern != syntax.NoNode {
			name, span = item.SourceText(pattern), item.Span(pattern)
		}
		names, spans = append(names, name), append(spans, span)
	}
	return names, spans
}
