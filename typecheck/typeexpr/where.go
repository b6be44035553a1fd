package typeexpr

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// Where reads the constraints `where add(a, b) = c` of a signature.
func (r *Resolver) Where(n syntax.NodeID) []types.Constraint {
	if n == syntax.NoNode {
		return nil
	}
	var out []types.Constraint
	for _, c := range r.Item.Kids(n) {
		if r.Item.Kind(c) != syntax.Constraint {
			continue
		}
		if constraint, ok := r.constraint(c); ok {
			out = append(out, constraint)
		}
	}
	return out
}

func (r *Resolver) constraint(n syntax.NodeID) (types.Constraint, bool) {
	parts := r.Item.Constraint(n)
	call, callee := parts.Call, r.Item.TypeCall(parts.Call).Name
	o := relationOf(r.Item.SourceText(callee), r.Env.Operators())
	if o == nil {
		d := syntax.Diagnostic{Code: codes.UndefinedName, Span: r.Item.Span(callee), Message: "there is no operator `" + r.Item.SourceText(callee) + "`"}
		message.Suggest(&d, r.Item.SourceText(callee), r.Env.NearOperators(r.Item.SourceText(callee)))
		r.Report(d)
		return types.Constraint{}, false
	}
	c := types.Constraint{Op: o.Name}
	var given []op.Named
	for _, arg := range r.Item.TypeCall(call).Args {
		if r.Item.Kind(arg) == syntax.NamedArg {
			named := r.Item.NamedArg(arg)
			given = append(given, op.Named{Name: r.Item.SourceText(named.Name), Value: r.attribute(named.Value)})
			continue
		}
		c.Args = append(c.Args, r.Resolve(arg))
	}
	c.Out = r.Resolve(parts.Result)
	attrs, errs := r.Env.Bind(o, given)
	for i := range errs {
		r.Errorf(call, codes.Code(errs[i].Code), "%s", errs[i].Message)
	}
	c.With, c.Data = attrs.String(), &infer.Origin{Op: o, Attrs: attrs}
	for len(c.Args) < len(o.Params) && o.Params[len(c.Args)].Optional {
		c.Args = append(c.Args, nil)
	}
	return c, len(errs) == 0 && r.constraintArity(call, o, len(c.Args))
}

func (r *Resolver) constraintArity(call syntax.NodeID, o *op.Op, given int) bool {
	if least, most := o.Arity(); given < least || most >= 0 && given > most {
		r.Errorf(call, codes.ArityMismatch, "`%s` relates %s, and %s given", o.Name, message.Count(least, "argument"), message.CountGiven(given))
		return false
	}
	return true
}

// relationOf finds the operator that a constraint names: one of those that only
// signatures name, or one of the table.
func relationOf(name string, ops op.Table) *op.Op {
	if name == infer.Projection.Name {
		return infer.Projection
	}
	for _, o := range parallel.Internal() {
		if o.Name == name && o.Relation != nil {
			return o
		}
	}
	if o := ops[name]; o != nil && o.Relation != nil {
		return o
	}
	return nil
}

// attribute reads an attribute of a constraint, which is written with the
// means of types.
func (r *Resolver) attribute(n syntax.NodeID) op.Value {
	text := r.Item.SourceText(n)
	switch r.Item.Kind(n) {
	case syntax.Int:
		return literal.IntValue(r.Item.NumberText(n))
	case syntax.Float:
		return literal.FloatValue(r.Item.NumberText(n))
	case syntax.String:
		return op.Text(literal.Unquote(text))
	case syntax.TypeList, syntax.TypeTuple, syntax.TypeParen:
		v := op.Value{Kind: op.ListValue}
		for _, kid := range r.Item.Kids(n) {
			v.List = append(v.List, r.attribute(kid))
		}
		return v
	case syntax.TypeName:
		if p := r.Params.Find(text); p == nil {
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
