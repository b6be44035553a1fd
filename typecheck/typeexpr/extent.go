package typeexpr

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// Extents as they are written: numbers, `?`, shape variables and arithmetic on
// them, which package symbolic brings into a normal form.

// shape resolves the shape of a tensor: `(3, n, ?)`, `[3, n]`, `(7)`.
func (r *Resolver) shape(n syntax.NodeID) []types.Dim {
	switch r.Item.Kind(n) {
	case syntax.TypeTuple, syntax.TypeList, syntax.TypeParen:
		kids := r.Item.Kids(n)
		dims := make([]types.Dim, len(kids))
		for i, kid := range kids {
			dims[i] = r.extent(kid)
		}
		return dims
	case syntax.BadNode:
		return nil
	}
	text := r.Item.SourceText(n)
	d := syntax.Diagnostic{Code: codes.KindMismatch, Span: r.Item.Span(n), Message: "a shape is a list of dimensions such as `(3, 4)`, not `" + text + "`"}
	if r.Item.Kind(n) == syntax.Int {
		d.Fixes = []syntax.Fix{message.WriteFix(d.Span, "("+text+")")}
	}
	r.Report(d)
	return nil
}

// dim resolves one extent; Unknown where there is an error.
func (r *Resolver) dim(n syntax.NodeID) types.Dim {
	switch r.Item.Kind(n) {
	case syntax.Int:
		return r.Number(n)
	case syntax.TypeAny:
		return types.Any
	case syntax.TypeName:
		return r.ShapeVariable(n)
	case syntax.TypeParen, syntax.Paren:
		return r.dim(r.Item.Inner(n))
	case syntax.Binary:
		return r.arithmetic(n)
	case syntax.Unary:
		return r.negated(n)
	case syntax.TypeCall:
		return r.dimCall(n)
	case syntax.TypeMeta, syntax.BadNode:
		return types.Unknown
	}
	r.Errorf(n, codes.KindMismatch, "`%s` is not a dimension", r.Item.SourceText(n))
	return types.Unknown
}

// extent resolves one dimension of a shape, which cannot be below 0. Files that are
// written for TVM, which takes such shapes, have the warning alone.
func (r *Resolver) extent(n syntax.NodeID) types.Dim {
	if r.Item.Kind(n) != syntax.Int || !strings.HasPrefix(r.Item.NumberText(n), "-") {
		return r.dim(n)
	}
	d := syntax.Diagnostic{
		Code: codes.KindMismatch, Span: r.Item.Span(n),
		Message: "an extent is not negative; one that is known only when the program runs is written `?`",
	}
	if r.Item.SourceText(n) == "-1" {
		d.Fixes = []syntax.Fix{message.WriteFix(d.Span, "?")}
	}
	if r.Env.Lenient() {
		d.Code = codes.SuspectShape
	}
	r.Report(d)
	return r.dim(n)
}

func (r *Resolver) Number(n syntax.NodeID) types.Dim {
	value, err := strconv.ParseInt(literal.TrimSuffix(r.Item.NumberText(n)), 10, 64)
	if err != nil {
		r.Errorf(n, codes.KindMismatch, "the dimension %s is too large", r.Item.SourceText(n))
		return types.Unknown
	}
	return types.Const(value)
}

func (r *Resolver) ShapeVariable(n syntax.NodeID) types.Dim {
	text := r.Item.SourceText(n)
	if text == "_" {
		return types.Any
	}
	p := r.Params.Find(text)
	if _, isDtype := types.ParseDtype(text); p == nil && (isDtype || r.Env.TypeName(text, r.Block) != nil) {
		r.notDimension(n, text)
		return types.Unknown
	}
	if p == nil {
		names := r.undeclaredWith(text)
		if len(names) == 0 {
			return types.Unknown
		}
		d := syntax.Diagnostic{
			Code: codes.UndefinedName, Span: r.Item.Span(n),
			Message: "there is no shape variable `" + text + "`",
			Notes:   []string{"Declare it, as in `" + r.declaring(text) + "`, or write `?` for a size that is not known."},
			Fixes:   r.declareFix(names),
		}
		if len(names) > 1 {
			d.Message = "nothing declares " + quotedList(names)
			d.Notes = []string{"Declare them, as in `" + r.declaring(strings.Join(names, ", ")) + "`, or write `?` for a size that is not known."}
		}
		r.Report(d)
		return types.Unknown
	}
	r.setObject(n, &p.object)
	first := p.sym == nil
	sym, ok := p.AsExtent()
	if !ok {
		r.Errorf(n, codes.KindMismatch, "`%s` is used as a type before, and cannot be a dimension too", text)
		return types.Unknown
	}
	if first && r.Sized != nil {
		r.Sized(sym, p.level)
	}
	return types.DimOf(symbolic.Var(sym))
}

// DimOps are the operators of dimension arithmetic; `/` is floor division.
var DimOps = map[syntax.TokenKind]func(a, b types.Dim) types.Dim{
	syntax.TokPlus:  types.Dim.Add,
	syntax.TokMinus: types.Dim.Sub,
	syntax.TokStar:  types.Dim.Mul,
	syntax.TokSlash: types.Dim.FloorDiv,
}

func (r *Resolver) arithmetic(n syntax.NodeID) types.Dim {
	chain := r.Item.Binary(n)
	value := r.dim(chain.First)
	for i := range chain.Links() {
		operator, operand := chain.Link(i)
		token := syntax.TokenKind(r.Item.Node(operator).Data)
		right := r.dim(operand)
		combine := DimOps[token]
		if combine == nil {
			r.Errorf(operator, codes.KindMismatch, "dimensions know `+ - * /`, not `%s`", r.Item.SourceText(operator))
			return types.Unknown
		}
		if token == syntax.TokSlash && right.IsConst(0) {
			r.Errorf(operand, codes.KindMismatch, "a dimension cannot be divided by zero")
			return types.Unknown
		}
		left := value
		if value = combine(left, right); r.outgrown(n, value, left, right) {
			return types.Unknown
		}
	}
	return value
}

// outgrown reports an extent that is unknown though its operands are known: its
// expression is too large.
func (r *Resolver) outgrown(n syntax.NodeID, value types.Dim, operands ...types.Dim) bool {
	if e, ok := value.Symbolic(); ok {
		r.Meter.Spend(e.Size())
	}
	if !value.IsUnknown() || slices.ContainsFunc(operands, types.Dim.Loose) {
		return false
	}
	r.Report(message.LargeDimension(r.Item.Span(n), "this dimension"))
	return true
}

func (r *Resolver) negated(n syntax.NodeID) types.Dim {
	prefix := r.Item.Unary(n)
	value := r.dim(prefix.Operand)
	for _, o := range prefix.Operators {
		if syntax.TokenKind(r.Item.Node(o).Data) == syntax.TokMinus {
			value = types.Const(0).Sub(value)
		}
	}
	return value
}

// ExtentCall is the function of extents that a name stands for in a call of some arguments,
// applied to one after the other; nil for none. Division of extents is rounded down, so that
// `floor` is its argument.
func ExtentCall(name string, arguments int) func(a, b *symbolic.Expr) *symbolic.Expr {
	switch {
	case name == "floor" && arguments == 1:
		return func(a, _ *symbolic.Expr) *symbolic.Expr { return a }
	case name == "min" && arguments > 0:
		return (*symbolic.Expr).Min
	case name == "max" && arguments > 0:
		return (*symbolic.Expr).Max
	}
	return nil
}

// dimCall reads `floor(p / k)`, `min(a, b)`, `max(a, b)`.
func (r *Resolver) dimCall(n syntax.NodeID) types.Dim {
	call := r.Item.TypeCall(n)
	name := r.Item.SourceText(call.Name)
	combine := ExtentCall(name, len(call.Args))
	if combine == nil {
		r.notDimension(n, name)
		return types.Unknown
	}
	args := make([]types.Dim, len(call.Args))
	for i, kid := range call.Args {
		args[i] = r.dim(kid)
		if args[i].Loose() {
			return args[i]
		}
	}
	return r.foldDims(n, args, combine)
}

// notDimension reports a call or a type where a dimension belongs.
func (r *Resolver) notDimension(n syntax.NodeID, name string) {
	_, former := typeFormers[name]
	if _, isDtype := types.ParseDtype(name); former || isDtype || r.Env.TypeName(name, r.Block) != nil {
		r.Errorf(n, codes.KindMismatch, "`%s` is a type, and a dimension belongs here: a number, `?` or a shape variable", r.Item.SourceText(n))
		return
	}
	r.Errorf(n, codes.KindMismatch, "dimensions know `floor(p / k)`, `min(a, b)` and `max(a, b)`, not `%s`", name)
}

func (r *Resolver) foldDims(n syntax.NodeID, args []types.Dim, combine func(a, b *symbolic.Expr) *symbolic.Expr) types.Dim {
	value := args[0]
	for _, arg := range args[1:] {
		if value = types.DimOf(combine(value.Expr(), arg.Expr())); r.outgrown(n, value) {
			return types.Unknown
		}
	}
	return value
}
