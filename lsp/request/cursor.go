package request

import (
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Cursor is a position of the client in a document, with what answers are
// placed by.
type Cursor struct {
	*reference.Cursor
	View   *View
	Mapper *Mapper
}

// Candidates are what the name at the cursor may stand for, where several imported files define
// it.
func (c *Cursor) Candidates() []*typecheck.Object {
	module, err := c.View.Snapshot.Module(c.Source.Path)
	if err != nil {
		return nil
	}
	return module.Candidates(c.Index, c.Node())
}

// Cursor finds what is at a position; nil where there is no program.
func (v *View) Cursor(p *protocol.TextDocumentPositionParams) (*Cursor, error) {
	source, err := v.Source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	mapper := NewMapper(v)
	at, err := v.Finder().At(source, mapper.Offset(source, p.Position))
	if err != nil {
		return nil, Failed(err)
	}
	if at == nil {
		return nil, nil
	}
	return &Cursor{at, v, mapper}, nil
}

// Named is the cursor at a position and what the name there stands for; without
// a name there is no object.
func (v *View) Named(p *protocol.TextDocumentPositionParams) (*Cursor, *typecheck.Object, error) {
	c, err := v.Cursor(p)
	if c == nil {
		return nil, nil, err
	}
	return c, c.Object(), nil
}

// IsExpression are the nodes whose own text represents a value. A block and its
// statements are left out: a hover over `let` would show the type of all that
// follows.
var IsExpression = map[syntax.Kind]bool{
	syntax.Segment: true, syntax.Local: true, syntax.Global: true, syntax.Name: true,
	syntax.Int: true, syntax.Float: true, syntax.Bool: true, syntax.Meta: true,
	syntax.Call: true, syntax.Project: true, syntax.Index: true, syntax.Paren: true,
	syntax.Tuple: true, syntax.List: true, syntax.Fn: true, syntax.If: true,
	syntax.Match: true, syntax.Unary: true, syntax.Binary: true,
	syntax.PatWild: true, syntax.PatTuple: true, syntax.PatLit: true, syntax.PatCons: true,
}

// TypeOfUse is the type of a name where it is: of one that is called, what it
// takes and gives there.
func (c *Cursor) TypeOfUse(n syntax.NodeID) types.Type {
	call := c.Parent(1)
	if c.Item.Kind(call) != syntax.Call || c.Item.Call(call).Callee != n {
		return c.Info.Type(n)
	}
	f := &types.Func{Out: c.Info.Type(call)}
	for _, arg := range c.Item.Call(call).Args {
		f.In = append(f.In, c.Info.Type(arg))
	}
	if f.Out == nil || slices.Contains(f.In, nil) {
		return nil // an argument has a name, or is not there
	}
	return f
}

// TypeAround is the type that the name at the cursor is the head of.
func (c *Cursor) TypeAround(n syntax.NodeID) syntax.NodeID {
	if call := c.Parent(1); c.Item.Kind(call) == syntax.TypeCall && c.Item.TypeCall(call).Name == n {
		return call
	}
	return n
}

// WrittenType reads the type that is at a node, with the parameters of the item
// in scope; nil where it is in error.
//
// The checker has types for expressions only. So the text is parsed once more as the parameter of
// a function type that declares the type parameters of the whole item, in the scope of the item.
func (c *Cursor) WrittenType(n syntax.NodeID) types.Type {
	module, err := c.View.Snapshot.Module(c.Source.Path)
	if err != nil {
		return nil
	}
	text := "fn" + c.scopeText() + "(" + c.Item.SourceText(n) + ") -> ()"
	t, problems := typecheck.ParseTypeAt(text, module, c.Index)
	f, ok := t.(*types.Func)
	if len(problems) > 0 || !ok || len(f.In) != 1 {
		return nil
	}
	return f.In[0]
}

// scopeText declares the type parameters of an item: `<a, n>`.
func (c *Cursor) scopeText() string {
	var names []string
	seen := map[string]bool{}
	for n := syntax.NodeID(1); int(n) < c.Item.Len(); n++ {
		if c.Item.Kind(n) != syntax.TypeParam {
			continue
		}
		if name := typecheck.ParamName(c.Item, n); !seen[name] {
			seen[name], names = true, append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "<" + strings.Join(names, ", ") + ">"
}
