package panels

import (
	"context"
	"errors"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/drawing/page"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/picture"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/typecheck"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

type typeTreeArguments struct {
	placeArguments
	Type *string `json:"type"`
}

// A typeTreeReply is a picture of structure trees, and the same as text.
type typeTreeReply struct {
	pictureReply
	Text string `json:"text"`
}

// drawTypeTree draws the structure tree of a type: of the expression or the type at a
// position, of a definition's parameters and result where its name is, or of one that is
// given.
func drawTypeTree(_ context.Context, v *request.View, a *typeTreeArguments, _ protocol.ProgressToken) (any, error) {
	if a.Type != nil && a.URI != "" {
		source, tree, err := a.given(v)
		if err != nil {
			return nil, err
		}
		return typeTrees(v, source, a.abbreviatedType(), tree), nil
	}
	source, i, offset, err := a.program(v)
	if err != nil {
		return nil, err
	}
	at, err := v.Finder().At(source, offset)
	if err != nil {
		return nil, request.Failed(err)
	}
	if at != nil {
		c := &request.Cursor{Cursor: at, View: v, Mapper: request.NewMapper(v)}
		if t, n := typeHere(c); t != nil {
			title := request.Abbreviate(c.Item.SourceText(n))
			tree := drawing.TreeOf(title, t)
			tree.Span = c.Place(c.Item.Span(n)).Span
			return typeTrees(v, source, title, tree), nil
		}
	}
	_, trees, err := picture.PicturesOf(v.Snapshot, source.Path, i)
	switch {
	case err != nil:
		return nil, request.Failed(err)
	case len(trees) == 0:
		return nil, request.Failed(errors.New("nothing here has a type"))
	}
	return typeTrees(v, source, trees[0].Of, trees...), nil
}

// abbreviatedType is the type that is given, as a title.
func (a *typeTreeArguments) abbreviatedType() string { return request.Abbreviate(*a.Type) }

// given reads the type that is given, in the scope of a document.
func (a *typeTreeArguments) given(v *request.View) (*workspace.Source, drawing.TypeTree, error) {
	source, module, err := v.Program(a.URI)
	if err != nil {
		return nil, drawing.TypeTree{}, err
	}
	if err := looksInto(v, source); err != nil {
		return nil, drawing.TypeTree{}, err
	}
	if o := module.TypeNamed(*a.Type, 0); o != nil && o.Decl != nil {
		return source, drawing.DeclaredTree(o.Decl), nil
	}
	t, problems := typecheck.ParseType(*a.Type, module)
	if len(problems) > 0 {
		return nil, drawing.TypeTree{}, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "`%s` is no type here: %s", a.abbreviatedType(), problems[0].Message)
	}
	return source, drawing.TreeOf(a.abbreviatedType(), t), nil
}

// typeHere is the type at the cursor and the node that has it: one that is written, or
// that of an expression or a variable; nil where there is none, and at declared names.
//
// The path is searched from the innermost node outwards for one that has a type by itself: of an
// extent in `Tensor[(n, 4), float32]`, that is the tensor.
func typeHere(c *request.Cursor) (types.Type, syntax.NodeID) {
	for i := len(c.Path) - 1; i >= 0; i-- {
		n, kind := c.Path[i], c.Item.Kind(c.Path[i])
		if i == len(c.Path)-1 {
			n, kind = c.Node(), c.Item.Kind(c.Node())
			if kind == syntax.TypeName {
				n = c.TypeAround(n)
			}
		}
		switch {
		case writtenTypes[c.Item.Kind(n)]:
			if t := c.WrittenType(n); t != nil {
				return t, n
			}
		case request.IsExpression[kind] || kind == syntax.PatVar:
			if t := typeAt(c, i, n); t != nil && !types.IsBad(t) && !declares(c, n) {
				return t, n
			}
		}
	}
	return nil, syntax.NoNode
}

// typeAt is the type of node i of the path; of a function that is called at the cursor the one
// that it has there.
func typeAt(c *request.Cursor, i int, n syntax.NodeID) types.Type {
	if i == len(c.Path)-1 {
		if t := c.TypeOfUse(n); t != nil {
			return t
		}
	}
	return c.Info.Type(n)
}

// declares reports whether a node is the name that an item declares.
func declares(c *request.Cursor, n syntax.NodeID) bool {
	return c.Item.Kind(c.Item.Root) == syntax.ItemDef && n == c.Item.Declared()
}

// writtenTypes are the nodes that represent a type by themselves.
var writtenTypes = map[syntax.Kind]bool{
	syntax.TypeName: true, syntax.TypeCall: true, syntax.TypeFn: true, syntax.TypeTuple: true, syntax.TypeParen: true,
}

// typeTrees draws trees of types of a program, whose parts lead to what has the type, and to declarations.
//
// Nodes of declared types lead to their declarations, all others to what has the type.
func typeTrees(v *request.View, source *workspace.Source, title string, trees ...drawing.TypeTree) typeTreeReply {
	mapper, finder := request.NewMapper(v), v.Finder()
	nodes := []pictureNode{}
	for _, n := range page.TreeNodes(trees) {
		if n.Decl == nil {
			nodes = append(nodes, pictureNode{ID: n.ID, Range: mapper.Range(workspace.Place{Source: source, Span: trees[n.Tree].Span})})
			continue
		}
		o, known := n.Decl.Data.(*typecheck.Object)
		if !known {
			continue
		}
		if at, ok := finder.Declaration(source, o); ok {
			node := pictureNode{ID: n.ID, Range: mapper.Range(at)}
			if at.Source != source {
				node.URI = v.Address(at.Source.Path)
			}
			nodes = append(nodes, node)
		}
	}
	return typeTreeReply{
		pictureReply{Title: title, SVG: string(page.TreesSVG(trees, page.Auto)), Nodes: nodes},
		string(page.TreesText(trees)),
	}
}
