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
	}
	return n
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
	if !isName[c.item.Kind(n)] {
		return nil
	}
	if o := objectOf(c.info, n); o != nil {
		return o
	}
	return c.declared(n)
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
// belong to it.
func nameSpan(info *typecheck.Info, n syntax.NodeID) syntax.Span {
	span, segments := info.Item.Span(n), info.Item.Kids(n)
	if info.Item.Kind(n) != syntax.Local || len(segments) == 0 {
		return span
	}
	if used := info.Split[n]; used > 0 {
		span.End = info.Item.Span(segments[used-1]).End
	} else {
		span.End = info.Item.Span(segments[0]).Start
	}
	return span
}
