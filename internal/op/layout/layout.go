// Package layout owns the operators that move elements into another layout,
// such as NCHW to NCHW4c. The layouts themselves are op/relate's.
package layout

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Ops are all operators of the package.
func Ops() []*op.Op {
	attrs := []op.Attr{
		relate.Required("src_layout", op.StringAttr, "layout of data"),
		relate.Required("dst_layout", op.StringAttr, "layout of the result"),
	}
	named := slices.Clone(attrs)
	for i := range named {
		named[i].Known, named[i].Open = relate.AllLayouts(), true
	}
	return buffer.Checked([]*op.Op{
		{
			Name: "layout_transform", Params: op.Args("data"), Attrs: named,
			Doc:      "Moves the elements into another layout.",
			Rule:     "data has a dimension for each letter of src_layout, the result for each of dst_layout; a split extent is rounded up",
			Relation: relate.Relation(transform), Kernel: op.Reads{Arrays: 1}.Kernel(transformKernel),
			Traits: op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: op.MovedCost(op.ResultSize), Range: op.MovesOr(true, 0)},
		},
		{
			Name: "auto_scheduler_layout_transform", Params: op.Args("data"), Attrs: attrs,
			Doc:      "Moves the elements into a layout that spells its extents, such as 4N16C4n.",
			Rule:     "the result has the extents of dst_layout",
			Traits:   op.Traits{Cost: op.MovedCost(op.ResultSize)},
			Relation: relate.Relation(spelled), Kernel: op.Reads{Arrays: 1}.Kernel(spelledKernel),
		},
	})
}

func transform(s *relate.Typing, data *types.Tensor) types.Type {
	src, ok := read(s, "src_layout")
	if !ok {
		return nil
	}
	dst, ok := read(s, "dst_layout")
	if !ok {
		return nil
	}
	if !src.Convertible(dst) {
		return s.FailAttr("dst_layout", fmt.Sprintf("layout %q does not order the dimensions of %q", dst.Name, src.Name),
			"both must have the same letters")
	}
	canonical := outer(dst.Name)
	shape, ok := s.Forward(0, data, src, canonical)
	if !ok {
		return nil
	}
	return &types.Tensor{Dtype: data.Dtype, Shape: relate.Backward(shape, canonical, dst)}
}

func read(s *relate.Typing, attr string) (relate.Layout, bool) {
	layout, problem := relate.ParseLayout(s.Attrs.Str(attr))
	if problem == "" && layout.Rank() == 0 {
		problem = "the layout is empty"
	}
	if problem != "" {
		s.FailAttr(attr, problem)
	}
	return layout, problem == ""
}

// outer is a layout without its inner parts: NCHW for NCHW4c.
func outer(name string) string {
	return strings.Map(func(r rune) rune {
		if r < 'A' || r > 'Z' {
			return -1
		}
		return r
	}, name)
}

// spelled reads the extents before the letters; a letter without one
// counts as the rest of the name before it, as the auto-scheduler has it.
func spelled(s *relate.Typing, data *types.Tensor) types.Type {
	shape, extent := []types.Dim{}, int64(0)
	for _, r := range s.Attrs.Str("dst_layout") {
		switch {
		case '0' <= r && r <= '9' && extent < 1<<31:
			extent = extent*10 + int64(r-'0')
		case r < 'A' || r > 'z':
			return s.FailAttr("dst_layout", fmt.Sprintf("%q has no place in a layout", r))
		case extent > 0:
			shape, extent = append(shape, types.Const(extent)), 0
		}
	}
	if len(shape) == 0 {
		return types.Scalar(data.Dtype)
	}
	return &types.Tensor{Dtype: data.Dtype, Shape: shape}
}
