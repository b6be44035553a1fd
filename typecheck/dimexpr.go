package typecheck

import (
	"strconv"

	"github.com/fraccheck/fraccheck/symbolic"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// shape resolves the shape of a tensor: `(3, n, ?)`, `[3, n]`, `(7)`.
func (r *resolver) shape(n syntax.NodeID) []types.Dim {
	switch r.item.Kind(n) {
	case syntax.TypeTuple, syntax.TypeList, syntax.TypeParen:
		kids := r.item.Kids(n)
		dims := make([]types.Dim, len(kids))
		for i, kid := range kids {
			dims[i] = r.dim(kid)
		}
		return dims
	case syntax.BadNode:
		return nil
	}
	text := r.item.SourceText(n)
	d := syntax.Diagnostic{Code: syntax.KindMismatch, Span: r.item.Span(n), Message: "a shape is a list of dimensions such as `(3, 4)`, not `" + text + "`"}
	if r.item.Kind(n) == syntax.Int {
		d.Fixes = []syntax.Fix{writes(d.Span, "("+text+")")}
	}
	r.report(d)
	return nil
}

// dim resolves one extent; Unknown where there is an error.
func (r *resolver) dim(n syntax.NodeID) types.Dim {
	switch r.item.Kind(n) {
	case syntax.Int:
		return r.number(n)
	case syntax.TypeAny:
		return types.Any
	case syntax.TypeName:
		return r.shapeVariable(n)
	case syntax.TypeParen, syntax.Paren:
		return r.dim(r.item.Kid(n, 0))
	case syntax.Binary:
		return r.arithmetic(n)
	case syntax.Unary:
		return r.negated(n)
	case syntax.TypeCall:
		return r.dimCall(n)
	case syntax.TypeMeta, syntax.BadNode:
		return types.Unknown
	}
	r.errorf(n, syntax.KindMismatch, "`%s` is not a dimension", r.item.SourceText(n))
	return types.Unknown
}

func (r *resolver) number(n syntax.NodeID) types.Dim {
	value, err := strconv.ParseInt(trimSuffix(r.item.SourceText(n)), 10, 64)
	if err != nil {
		r.errorf(n, syntax.KindMismatch, "the dimension %s is too large", r.item.SourceText(n))
		return types.Unknown
	}
	return types.Const(value)
}

// trimSuffix cuts the type off an integer literal: `3i64`.
func trimSuffix(text string) string {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c >= 'a' && c <= 'z' {
			return text[:i]
		}
	}
	return text
}

func (r *resolver) shapeVariable(n syntax.NodeID) types.Dim {
	text := r.item.SourceText(n)
	if text == "_" {
		return types.Any
	}
	p := r.params.find(text)
	if _, isDtype := types.ParseDtype(text); p == nil && (isDtype || r.m.typeName(text, r.block) != nil) {
		r.notDimension(n, text)
		return types.Unknown
	}
	if p == nil {
		if !r.firstUndeclared(text) {
			return types.Unknown
		}
		d := syntax.Diagnostic{
			Code: syntax.UndefinedName, Span: r.item.Span(n),
			Message: "there is no shape variable `" + text + "`",
			Notes:   []string{"Declare it, as in `def @f<" + text + ">(…)`, or write `?` for a size that is not known."},
		}
		r.report(d)
		return types.Unknown
	}
	r.setObject(n, p.object)
	sym, ok := p.asExtent()
	if !ok {
		r.errorf(n, syntax.KindMismatch, "`%s` stands for a type, which it was used as before, and cannot be a dimension too", text)
		return types.Unknown
	}
	return types.DimOf(symbolic.Var(sym))
}

// dimOps are the operators of dimension arithmetic; `/` is floor division.
var dimOps = map[syntax.TokenKind]func(a, b types.Dim) types.Dim{
	syntax.TokPlus:  types.Dim.Add,
	syntax.TokMinus: types.Dim.Sub,
	syntax.TokStar:  types.Dim.Mul,
	syntax.TokSlash: types.Dim.FloorDiv,
}

func (r *resolver) arithmetic(n syntax.NodeID) types.Dim {
	kids := r.item.Kids(n)
	value := r.dim(kids[0])
	for i := 1; i+1 < len(kids); i += 2 {
		token := syntax.TokenKind(r.item.Node(kids[i]).Data)
		right := r.dim(kids[i+1])
		combine := dimOps[token]
		if combine == nil {
			r.errorf(kids[i], syntax.KindMismatch, "dimensions know `+ - * /`, not `%s`", r.item.SourceText(kids[i]))
			return types.Unknown
		}
		if token == syntax.TokSlash && right.IsConst(0) {
			r.errorf(kids[i+1], syntax.KindMismatch, "a dimension cannot be divided by zero")
			return types.Unknown
		}
		value = combine(value, right)
	}
	return value
}

func (r *resolver) negated(n syntax.NodeID) types.Dim {
	kids := r.item.Kids(n)
	value := r.dim(kids[len(kids)-1])
	for _, o := range kids[:len(kids)-1] {
		if syntax.TokenKind(r.item.Node(o).Data) == syntax.TokMinus {
			value = types.Const(0).Sub(value)
		}
	}
	return value
}

// dimCall reads `floor(p / k)`, `min(a, b)`, `max(a, b)`.
func (r *resolver) dimCall(n syntax.NodeID) types.Dim {
	kids := r.item.Kids(n)
	name := r.item.SourceText(kids[0])
	if name != "floor" && name != "min" && name != "max" {
		r.notDimension(n, name)
		return types.Unknown
	}
	args := make([]types.Dim, len(kids)-1)
	for i, kid := range kids[1:] {
		args[i] = r.dim(kid)
		if args[i].Loose() {
			return args[i]
		}
	}
	switch {
	case name == "floor" && len(args) == 1:
		return args[0]
	case name == "min" && len(args) > 0:
		return foldDims(args, (*symbolic.Expr).Min)
	case name == "max" && len(args) > 0:
		return foldDims(args, (*symbolic.Expr).Max)
	}
	r.notDimension(n, name)
	return types.Unknown
}

// notDimension reports a call or a type where a dimension belongs.
func (r *resolver) notDimension(n syntax.NodeID, name string) {
	_, former := typeFormers[name]
	if _, isDtype := types.ParseDtype(name); former || isDtype || r.m.typeName(name, r.block) != nil {
		r.errorf(n, syntax.KindMismatch, "`%s` is a type, and a dimension belongs here: a number, `?` or a shape variable", r.item.SourceText(n))
		return
	}
	r.errorf(n, syntax.KindMismatch, "dimensions know `floor(p / k)`, `min(a, b)` and `max(a, b)`, not `%s`", name)
}

func foldDims(args []types.Dim, combine func(a, b *symbolic.Expr) *symbolic.Expr) types.Dim {
	value := args[0].Expr()
	for _, arg := range args[1:] {
		value = combine(value, arg.Expr())
	}
	return types.DimOf(value)
}
