package typeexpr

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// dtypeCall reports `float32[2, 3]`, as NumPy's type hints write a tensor's type,
// and gives that type.
func (r *Resolver) dtypeCall(n, name syntax.NodeID, args []syntax.NodeID) (types.Type, bool) {
	dtype, ok := types.ParseDtype(r.Item.SourceText(name))
	if !ok || args == nil {
		return nil, false
	}
	if len(args) == 0 {
		r.sequenceMeant(n, r.Item.SourceText(name))
		return types.ErrorType, true
	}
	return r.tensorMeant(n, dtype, args), true
}

// sequenceMeant reports the type of a sequence of one element type as another language writes it.
func (r *Resolver) sequenceMeant(n syntax.NodeID, element string) {
	here := habits.SequenceOf(element, r.Item.Text)
	text := here.Open + element + here.Close
	r.Report(syntax.Diagnostic{
		Code: codes.KindMismatch, Span: r.Item.Span(n),
		Message: fmt.Sprintf("the type of a sequence is written `%s`", text),
		Fixes:   []syntax.Fix{message.WriteFix(r.Item.Span(n), text)},
	})
}

// tensorMeant reports the type of a tensor whose extents do not stand in
// parentheses before its dtype.
func (r *Resolver) tensorMeant(n syntax.NodeID, dtype types.Dtype, extents []syntax.NodeID) types.Type {
	parts := make([]string, len(extents))
	dims := make([]types.Dim, len(extents))
	for i, e := range extents {
		parts[i], dims[i] = r.Item.SourceText(e), r.dim(e)
	}
	text := fmt.Sprintf("Tensor[(%s), %s]", strings.Join(parts, ", "), dtype)
	r.Report(syntax.Diagnostic{
		Code: codes.KindMismatch, Span: r.Item.Span(n),
		Message: fmt.Sprintf("the type of a tensor is written `%s`: its shape in parentheses, then its dtype", text),
		Fixes:   []syntax.Fix{message.WriteFix(r.Item.Span(n), text)},
	})
	return &types.Tensor{Dtype: dtype, Shape: dims}
}

// spreadTensor reads `Tensor[2, n, float32]`, whose shape lacks its parentheses.
func (r *Resolver) spreadTensor(n syntax.NodeID, args []syntax.NodeID) (types.Type, bool) {
	if r.extentsOnly(args) {
		r.tensorMeant(n, types.Float32, args)
		return types.ErrorType, true
	}
	if len(args) < 2 || r.Item.Kind(args[len(args)-1]) != syntax.TypeName {
		return nil, false
	}
	dtype, ok := types.ParseDtype(r.Item.SourceText(args[len(args)-1]))
	_, swapped := types.ParseDtype(r.Item.SourceText(args[0]))
	if !ok || swapped || r.Item.Kind(args[0]) != syntax.Int && len(args) < 3 {
		return nil, false
	}
	for _, a := range args[:len(args)-1] {
		if kind := r.Item.Kind(a); kind != syntax.Int && kind != syntax.TypeName && kind != syntax.TypeAny {
			return nil, false
		}
	}
	return r.tensorMeant(n, dtype, args[:len(args)-1]), true
}

// extentsOnly reports whether a tensor's arguments are numbers, its dtype missing.
func (r *Resolver) extentsOnly(args []syntax.NodeID) bool {
	for _, a := range args {
		if r.Item.Kind(a) != syntax.Int {
			return false
		}
	}
	return len(args) > 1
}

// ConstructorOf reports `Circle of float32`, as OCaml declares a constructor: here
// that would be three constructors.
func (r *Resolver) ConstructorOf(name syntax.NodeID) {
	if r.Item.SourceText(name) != "of" {
		return
	}
	r.Errorf(name, codes.SyntaxError, "the fields of a constructor are written in parentheses after its name: `Circle(float32)`")
}
