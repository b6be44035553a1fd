package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/workspace"
)

// A cursor is a position in a document: the item that it is in, the nodes
// around it and what is known of them.
type cursor struct {
	view   *view
	places *places
	source *workspace.Source
	index  int
	item   *syntax.Item
	path   []syntax.NodeID // from the root to the innermost node
	info   *typecheck.Info
}

// cursor finds what stands at a position; nil where no program does.
func (v *view) cursor(p *protocol.TextDocumentPositionParams) (*cursor, error) {
	source, err := v.source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	places := newPlaces(v)
	offset := places.offset(source, p.Position)
	index := source.File.ItemAt(offset)
	if index < 0 {
		return nil, nil
	}
	item := source.File.Items[index]
	offset -= source.File.Starts[index]
	path := item.NodeAt(offset)
	if int(offset) > len(item.Text) || len(path) == 0 || !item.Span(path[len(path)-1]).Contains(offset) {
		return nil, nil // between the programs of a document, or in a comment
	}
	result, err := v.result(source, index)
	if err != nil {
		return nil, failed(err)
	}
	return &cursor{v, places, source, index, item, path, result.Info}, nil
}

// node is the innermost node, or the one that a tail segment's name belongs to.
func (c *cursor) node() syntax.NodeID {
	n := c.path[len(c.path)-1]
	if c.item.Kind(n) == syntax.Segment && len(c.path) > 1 {
		local := c.path[len(c.path)-2]
		if c.item.Span(n).Start < nameSpan(c.info, local).End {
			return local
		}
		if divisor := c.divisor(local); c.item.Span(n).Start < nameSpan(c.info, divisor).End {
			return divisor
		}
	}
	return n
}

// divisor is the segment that begins the name of what a local is divided by,
// NoNode where it is not.
func (c *cursor) divisor(local syntax.NodeID) syntax.NodeID {
	for _, segment := range c.item.Kids(local) {
		if objectOf(c.info, segment) != nil {
			return segment
		}
	}
	return syntax.NoNode
}

// parent is the node around the innermost, by how many steps.
func (c *cursor) parent(steps int) syntax.NodeID {
	if i := len(c.path) - 1 - steps; i >= 0 {
		return c.path[i]
	}
	return syntax.NoNode
}

// object is what the name at the cursor stands for; nil where there is no name.
func (c *cursor) object() *typecheck.Object {
	n := c.node()
	if !isName[c.item.Kind(n)] && c.item.Kind(n) != syntax.Segment {
		return nil
	}
	if o := objectOf(c.info, n); o != nil {
		return o
	}
	return c.declared(n)
}

// named is the cursor at a position and what the name there stands for; without
// a name there is no object.
func (v *view) named(p *protocol.TextDocumentPositionParams) (*cursor, *typecheck.Object, error) {
	c, err := v.cursor(p)
	if c == nil {
		return nil, nil, err
	}
	return c, c.object(), nil
}

// declared is the constructor whose declaration a name is: its typed tree
// knows the type alone.
func (c *cursor) declared(n syntax.NodeID) *typecheck.Object {
	if c.item.Kind(c.parent(1)) != syntax.Constructor || c.item.Kid(c.parent(1), 0) != n {
		return nil
	}
	module, err := c.view.snapshot.Module(c.source.Path)
	if err != nil || module.Object(c.index) == nil || module.Object(c.index).Decl == nil {
		return nil
	}
	for _, k := range module.Object(c.index).Decl.Constructors {
		if o, ok := k.Data.(*typecheck.Object); ok && o.Item == c.item && o.Node == n {
			return o
		}
	}
	return nil
}

// at is the place of a node of the cursor's item.
func (c *cursor) at(span syntax.Span) workspace.Place {
	return workspace.Place{Source: c.source, Span: c.source.Absolute(c.index, span)}
}

// isName are the nodes that stand for something by their name alone.
var isName = map[syntax.Kind]bool{
	syntax.Local: true, syntax.Global: true, syntax.Name: true, syntax.PatVar: true,
	syntax.PatName: true, syntax.TypeName: true, syntax.TypeParam: true,
}

// objectOf is what a node stands for; an item whose check failed knows nothing.
func objectOf(info *typecheck.Info, n syntax.NodeID) *typecheck.Object {
	if int(n) >= len(info.Objects) {
		return nil
	}
	return info.Objects[n]
}

// typeOf is a node's type, nil where it has none.
func typeOf(info *typecheck.Info, n syntax.NodeID) types.Type {
	if int(n) >= len(info.Types) {
		return nil
	}
	return info.Types[n]
}

// nameSpan is the extent of a name. Of a local with tail segments only some
// belong to it, as many as its declaration has; a segment that divides (`%x/y`)
// holds the divisor's letters.
func nameSpan(info *typecheck.Info, n syntax.NodeID) syntax.Span {
	span, o := info.Item.Span(n), objectOf(info, n)
	switch kind := info.Item.Kind(n); {
	case kind == syntax.Segment && o != nil:
		return syntax.Span{Start: span.Start + 1, End: span.Start + int32(len(o.Name))}
	case kind != syntax.Local || len(info.Item.Kids(n)) == 0:
		return span
	case o != nil:
		return syntax.Span{Start: span.Start, End: span.Start + int32(len(o.Name))}
	}
	return headSpan(info.Item, n)
}

// headSpan is the part of a local in front of its tail segments; all of another
// node.
func headSpan(item *syntax.Item, n syntax.NodeID) syntax.Span {
	span := item.Span(n)
	if segments := item.Kids(n); item.Kind(n) == syntax.Local && len(segments) > 0 {
		span.End = item.Span(segments[0]).Start
	}
	return span
}
