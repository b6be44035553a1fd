package typeexpr

import (
	"fmt"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op/foreign"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"strings"
)

// dtypeCall reports `float32[2, 3]`, as NumPy's type hints write a tensor's type,
// and gives that type.
func (r *Resolver) dtypeCall(n, name syntax.NodeID, args []syntax.NodeID) (types.Type, bool) {
	dtype, ok := types.ParseDtype(r.Item.SourceText(name))
	if !ok || args == nil {
		return nil, false
	}
	return r.tensorMeant(n, dtype, args), true
}

// tensorMeant reports the type of a tensor whose extents do not stand in
// parentheses in front of its dtype.
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

// spreadTensor reads `Tensor[2, 3, float32]`, whose shape lacks its parentheses.
func (r *Resolver) spreadTensor(n syntax.NodeID, args []syntax.NodeID) (types.Type, bool) {
	if r.extentsOnly(args) {
		r.tensorMeant(n, types.Float32, args)
		return types.ErrorType, true
	}
	if len(args) < 2 || r.Item.Kind(args[len(args)-1]) != syntax.TypeName {
		return nil, false
	}
	dtype, ok := types.ParseDtype(r.Item.SourceText(args[len(args)-1]))
	if !ok || r.Item.Kind(args[0]) != syntax.Int {
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

// foreignTypes are types of other languages that no dtype stands for, and what is
// written instead.
var foreignTypes = map[string]string{
	"str": noStringType, "string": noStringType, "String": noStringType, "char": noStringType,
	"torch.Tensor": tensorType, "torch.FloatTensor": tensorType, "torch.LongTensor": tensorType, "np.ndarray": tensorType, "numpy.ndarray": tensorType,
	"np.array": tensorType, "jnp.ndarray": tensorType, "jnp.array": tensorType, "jax.Array": tensorType, "tf.Tensor": tensorType, "R.Tensor": tensorType,
	"relax.Tensor": tensorType, "T.Buffer": tensorType, "ndarray": tensorType, "NDArray": tensorType, "tensor": tensorType, "FloatTensor": tensorType,
	"Float": tensorType, "Float32": tensorType, "Int": tensorType, "Shaped": tensorType, "TensorType": tensorType, "Matrix": tensorType, "Vector": tensorType,
	"void": "the type of no value is the empty tuple `()`", "Unit": "the type of no value is the empty tuple `()`", "unit": "the type of no value is the empty tuple `()`",
	"Void": "the type of no value is the empty tuple `()`", "NoneType": "the type of no value is the empty tuple `()`",
	"Tuple": "the type of a tuple is written `(T, U)`", "tuple": "the type of a tuple is written `(T, U)`", "Pair": "the type of a pair is written `(T, U)`",
	"None": "the type of no value is the empty tuple `()`", "Union": "a value that may be absent has the type `Optional[int32]`; `data` declares other choices",
	"Ref": refType, "RefCell": refType, "Cell": refType, "IORef": refType, "MVar": refType, "Box": refType, "Rc": refType, "Arc": refType, "pointer": refType, "Pointer": refType, "mut": refType,
	"Callable": functionType, "Fn": functionType, "Function": functionType, "func": functionType, "Func": functionType,
	"list": "lists have the type `List[int32]`, sequences `FractalTensor[int32]`", "Vec": "lists have the type `List[int32]`, sequences `FractalTensor[int32]`",
	"vector": "lists have the type `List[int32]`, sequences `FractalTensor[int32]`",
	"Maybe":  "a value that may be absent has the type `Optional[int32]`", "maybe": "a value that may be absent has the type `Optional[int32]`",
	"option": "a value that may be absent has the type `Optional[int32]`", "optional": "a value that may be absent has the type `Optional[int32]`",
	"dict": "there are no dictionaries: a list of pairs is a `List[(int32, int32)]`", "Dict": "there are no dictionaries: a list of pairs is a `List[(int32, int32)]`",
	"map":    "there are no dictionaries: a list of pairs is a `List[(int32, int32)]`",
	"Either": choiceType, "either": choiceType, "Result": choiceType, "result": choiceType,
	"Any": "a type that is to be inferred is written `_`", "any": "a type that is to be inferred is written `_`", "auto": "a type that is to be inferred is written `_`",
}

const (
	tensorType   = "the type of a tensor is written `Tensor[(2, 3), float32]`: its shape in parentheses, then its dtype"
	choiceType   = "`data Either<a, b> { Left(a), Right(b) }` declares a choice; a value that may be absent has the type `Optional[int32]`"
	noStringType = "there are no strings but in attributes; a name may be a constructor of a `data` type"
	refType      = "a cell that can be written has the type `ref(int32)`; values are shared without one"
	functionType = "the type of a function is written `fn(int32) -> int32`"
)

// foreignTypeNames are the types of other languages that take the same arguments.
var foreignTypeNames = map[string]string{
	"Maybe": "Optional", "maybe": "Optional", "option": "Optional", "optional": "Optional", "list": "List",
}

// foreignType proposes the dtype that a type's name has here, nil for none.
func foreignType(text string) []string {
	if dtype := foreign.Dtype(text); dtype != "" {
		return []string{dtype}
	}
	return nil
}

// ConstructorOf reports `Circle of float32`, as OCaml declares a constructor: here
// that would be three constructors.
func (r *Resolver) ConstructorOf(name syntax.NodeID) {
	if r.Item.SourceText(name) != "of" {
		return
	}
	r.Errorf(name, codes.SyntaxError, "the fields of a constructor are written in parentheses behind its name: `Circle(float32)`")
}
