package typecheck

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// where reads the constraints `where add(a, b) = c` of a signature.
func (r *resolver) where(n syntax.NodeID) []types.Constraint {
	if n == syntax.NoNode {
		return nil
	}
	var out []types.Constraint
	for _, c := range r.item.Kids(n) {
		if r.item.Kind(c) != syntax.Constraint {
			continue
		}
		if constraint, ok := r.constraint(c); ok {
			out = append(out, constraint)
		}
	}
	return out
}

func (r *resolver) constraint(n syntax.NodeID) (types.Constraint, bool) {
	parts := r.item.Constraint(n)
	call, callee := parts.Call, r.item.TypeCall(parts.Call).Name
	o := r.m.relationOf(r.item.SourceText(callee))
	if o == nil {
		d := syntax.Diagnostic{Code: codes.UndefinedName, Span: r.item.Span(callee), Message: "there is no operator `" + r.item.SourceText(callee) + "`"}
		message.Suggest(&d, r.item.SourceText(callee), spelling.Near(r.item.SourceText(callee), operatorNames(r.m.config.Ops)))
		r.report(d)
		return types.Constraint{}, false
	}
	c := types.Constraint{Op: o.Name}
	var given []op.Named
	for _, arg := range r.item.TypeCall(call).Args {
		if r.item.Kind(arg) == syntax.NamedArg {
			named := r.item.NamedArg(arg)
			given = append(given, op.Named{Name: r.item.SourceText(named.Name), Value: r.attribute(named.Value)})
			continue
		}
		c.Args = append(c.Args, r.resolve(arg))
	}
	c.Out = r.resolve(parts.Result)
	attrs, errs := r.m.bind(o, given)
	for i := range errs {
		r.errorf(call, codes.Code(errs[i].Code), "%s", errs[i].Message)
	}
	c.With, c.Data = attrs.String(), &infer.Origin{Op: o, Attrs: attrs}
	for len(c.Args) < len(o.Params) && o.Params[len(c.Args)].Optional {
		c.Args = append(c.Args, nil)
	}
	return c, len(errs) == 0 && r.constraintArity(call, o, len(c.Args))
}

func (r *resolver) constraintArity(call syntax.NodeID, o *op.Op, given int) bool {
	if least, most := o.Arity(); given < least || most >= 0 && given > most {
		r.errorf(call, codes.ArityMismatch, "`%s` relates %s, and %s given", o.Name, message.Count(least, "argument"), message.CountGiven(given))
		return false
	}
	return true
}

// relationOf finds the operator that a constraint names: one of those that only
// signatures name, or one of the table.
func (m *Module) relationOf(name string) *op.Op {
	if name == projection.Name {
		return projection
	}
	for _, o := range parallel.Internal() {
		if o.Name == name && o.Relation != nil {
			return o
		}
	}
	if o := m.config.Ops[name]; o != nil && o.Relation != nil {
		return o
	}
	return nil
}

// attribute reads an attribute of a constraint, which is written with the
// means of types.
func (r *resolver) attribute(n syntax.NodeID) op.Value {
	text := r.item.SourceText(n)
	switch r.item.Kind(n) {
	case syntax.Int:
		return literal.IntValue(r.item.NumberText(n))
	case syntax.Float:
		return literal.FloatValue(r.item.NumberText(n))
	case syntax.String:
		return op.Text(literal.Unquote(text))
	case syntax.TypeList, syntax.TypeTuple, syntax.TypeParen:
		v := op.Value{Kind: op.ListValue}
		for _, kid := range r.item.Kids(n) {
			v.List = append(v.List, r.attribute(kid))
		}
		return v
	case syntax.TypeName:
		if p := r.params.find(text); p == nil {
			return bareAttribute(text)
		}
	}
	return op.Value{Kind: op.DimValue, Dim: r.dim(n)}
}

// bareAttribute reads a word: `None`, `True`, a dtype.
func bareAttribute(text string) op.Value {
	switch strings.ToLower(text) {
	case "none", "nullptr":
		return op.Value{}
	case "true", "false":
		return op.Boolean(strings.EqualFold(text, "true"))
	}
	return op.Text(text)
}
