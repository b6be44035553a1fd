package network

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/types"
)

// maxParts bounds how many parts of a type are looked at: pairs of pairs may share
// theirs, and be as many as 2 to their depth.
const maxParts = 1 << 12

// bytesOf is the memory of a type's tensors, loose where that is not known.
func bytesOf(t types.Type) types.Dim {
	if tensor, ok := t.(*types.Tensor); ok {
		return tensorBytes(tensor)
	}
	sum, parts := types.Const(0), 0
	for todo := []types.Type{t}; len(todo) > 0; {
		if parts++; parts > maxParts {
			return types.Unknown
		}
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if t == nil {
			return types.Unknown
		}
		switch t := types.Head(t).(type) {
		case *types.Tensor:
			sum = sum.Add(tensorBytes(t))
		case *types.Tuple:
			todo = append(todo, t.Elems...)
		case *types.Func:
		default:
			return types.Unknown
		}
	}
	return sum
}

func tensorBytes(t *types.Tensor) types.Dim {
	if t.Dtype.Bits == 0 {
		return types.Unknown
	}
	each := (int64(t.Dtype.Bits)*int64(max(t.Dtype.Lanes, 1)) + 7) / 8
	return types.Product(t.Shape).Mul(types.Const(each))
}

// bytesAt is the memory of a value of a type, with the reason where it is not known.
func (in *instance) bytesAt(t types.Type, v graph.Value) Figure {
	if size := bytesOf(t); !size.Loose() {
		return Figure{Size: size}
	}
	return unknown(in.reason(v, sizeless(t)))
}

// sizeless says why the size of a type is not known.
func sizeless(t types.Type) string {
	if !concrete(t) {
		return "the type here is not known"
	}
	if !small(t) {
		return "the size of what is computed here is not known"
	}
	return "the size of `" + types.Text(t) + "` is not known"
}

func (in *instance) reason(v graph.Value, message string) *Reason {
	return &Reason{message, in.info.Item, in.graph.Node(v)}
}
