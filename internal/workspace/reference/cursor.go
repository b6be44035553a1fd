package reference

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Cursor is a byte of a file: the item that it is in, the nodes around it and
// what is known of them.
type Cursor struct {
	Source *workspace.Source
	Index  int // of the item in the file
	Item   *syntax.Item
	Path   []syntax.NodeID // from the root to the innermost node
	Info   *typecheck.Info

	finder *Finder
}

// At finds what is at an offset of a file, in bytes; nil where no program
// does: between the blocks of a document, or in a comment.
func (f *Finder) At(source *workspace.Source, offset int32) (*Cursor, error) {
	index := source.File.ItemAt(offset)
	if index < 0 {
		return nil, nil
	}
	item := source.File.Item(index)
	offset -= source.File.Start(index)
	path := item.NodeAt(offset)
	if int(offset) > len(item.Text) || len(path) == 0 || !item.Span(path[len(path)-1]).Contains(offset) {
		return nil, nil
	}
	result, err := f.Check(source, index)
	if err != nil {
		return nil, err
	}
	return &Cursor{source, index, item, path, result.Info, f}, nil
}

// Node is the innermost node, or the one that a tail segment's name belongs to.
func (c *Cursor) Node() syntax.NodeID {
	n := c.Path[len(c.Path)-1]
	if c.Item.Kind(n) == syntax.Segment && len(c.Path) > 1 {
		local := c.Path[len(c.Path)-2]
		if c.Item.Span(n).Start < NameSpan(c.Info, local).End {
			return local
		}
		if divisor := c.divisor(local); c.Item.Span(n).Start < NameSpan(c.Info, divisor).End {
			return divisor
		}
	}
	return n
}

// divisor is the segment that begins the name of what a local is divided by,
// NoNode where it is not.
func (c *Cursor) divisor(local syntax.NodeID) syntax.NodeID {
	for _, segment := range c.Item.Kids(local) {
		if c.Info.Object(segment) != nil {
			return segment
		}
	}
	return syntax.NoNode
}

// Parent is the node around the innermost, by how many steps; NoNode where there
// are fewer.
func (c *Cursor) Parent(steps int) syntax.NodeID {
	if i := len(c.Path) - 1 - steps; i >= 0 {
		return c.Path[i]
	}
	return syntax.NoNode
}

// Object is what the name at the cursor stands for; nil where there is no name.
func (c *Cursor) Object() *typecheck.Object {
	n := c.Node()
	if !names[c.Item.Kind(n)] && c.Item.Kind(n) != syntax.Segment {
		return nil
	}
	if o := c.Info.Object(n); o != nil {
		return o
	}
	return c.constructor(n)
}

// constructor is the one whose declaration a name is: its typed tree knows the
// type alone.
func (c *Cursor) constructor(n syntax.NodeID) *typecheck.Object {
	if c.Item.Kind(c.Parent(1)) != syntax.Constructor || c.Item.Constructor(c.Parent(1)).Name != n {
		return nil
	}
	module, err := c.finder.Snapshot.Module(c.Source.Path)
	if err != nil || module.Object(c.Index) == nil || module.Object(c.Index).Decl == nil {
		return nil
	}
	for _, k := range module.Object(c.Index).Decl.Constructors {
		if o, ok := k.Data.(*typecheck.Object); ok && o.Item == c.Item && o.Node == n {
			return o
		}
	}
	return nil
}

// Place is a span of the cursor's item as a place of the file.
func (c *Cursor) Place(span syntax.Span) workspace.Place {
	return workspace.Place{Source: c.Source, Span: c.Source.Absolute(c.Index, span)}
}
