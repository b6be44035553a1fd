package picture

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
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/definition"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Drawn lists what is drawn of a file's graphs: the definitions of a name; without one
// `@main`, where a file has none all its definitions, and of a file without definitions
// its top-level expressions; of these the ones without errors.
func Drawn(s *workspace.Snapshot, path, name string) ([]drawing.Item, error) {
	file, err := s.File(path)
	if err != nil {
		return nil, err
	}
	var items []drawing.Item
	for _, i := range pictured(file, name) {
		items = append(items, drawn(file, i))
	}
	if len(items) == 0 {
		return nil, nothingDrawn(file, name, definition.Names(file))
	}
	return items, nil
}

// Drawable reports whether something of what is asked for has no errors, and can be drawn.
func Drawable(s *workspace.Snapshot, path, name string) (bool, error) {
	file, err := s.File(path)
	if err != nil {
		return false, err
	}
	return len(asked(file, name)) == 0 || len(pictured(file, name)) > 0, nil
}

// pictured are the items that are drawn: those that are asked for and have no errors.
func pictured(file *workspace.File, name string) []int {
	return slices.DeleteFunc(asked(file, name), func(i int) bool { return workspace.SoundItem(file.Module, i) == nil })
}

// asked are the items of a name, or where none is given those that stand for the file.
func asked(file *workspace.File, name string) (found []int) {
	if name == "" {
		return definition.EntryPoints(file)
	}
	for i := range file.Source.File.Len() {
		if o := file.Module.Object(i); o != nil && o.Kind == typecheck.DefObject && o.Name == name {
			found = append(found, i)
		}
	}
	return found
}

func drawn(file *workspace.File, i int) drawing.Item {
	info := file.Module.Check(i).Info
	one := drawing.Item{Name: definition.ItemName(file, i), Graph: graph.Of(info), Span: file.Source.Absolute(i, info.Item.Span(info.Item.Root))}
	one.Place = func(n syntax.NodeID) drawing.Place {
		at := file.Source.Absolute(i, info.Item.Span(n))
		start, _ := workspace.Place{Source: file.Source, Span: at}.Range()
		return drawing.Place{Text: file.Source.Name + ":" + strconv.Itoa(start.Line) + ":" + strconv.Itoa(start.Column), Span: at}
	}
	if m := file.Source.Model; m != nil {
		one.Constant = func(text string) (index int, name string, ok bool) {
			if index, ok = m.ConstantIndex(text); ok && m.Constant(index).Name != "" {
				return index, m.Constant(index).Name, true
			}
			return index, text, ok
		}
	}
	if _, t, ok := file.Module.Signature(i); ok {
		one.Type = t
	}
	return one
}

// nothingDrawn says why nothing is drawn.
func nothingDrawn(file *workspace.File, name string, names []string) error {
	if len(asked(file, name)) > 0 {
		return fmt.Errorf("what is asked for of %s has errors; it is drawn once it has none", file.Source.Name)
	}
	if name == "" {
		return fmt.Errorf("%s has no definition and no top-level expression", file.Source.Name)
	}
	if near, ok := spelling.Nearest(name, names); ok {
		return fmt.Errorf("%s defines no `%s`; did you mean `%s`?", file.Source.Name, name, near)
	}
	return fmt.Errorf("%s defines no `%s`", file.Source.Name, name)
}

// TypeTrees are the structure trees of what Drawn lists: of parameters and results, of
// expressions, and of the types that a file without `@main` declares. A name may be that
// of a type too, with `@` in front or without.
func TypeTrees(s *workspace.Snapshot, path, name string) ([]drawing.TypeTree, error) {
	file, err := s.File(path)
	if err != nil {
		return nil, err
	}
	var trees []drawing.TypeTree
	drawn := pictured(file, name)
	for i := range file.Source.File.Len() {
		if d := declared(file, i); d != nil && (d.Name == name || "@"+d.Name == name || name == "" && !entered(file, drawn)) {
			trees = append(trees, drawing.DeclaredTree(d))
		}
		if slices.Contains(drawn, i) {
			trees = append(trees, treesOf(file, i)...)
		}
	}
	if len(trees) == 0 {
		return nil, nothingDrawn(file, name, append(definition.Names(file), typeNames(file)...))
	}
	return trees, nil
}

// PicturesOf are what is drawn of item i of a file alone: the graph of a definition
// without errors, nil of others, and the trees of the types of a definition or of the
// type that the item declares.
func PicturesOf(s *workspace.Snapshot, path string, i int) (*drawing.Item, []drawing.TypeTree, error) {
	file, err := s.File(path)
	if err != nil {
		return nil, nil, err
	}
	if d := declared(file, i); d != nil {
		return nil, []drawing.TypeTree{drawing.DeclaredTree(d)}, nil
	}
	if o := file.Module.Object(i); o == nil || o.Kind != typecheck.DefObject || workspace.SoundTree(file.Module, o) == nil {
		return nil, nil, nil
	}
	graph := drawn(file, i)
	return &graph, treesOf(file, i), nil
}

// DrawnAt is what is drawn of item i of a file, a definition or an expression; the error
// says why nothing is.
func DrawnAt(s *workspace.Snapshot, path string, i int) (drawing.Item, error) {
	file, err := s.File(path)
	if err != nil {
		return drawing.Item{}, err
	}
	switch item := file.Source.File.Item(i); {
	case item.Body() == syntax.NoNode:
		return drawing.Item{}, errors.New("nothing is computed here; definitions and expressions have a graph")
	case workspace.SoundItem(file.Module, i) == nil:
		return drawing.Item{}, fmt.Errorf("`%s` has errors; it is drawn once it has none", definition.ItemName(file, i))
	}
	return drawn(file, i), nil
}

// entered reports whether `@main` represents a file.
func entered(file *workspace.File, drawn []int) bool {
	return len(drawn) == 1 && definition.ItemName(file, drawn[0]) == definition.EntryPoint
}

// declared is the data type that an item declares, nil of others.
func declared(file *workspace.File, i int) *types.Decl {
	if o := file.Module.Object(i); o != nil && o.Kind == typecheck.TypeObject {
		return o.Decl
	}
	return nil
}

// typeNames are written as definitions' names are, so that both are compared alike.
func typeNames(file *workspace.File) (names []string) {
	for i := range file.Source.File.Len() {
		if d := declared(file, i); d != nil {
			names = append(names, "@"+d.Name)
		}
	}
	return names
}

func treesOf(file *workspace.File, i int) []drawing.TypeTree {
	item := file.Source.File.Item(i)
	_, t, ok := file.Module.Signature(i)
	if !ok {
		root := item.TopLevel(item.Root)
		trees := drawing.TreesOf(definition.ItemName(file, i), file.Module.Check(i).Type(root), nil)
		for k := range trees {
			trees[k].Span = file.Source.Absolute(i, item.Span(root))
		}
		return trees
	}
	names, spans := parameterNames(item)
	trees := drawing.TreesOf(definition.ItemName(file, i), t, names)
	for k := range trees {
		if k < len(spans) && len(trees) > 1 {
			trees[k].Span = file.Source.Absolute(i, spans[k])
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
