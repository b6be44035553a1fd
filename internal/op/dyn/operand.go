package dyn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// maxRank bounds the rank that a vector's length stands for; a greater one is
// a mistake, and its type would fill the memory.
const maxRank = 256

// unread is an attribute that an argument of the same name stands in for.
func unread(name string, t op.AttrType) op.Attr {
	return relate.Required(name, t, "not read, the argument counts; text must give it all the same")
}

// anys is a shape of n extents that run time tells.
func anys(n int) []types.Dim {
	shape := make([]types.Dim, n)
	for i := range shape {
		shape[i] = types.Any
	}
	return shape
}

// length is how many elements argument i has, a vector of integers: a rank, so
// it must be known. TVM looks at the first dimension alone.
func length(s *relate.Typing, i int) (n int, ok bool) {
	t := s.Need(i)
	if t == nil {
		return 0, false
	}
	name := s.Op.Params[i].Name
	if len(t.Shape) == 0 {
		s.FailArg(i, "shape-mismatch", fmt.Sprintf("`%s` is a scalar, and a vector is needed", name), "its length is the number of dimensions")
		return 0, false
	}
	size, known := t.Shape[0].Const()
	if !known || size < 0 || size > maxRank {
		s.FailArg(i, "shape-mismatch", fmt.Sprintf("the length of `%s` must be known, and is %s", name, t.Shape[0]), "it is the number of dimensions")
		return 0, false
	}
	if len(t.Shape) > 1 {
		s.WarnArg(i, "suspect-operand", fmt.Sprintf("`%s` is %s, and a vector is needed", name, types.Text(t)), "the first dimension counts")
	}
	wantIntegers(s, i)
	return int(size), true
}

// wantIntegers warns of an argument whose elements cannot count anything.
func wantIntegers(s *relate.Typing, i int) {
	if t := s.Peek(i); t != nil && !t.Dtype.IsInteger() {
		s.WarnArg(i, "suspect-operand", fmt.Sprintf("`%s` holds %s, and integers are needed", s.Op.Params[i].Name, t.Dtype))
	}
}

// wantScalar warns of an argument that TVM does not look at and that is no
// scalar.
func wantScalar(s *relate.Typing, i int) {
	if t := s.Peek(i); t != nil && len(t.Shape) > 0 {
		s.WarnArg(i, "suspect-operand", fmt.Sprintf("`%s` is %s, and a scalar is needed", s.Op.Params[i].Name, types.Text(t)))
	}
}

// needScalar refuses argument i that is no scalar.
func needScalar(s *relate.Typing, i int) bool {
	t := s.Need(i)
	if t != nil && len(t.Shape) > 0 {
		s.FailArg(i, "shape-mismatch", fmt.Sprintf("`%s` is %s, and a scalar is needed", s.Op.Params[i].Name, types.Text(t)))
	}
	return !s.Stopped()
}

// dtype reads the result's dtype, with a warning where text leaves it out.
func dtype(s *relate.Typing) types.Dtype {
	d := s.Attrs.Dtype("dtype")
	if d == types.NoDtype {
		s.WarnAttr("dtype", "without `dtype` the result is a tensor of no dtype, which nothing can use", `give one: dtype="float32"`)
	}
	return d
}

// dtypeAttr is the attribute of a result's dtype.
func dtypeAttr(doc string) op.Attr { return relate.Optional("dtype", op.DtypeAttr, doc) }
