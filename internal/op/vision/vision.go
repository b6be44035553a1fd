// Package vision owns the entries of the operators `vision.…` for object
// detection: anchor boxes, suppression of overlapping boxes, pooling of
// regions.
//
// Read the list below first.
package vision

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Ops are all operators of the package.
func Ops() []*op.Op { return buffer.Checked(slices.Concat(anchors(), suppressions(), regions())) }

const typeKey = "attrs_type_key"

// keyAttr names the class of attributes of an operator that registers none.
func keyAttr(class string) op.Attr {
	return op.Attr{
		Name: typeKey, Type: op.StringAttr, Allowed: []string{"relay.attrs." + class},
		Doc: "class of the attributes, which TVM needs in text where any is given",
	}
}

// floats is an attribute that lists numbers, with a default.
func floats(name, doc string, xs ...float64) op.Attr {
	v := op.Value{Kind: op.ListValue}
	for _, x := range xs {
		v.List = append(v.List, op.Float(x))
	}
	return op.Attr{Name: name, Type: op.FloatsAttr, Default: v, Doc: doc}
}

// needRank refuses argument i that has not n dimensions; nil where it is
// refused or not known yet.
func needRank(s *relate.Typing, i, n int, what string) *types.Tensor {
	t := s.Need(i)
	if t != nil && len(t.Shape) != n {
		s.FailArg(i, "shape-mismatch", fmt.Sprintf("`%s` is %s, and needs %d dimensions: %s", s.Op.Params[i].Name, types.Text(t), n, what),
			relate.Dimensions(len(t.Shape)))
		return nil
	}
	return t
}

// wantLast warns of an argument whose last extent is not n.
func wantLast(s *relate.Typing, i int, t *types.Tensor, n int64, what string) {
	if last := t.Shape[len(t.Shape)-1]; relate.Clash(last, types.Const(n)) {
		s.WarnArg(i, "suspect-operand", fmt.Sprintf("`%s` is %s, and its last extent should be %d", s.Op.Params[i].Name, types.Text(t), n), what)
	}
}

func tensor(d types.Dtype, shape ...types.Dim) *types.Tensor {
	return &types.Tensor{Dtype: d, Shape: shape}
}

func tuple(elems ...types.Type) types.Type { return &types.Tuple{Elems: elems} }
