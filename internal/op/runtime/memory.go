package runtime

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

func memory() []*op.Op {
	dtype := op.Attr{Name: "dtype", Type: op.DtypeAttr, Default: op.Text("float32"), Doc: "dtype of the tensor"}
	return []*op.Op{
		{
			Name: "memory.alloc_storage", Kind: op.Opaque, Params: op.Args("size", "shape", "alignment"),
			Doc:  "Allocates memory for tensors.",
			Rule: "size and alignment are scalars of dtype int64, shape is a tensor; the result is Storage",
			Attrs: []op.Attr{
				dtype, relate.Required("virtual_device", op.ExprAttr, "the device, as in `virtual_device=meta[VirtualDevice][0]`"),
			},
			Impure:   true,
			Relation: allocStorage,
		},
		{
			Name: "memory.alloc_tensor", Kind: op.Opaque, Params: op.Args("storage", "offset", "shape"),
			Doc:  "Makes a tensor in allocated memory.",
			Rule: "storage is Storage, offset and shape are tensors; the result has the shape const_shape, as long as the vector shape, or assert_shape where that is None, and the given dtype",
			Attrs: []op.Attr{
				dtype, relate.Required("const_shape", op.ExprAttr, "the shape, from the metadata section"),
				relate.Required("assert_shape", op.IntsAttr, "the shape where it is computed; None with const_shape"),
			},
			Traits: op.Traits{Cost: op.ViewCost}, Impure: true,
			Relation: allocTensor,
		},
		{
			Name: "memory.kill", Kind: op.Opaque, Params: op.Args("to_free"),
			Doc: "Gives the memory of a variable back.", Rule: "the argument has any type; the result is ()",
			Traits: op.Traits{Cost: op.ViewCost}, Impure: true,
			Relation: func(*op.Call) op.Answer { return op.Done(types.Unit) },
		},
	}
}

func allocStorage(c *op.Call) op.Answer {
	if c.Args[1] != nil { // TVM up to 0.9 has no shape
		if _, answer, ok := c.Tensor(1); !ok {
			return answer
		}
	}
	answer := storageOf(c)
	for _, i := range []int{0, 2} {
		equal, refusal, ok := c.Expect(i, types.Scalar(types.Int64))
		if !ok {
			return refusal
		}
		answer.Equal = append(answer.Equal, equal)
	}
	return answer
}

func allocTensor(c *op.Call) op.Answer {
	switch arg := c.Arg(0).(type) {
	case *types.Bad:
		return op.Silent()
	case *types.Var:
	default:
		if !isStorage(arg) {
			return op.FailArg(0, "type-mismatch", fmt.Sprintf("`storage` of `memory.alloc_tensor` must be Storage, not %s", types.Text(arg)))
		}
	}
	if c.Args[1] != nil { // TVM 0.6 has no offset
		if _, answer, ok := c.Tensor(1); !ok {
			return answer
		}
	}
	shape, answer, ok := c.Tensor(2)
	if !ok {
		return answer
	}
	if c.Attrs.Has("const_shape") {
		return allocated(c, shape)
	}
	// TVM says nothing of the result then, and its compiler writes the type of what is
	// allocated as assert_shape.
	extents, ok := c.Attrs.Dims("assert_shape")
	if !ok {
		return op.FailAttr("const_shape", "attribute-value", "`const_shape` or `assert_shape` of `memory.alloc_tensor` must be given: the result has no type without them")
	}
	return op.Done(&types.Tensor{Dtype: c.Attrs.Dtype("dtype"), Shape: extents})
}

// maxRank bounds the rank that a vector's length stands for; a greater one is
// a mistake, and its type would fill the memory.
const maxRank = 256

// allocated is the tensor of const_shape, an extent for each element of shape.
// Where the metadata section does not say them, they are `?`.
func allocated(c *op.Call, shape *types.Tensor) op.Answer {
	rank, known := int64(0), true
	if len(shape.Shape) > 0 {
		rank, known = shape.Shape[0].Const()
	}
	if !known || rank < 0 || rank > maxRank {
		return op.FailArg(2, "shape-mismatch", fmt.Sprintf("`shape` of `memory.alloc_tensor` is %s, and its length must be the rank of the result", types.Text(shape)))
	}
	extents := c.Attrs.Value("const_shape").List
	if len(extents) > 0 && int64(len(extents)) != rank {
		return op.FailAttr("const_shape", "attribute-value",
			fmt.Sprintf("`const_shape` of `memory.alloc_tensor` has %d extents, and `shape` has %d elements", len(extents), rank))
	}
	dims := make([]types.Dim, rank)
	for i := range dims {
		dims[i] = types.Any
		if i < len(extents) {
			dims[i], _ = extents[i].AsDim()
		}
	}
	return op.Done(&types.Tensor{Dtype: c.Attrs.Dtype("dtype"), Shape: dims})
}

// storage is the type of allocated memory where a program does not say it.
// Programs of the virtual machine declare it themselves (`type Storage {}`),
// and a relation does not see declarations: what is meant is found by name.
var storage = types.Storage

func isStorage(t types.Type) bool {
	adt, ok := types.Head(t).(*types.ADT)
	return ok && adt.Decl.Name == storage.Decl.Name && len(adt.Args) == 0
}

// storageOf is the result of a call that allocates: the program's own type
// where an annotation or a use tells it, which is waited for.
func storageOf(c *op.Call) op.Answer {
	switch {
	case isStorage(c.Out):
		return op.Done(c.Out)
	case c.Last:
		return op.Done(storage)
	}
	return op.WaitFor(0)
}
