package typeexpr

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Types with arguments: the language's own (type formers), whose arguments may be
// given by position or by name, and aliases, which are expanded where they stand.

// A typeFormer builds a type of the language from the arguments of a type
// call: `Tensor[(3), float32]`, `FractalTensor(dtype=int32)`.
type typeFormer struct {
	usage string
	make  func(r *Resolver, n syntax.NodeID, args []syntax.NodeID) types.Type
}

var typeFormers map[string]typeFormer

func init() {
	typeFormers = map[string]typeFormer{
		"Tensor":        {"`Tensor[(3, 4), float32]`", (*Resolver).tensorType},
		"Array":         {"`Array[float32, 7]`", (*Resolver).arrayType},
		"FractalTensor": {"`FractalTensor[Tensor[(3), float32]]`", (*Resolver).fractalType},
		"ref":           {"`ref(int32)`", (*Resolver).refType},
	}
}

// IsFormer reports whether a name builds types from arguments, as `Tensor` does.
func IsFormer(name string) bool { _, is := typeFormers[name]; return is }

// call resolves `Name[…]` and `Name(…)`.
func (r *Resolver) call(n syntax.NodeID) types.Type {
	call := r.Item.TypeCall(n)
	if call.Args == nil {
		call.Args = []syntax.NodeID{}
	}
	return r.named(n, call.Name, call.Args)
}

// slots are the arguments of a type former by name.
type slots struct {
	names   [2]string
	values  [2]syntax.NodeID
	given   [2]bool
	refused bool // an argument was reported
}

// get is the argument of a name.
func (s *slots) get(name string) (value syntax.NodeID, ok bool) {
	for i := range s.names {
		if s.names[i] == name {
			return s.values[i], s.given[i]
		}
	}
	return syntax.NoNode, false
}

func (s *slots) put(name string, value syntax.NodeID) {
	for i := range s.names {
		if s.names[i] == name {
			s.values[i], s.given[i] = value, true
		}
	}
}

// slots sorts the arguments of a type former by position and name.
func (r *Resolver) slots(n syntax.NodeID, args []syntax.NodeID, first, second string) slots {
	names := []string{first, second}
	out := slots{names: [2]string{first, second}}
	next := 0
	for _, arg := range args {
		name, value := "", arg
		if r.Item.Kind(arg) == syntax.NamedArg {
			named := r.Item.NamedArg(arg)
			name, value = r.Item.SourceText(named.Name), named.Value
			if !slices.Contains(names, name) {
				r.Errorf(named.Name, codes.UnknownAttribute, "the type `%s` has no parameter `%s`; it takes `%s`",
					r.Item.SourceText(r.Item.TypeCall(n).Name), name, strings.Join(names, "` and `"))
				out.refused = true
				continue
			}
		} else if next < len(names) {
			name = names[next]
			next++
		} else {
			r.Errorf(arg, codes.ArityMismatch, "`%s` takes %s (`%s`), and this is one too many", r.Item.SourceText(r.Item.TypeCall(n).Name), message.Count(len(names), "argument"), strings.Join(names, "`, `"))
			continue
		}
		out.put(name, value)
	}
	return out
}

// tensorType reads both orders: `Tensor[(3), float32]`, `Tensor[float32, [3]]`.
func (r *Resolver) tensorType(n syntax.NodeID, args []syntax.NodeID) types.Type {
	if r.plainTensor(args) {
		return r.tensorOf(args[0], args[1])
	}
	if t, ok := r.spreadTensor(n, args); ok {
		return t
	}
	first, second := "shape", "dtype"
	if len(args) > 0 && r.Item.Kind(args[0]) == syntax.TypeName {
		if _, ok := types.ParseDtype(r.Item.SourceText(args[0])); ok {
			first, second = second, first
		}
	}
	slots := r.slots(n, args, first, second)
	shape, hasShape := slots.get("shape")
	dtype, hasDtype := slots.get("dtype")
	if !hasShape || !hasDtype {
		if slots.refused {
			return types.ErrorType
		}
		r.Errorf(n, codes.ArityMismatch, "`Tensor` needs a shape and a dtype: `Tensor[(3, 4), float32]`")
		return types.ErrorType
	}
	return r.tensorOf(shape, dtype)
}

// plainTensor reports whether args are those of `Tensor[(3, 4), float32]`, as nearly all are written.
func (r *Resolver) plainTensor(args []syntax.NodeID) bool {
	return len(args) == 2 && r.Item.Kind(args[1]) == syntax.TypeName &&
		(r.Item.Kind(args[0]) == syntax.TypeTuple || r.Item.Kind(args[0]) == syntax.TypeParen)
}

func (r *Resolver) tensorOf(shape, dtype syntax.NodeID) types.Type {
	d, ok := r.dtype(dtype)
	dims := r.shape(shape)
	if !ok {
		return types.ErrorType
	}
	if len(dims) == 0 {
		return types.Scalar(d)
	}
	return r.Env.Tensor(d, dims)
}

// RecentTensors are the types of tensors that were resolved last. Most files name a few types
// again and again, which would be most of what their signatures take.
type RecentTensors struct {
	mu    sync.Mutex
	types [8]*types.Tensor
	next  int
}

// Tensor is the type of a tensor with the given dtype and extents.
func (r *RecentTensors) Tensor(d types.Dtype, shape []types.Dim) *types.Tensor {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.types {
		if t != nil && t.Dtype == d && slices.Equal(t.Shape, shape) {
			return t
		}
	}
	t := &types.Tensor{Dtype: d, Shape: shape}
	r.types[r.next] = t
	r.next = (r.next + 1) % len(r.types)
	return t
}

func (r *Resolver) arrayType(n syntax.NodeID, args []syntax.NodeID) types.Type {
	slots := r.slots(n, args, "dtype", "length")
	dtype, hasDtype := slots.get("dtype")
	length, hasLength := slots.get("length")
	if !hasLength || !hasDtype {
		if slots.refused {
			return types.ErrorType
		}
		r.Errorf(n, codes.ArityMismatch, "`Array` needs a dtype and a length: `Array[float32, 7]`")
		return types.ErrorType
	}
	d, ok := r.dtype(dtype)
	dim := r.dim(length)
	if !ok {
		return types.ErrorType
	}
	return &types.Tensor{Dtype: d, Shape: []types.Dim{dim}}
}

func (r *Resolver) fractalType(n syntax.NodeID, args []syntax.NodeID) types.Type {
	if len(args) == 2 && r.tensorParts(args) {
		return types.ErrorType
	}
	slots := r.slots(n, args, "dtype", "max_length")
	elem, ok := slots.get("dtype")
	if !ok {
		if slots.refused {
			return types.ErrorType
		}
		r.Errorf(n, codes.ArityMismatch, "`FractalTensor` needs an element type: `FractalTensor[Tensor[(3), float32]]`")
		return types.ErrorType
	}
	if length, ok := slots.get("max_length"); ok {
		r.maxLength(length)
	}
	t := r.Resolve(elem)
	if v, ok := t.(*types.Var); ok {
		v.Leaf = true
	}
	return &types.Fractal{Elem: r.element(elem, t)}
}

// tensorParts reports a shape and a dtype in place of the type of the elements.
func (r *Resolver) tensorParts(args []syntax.NodeID) bool {
	shape, dtype := r.Item.SourceText(args[0]), r.Item.SourceText(args[1])
	if _, ok := types.ParseDtype(dtype); !ok || shape[:min(1, len(shape))] != "(" {
		return false
	}
	first, last := r.Item.Span(args[0]), r.Item.Span(args[1])
	text := "Tensor[" + shape + ", " + dtype + "]"
	r.Report(syntax.Diagnostic{
		Code: codes.KindMismatch, Span: first.Cover(last),
		Message: "a FractalTensor has one argument, the type of its elements: `" + text + "`",
		Fixes:   []syntax.Fix{syntax.Replace("write `"+text+"`", first.Cover(last), text)},
	})
	return true
}

// maxLength is a hint to an optimizer: it must be a natural number or None.
func (r *Resolver) maxLength(n syntax.NodeID) {
	text := r.Item.SourceText(n)
	if _, err := strconv.ParseUint(text, 10, 31); err != nil && text != "None" {
		r.Errorf(n, codes.AttributeValue, "`max_length` is a number of elements or `None`, not `%s`", text)
	}
}

func (r *Resolver) refType(n syntax.NodeID, args []syntax.NodeID) types.Type {
	if len(args) != 1 {
		r.Errorf(n, codes.ArityMismatch, "`ref` takes one type: `ref(int32)`")
		return types.ErrorType
	}
	return &types.Ref{Elem: r.Resolve(args[0])}
}

func (r *Resolver) dtype(n syntax.NodeID) (types.Dtype, bool) {
	text := r.Item.SourceText(n)
	d, ok := types.ParseDtype(text)
	if !ok {
		d := syntax.Diagnostic{
			Code: codes.KindMismatch, Span: r.Item.Span(n),
			Message: "`" + text + "` is not a dtype",
		}
		if bare := strings.Trim(text, `"`); bare != text && dtypeNamed(bare) {
			d.Message = "a dtype is written without quotes in a type: `" + bare + "`"
			d.Fixes = []syntax.Fix{message.WriteFix(d.Span, bare)}
		} else if kind := r.Item.Kind(n); kind != syntax.TypeName {
			d.Notes = []string{"A tensor holds numbers or truth values: its dtype is int8 to int64, uint1 to uint64, float16, bfloat16, float32, float64 or bool."}
		} else if other := library.Dtype(text); other != "" {
			message.Suggest(&d, other, []string{other})
		} else if message.Suggest(&d, text, spelling.Near(text, DtypeNames)); len(d.Fixes) == 0 {
			d.Notes = []string{"The dtypes are int8 to int64, uint1 to uint64, float16, bfloat16, float32, float64 and bool."}
		}
		r.Report(d)
	}
	return d, ok
}

func dtypeNamed(name string) bool {
	_, ok := types.ParseDtype(name)
	return ok
}

var DtypeNames = []string{
	"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
	"float16", "float32", "float64", "bfloat16", "bool",
}

// alias expands an alias with its arguments.
func (r *Resolver) alias(n syntax.NodeID, o *typed.Object, args []syntax.NodeID) types.Type {
	r.Env.ResolveAlias(o)
	body, ok := o.Type.(*types.Func)
	if !ok {
		return types.ErrorType
	}
	if len(args) != len(body.Params) {
		r.typeArity(n, o, args)
		return types.ErrorType
	}
	s := types.Substitution{Meter: r.Meter, Params: body.Params, Types: make([]types.Type, len(args)), Dims: make([]types.Dim, len(args))}
	for i, arg := range args {
		if body.Params[i].Sym != nil {
			s.Dims[i] = r.dim(arg)
		} else {
			s.Types[i] = r.argument(arg, body.Params[i])
		}
	}
	t := r.shared(s.Apply(body.Out))
	if r.unknownExtents(t) && !r.unknownExtents(body.Out) && !slices.ContainsFunc(s.Dims, types.Dim.Loose) && !slices.ContainsFunc(s.Types, r.unknownExtents) {
		r.Report(message.LargeDimension(r.Item.Span(n), "a dimension of this type"))
	}
	return t
}

// unknownExtents reports whether t is a type with an extent that has no expression.
func (r *Resolver) unknownExtents(t types.Type) (some bool) {
	types.Walk(t, func(part types.Type) bool {
		r.Meter.Spend(1)
		infer.EachExtent(part, func(d types.Dim) { some = some || d.IsUnknown() })
		return !some
	})
	return some
}

// shared is an alias written out, of which equal parts are one: aliases of aliases with
// two uses each are exponentially large as trees.
func (r *Resolver) shared(t types.Type) types.Type {
	if r.sharer == nil {
		r.sharer = types.NewSharer(r.Meter)
	}
	return r.sharer.Share(t)
}

// IsTypeFormer reports whether name is the names that build types of the language from parameters:
// `Tensor`, `FractalTensor`.
func IsTypeFormer(name string) bool {
	_, ok := typeFormers[name]
	return ok
}
