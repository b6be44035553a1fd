package exhaustive

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// maxNamed limits the variables that a hole lists, the nearest ones.
const maxNamed = 12

// hole reports what is still to be written, a `?` or a `match? (…) {}`, which fixes write in place of
// a body: its type, and the variables that are in scope there.
func (c *checker) hole(n syntax.NodeID) {
	if c.pass.ErrorIn(c.item.Span(n)) {
		return
	}
	if attr := c.attributeAt(n); attr != nil {
		c.report(codes.Hole, syntax.Diagnostic{
			Span: c.item.Span(n), Message: fmt.Sprintf("this is still to be written: the attribute `%s`, %s", attr.Name, attr.Type),
			Data: map[string]any{"attribute": attr.Name},
		})
		return
	}
	named := c.inScope(n)
	message := "this is still to be written: a value of any type"
	data := map[string]any{"names": named}
	if t := c.typeOf(n); t != nil && !unsolved(t) {
		text := types.String(t)
		message = "this is still to be written: a value of type `" + text + "`"
		data["type"] = text
	}
	var notes []string
	if len(named) > 0 {
		notes = []string{"in scope: " + strings.Join(named, ", ")}
	}
	c.report(codes.Hole, syntax.Diagnostic{Span: c.item.Span(n), Message: message, Notes: notes, Data: data})
}

// unsolved reports whether nothing is known of a type.
func unsolved(t types.Type) bool {
	v, is := t.(*types.Var)
	return is && !v.Rigid
}

// attributeAt is the attribute of an operator that a node is the value of, or a part of the value;
// nil where it is none.
func (c *checker) attributeAt(n syntax.NodeID) *op.Attr {
	index := c.info.Index()
	for at := index.Parent(n); at != syntax.NoNode; at = index.Parent(at) {
		switch c.item.Kind(at) {
		case syntax.Tuple, syntax.List, syntax.Paren:
			continue
		case syntax.NamedArg:
			o := c.info.Objects[c.item.Call(index.Parent(at)).Callee]
			if o == nil || o.Kind != typecheck.OperatorObject {
				return nil
			}
			called := c.module().Ops()[o.Op]
			name := c.item.SourceText(c.item.NamedArg(at).Name)
			for _, form := range []*op.Op{called, called.Fractal} {
				if form != nil && form.Attr(name) >= 0 {
					return &form.Attrs[form.Attr(name)]
				}
			}
		}
		return nil
	}
	return nil
}

// inScope lists the variables that a place can name with their types, the nearest first.
func (c *checker) inScope(n syntax.NodeID) (list []string) {
	for _, binder := range c.info.Index().Visible(n, maxNamed) {
		name := c.info.Objects[binder].Name
		if t := types.Head(c.info.Types[binder]); t != nil {
			name += " : " + types.String(t)
		}
		list = append(list, name)
	}
	return list
}
