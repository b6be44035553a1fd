package dyn

import (
	"errors"
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/elementwise"
	"github.com/fraccheck/fraccheck/internal/op/image"
	"github.com/fraccheck/fraccheck/internal/op/indexing"
	"github.com/fraccheck/fraccheck/internal/op/nn"
	"github.com/fraccheck/fraccheck/internal/op/rearrange"
	"github.com/fraccheck/fraccheck/internal/op/reduction"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// computed lists, for the operators `dyn.…`, which arguments represent which
// attributes of their namesakes.
var computed = map[string]map[string]string{
	"dyn.reshape":         {"newshape": "newshape"},
	"dyn.broadcast_to":    {"shape": "shape"},
	"dyn.tile":            {"reps": "reps"},
	"dyn.expand_dims":     {"axis": "axis"},
	"dyn.squeeze":         {"axes": "axis"},
	"dyn.zeros":           {"shape": "shape"},
	"dyn.ones":            {"shape": "shape"},
	"dyn.full":            {"shape": "shape"},
	"dyn.one_hot":         {"depth": "depth"},
	"dyn.strided_slice":   {"begin": "begin", "end": "end", "strides": "strides"},
	"dyn.topk":            {"k": "k"},
	"dyn.sparse_to_dense": {"output_shape": "output_shape"},
	"dyn.image.resize2d":  {"size": "size", "roi": "roi"},
	"dyn.image.resize_nd": {"size": "size", "scales": "scales", "roi": "roi"},
	"dyn.nn.upsampling":   {"scale_h": "scale_h", "scale_w": "scale_w"},
	"dyn.nn.upsampling3d": {"scale_d": "scale_d", "scale_h": "scale_h", "scale_w": "scale_w"},
	"dyn.nn.pad":          {"pad_width": "pad_width"},
}

// unreadAttrs are, by operator, attributes that count for the namesake only.
var unreadAttrs = map[string]string{"dyn.strided_slice": "axes"}

// withKernels gives the operators the kernels of their namesakes.
func withKernels(ops []*op.Op) []*op.Op {
	plain := map[string]*op.Op{}
	for _, o := range slices.Concat(elementwise.Ops(), rearrange.Ops(), indexing.Ops(), reduction.Ops(), image.Ops(), nn.Ops()) {
		plain["dyn."+o.Name] = o
	}
	for _, o := range ops {
		if of := plain[o.Name]; of != nil && of.Kernel != nil && computed[o.Name] != nil {
			o.Kernel, o.Cost = through(of, computed[o.Name]), of.Cost
		}
	}
	return ops
}

// through calls a kernel with attributes read from arguments. The namesake's relation is
// asked again with them, and its type must be an instance of the type that the program was
// checked with: lengths that an argument's type promised hold. All attributes that no
// argument represents are handed on as they are.
func through(plain *op.Op, attrs map[string]string) op.Kernel {
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		inner := &op.KernelCall{Op: plain}
		var named []op.Named
		for i, p := range c.Op.Params {
			attr, is := attrs[p.Name]
			if !is {
				inner.Args = append(inner.Args, c.Args[i])
				continue
			}
			if p.Optional && c.Args[i] == nil {
				continue
			}
			a, err := c.Array(i)
			if err != nil {
				return nil, err
			}
			if a.Rank() == 1 && a.Len() == 1 && isNumber(plain, attr) {
				a = a.Index(0)
			}
			v, err := attribute(a)
			if err != nil {
				return nil, fmt.Errorf("`%s` of `%s`: %w", p.Name, c.Op.Name, err)
			}
			named = append(named, op.Named{Name: attr, Value: v})
		}
		for _, a := range plain.Attrs {
			switch v := c.Attrs.Value(a.Name); {
			case isGiven(named, a.Name):
			case unreadAttrs[c.Op.Name] == a.Name:
				named = append(named, op.Named{Name: a.Name})
			case v.Kind != op.NoneValue:
				named = append(named, op.Named{Name: a.Name, Value: v})
			}
		}
		bound, faults := op.Bind(plain, named)
		if len(faults) > 0 {
			return nil, errors.New(faults[0].Message)
		}
		var err error
		inner.Attrs = bound
		if inner.Out, err = inner.ResultType(); err != nil {
			return nil, err
		}
		if declared, err := c.ResultType(); err != nil || !fits(inner.Out, declared) {
			return nil, fmt.Errorf("`%s` gives %s, and its type says %s", c.Op.Name, types.String(inner.Out), types.String(declared))
		}
		return plain.Kernel(m, inner)
	}
}

// fits reports whether a result has the rank, and the extents as far as they are known,
// that the lengths of the arguments promised.
func fits(has, declared types.Type) bool {
	switch want := types.Head(declared).(type) {
	case *types.Tensor:
		t, ok := types.Head(has).(*types.Tensor)
		return ok && slices.EqualFunc(t.Shape, want.Shape, func(d, w types.Dim) bool { return w.Loose() || d.Equal(w) })
	case *types.Tuple:
		t, ok := types.Head(has).(*types.Tuple)
		return ok && slices.EqualFunc(t.Elems, want.Elems, fits)
	}
	return true
}

// isNumber reports whether an attribute is one integer; a vector of one element stands for
// it, too.
func isNumber(o *op.Op, attr string) bool {
	i := slices.IndexFunc(o.Attrs, func(a op.Attr) bool { return a.Name == attr })
	return i >= 0 && o.Attrs[i].Type == op.IntAttr
}

// isGiven reports whether a name is among those given.
func isGiven(named []op.Named, name string) bool {
	for _, n := range named {
		if n.Name == name {
			return true
		}
	}
	return false
}

// longestAttr bounds the elements of a tensor that represents an attribute: a shape of more
// dimensions is a mistake, and lists of attributes take more memory than tensors.
const longestAttr = 1000

// attribute is a tensor as an attribute's value: numbers, or lists of them for each
// dimension.
func attribute(a *value.Array) (op.Value, error) {
	switch {
	case a.Len() > longestAttr, a.Rank() > 0 && a.Shape[0] > longestAttr:
		return op.Value{}, fmt.Errorf("a shape of %s is too much", value.ShapeText(a.Shape))
	case a.Rank() > 0:
		list := op.Value{Kind: op.ListValue}
		for i := range a.Shape[0] {
			elem, err := attribute(a.Index(i))
			if err != nil {
				return elem, err
			}
			list.List = append(list.List, elem)
		}
		return list, nil
	}
	if s := a.Item(); s.Dtype.IsFloat() {
		return op.Float(s.Float()), nil
	}
	return op.Int(int64(a.Item().Bits)), nil
}
