package typecheck

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// origins are the places where the types of a clash come from: what asks for
// the one, and where the variable that has the other gets it, if that is not
// to be seen on the same line.
func (c *checker) origins(n syntax.NodeID, clash *infer.Clash, why reason) []syntax.Related {
	var out []syntax.Related
	if clash.Code == codes.FractalElement || clash.Code == codes.InfiniteType {
		return nil
	}
	for why.kind == argumentReason && why.outer != nil {
		why = *why.outer // what the parameter must be follows from the result
	}
	if text := reasonPlaces[why.kind]; text != "" && why.node != syntax.NoNode && c.Item.Span(why.node) != c.Item.Span(n) {
		out = append(out, syntax.Related{Place: syntax.Place{Span: c.Item.Span(why.node)}, Message: text})
	}
	if why.kind == argumentReason {
		out = append(out, c.parameterPlace(why)...)
	}
	if o := c.info.Objects[n]; c.Item.Kind(n) == syntax.Local && o != nil && o.Item == c.Item {
		at := c.Item.Span(o.Node)
		if between := c.Item.Text[min(at.End, c.Item.Span(n).Start):c.Item.Span(n).Start]; strings.Contains(between, "\n") {
			out = append(out, syntax.Related{Place: syntax.Place{Span: at}, Message: "`" + o.Name + "` gets its " + aspect(clash.Code) + " here"})
		}
	}
	return out
}

// parameterPlace finds the parameter of a user's function, or the field of a
// constructor, that asks for an argument.
func (c *checker) parameterPlace(why reason) []syntax.Related {
	o := c.m.value(why.name, c.unit.block)
	if o == nil || o.Item == nil || c.m.config.Prelude != nil && c.m.config.Prelude.owns(o) {
		return nil
	}
	var parts []syntax.NodeID
	text := "the parameter is declared here"
	switch o.Kind {
	case typed.DefObject:
		for _, p := range o.Item.Kids(o.Item.Def(o.Item.Root).Params) {
			if o.Item.Kind(p) == syntax.Param {
				parts = append(parts, p)
			}
		}
	case typed.ConstructorObject:
		parts, text = fieldNodes(o), "the field is declared here"
	}
	if why.index < 1 || why.index > len(parts) {
		return nil
	}
	return []syntax.Related{{Place: syntax.Place{Item: o.Item, Span: o.Item.Span(parts[why.index-1])}, Message: text}}
}

// fieldNodes are the types of a constructor's fields.
func fieldNodes(o *typed.Object) []syntax.NodeID {
	for _, n := range o.Item.Data(o.Item.Root).Constructors {
		if o.Item.Kind(n) != syntax.Constructor {
			continue
		}
		if parts := o.Item.Constructor(n); parts.Name == o.Node && parts.Fields != syntax.NoNode {
			return o.Item.Kids(parts.Fields)
		}
	}
	return nil
}
