package layout

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A part is one dimension of a layout that spells its extents: `16c`. Capital
// and small letters are one; the parts of a letter stand from outer to inner.
type part struct {
	letter rune
	extent int
}

func partsOf(layout string) []part {
	var parts []part
	extent := 0
	for _, r := range layout {
		if '0' <= r && r <= '9' {
			extent = extent*10 + int(r-'0')
			continue
		}
		parts = append(parts, part{[]rune(strings.ToLower(string(r)))[0], extent})
		extent = 0
	}
	return parts
}

// spelledKernel brings the parts of each letter together, splits them anew, and
// puts these into the order of dst_layout.
func spelledKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data := in.Arrays[0]
	src, dst := partsOf(c.Attrs.Str("src_layout")), partsOf(c.Attrs.Str("dst_layout"))
	if len(src) != data.Rank() {
		return nil, fmt.Errorf("`%s`: %q does not lay out %s", c.Op.Name, c.Attrs.Str("src_layout"), value.ShapeText(data.Shape))
	}
	from, _ := gathered(src)
	to, split := gathered(dst)
	if value.Product(split) != data.Len() {
		return nil, fmt.Errorf("`%s`: %q has other extents than %s", c.Op.Name, c.Attrs.Str("dst_layout"), value.ShapeText(data.Shape))
	}
	if err := m.Charge(int64(data.Len())); err != nil {
		return nil, err
	}
	parts, err := buffer.Reshaped(m, data.Transpose(from), split)
	if err != nil {
		return nil, err
	}
	return parts.Transpose(op.Inverse(to)), nil
}

// gathered is the order of parts that brings those of each letter together,
// and their extents in this order.
func gathered(parts []part) (order, extents []int) {
	order = op.AxisOrder(len(parts))
	slices.SortStableFunc(order, func(i, j int) int { return int(parts[i].letter - parts[j].letter) })
	for _, k := range order {
		extents = append(extents, parts[k].extent)
	}
	return order, extents
}

// transformKernel rearranges through the layout without inner parts: a view,
// where no parts are to be joined or filled up.
func transformKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data := in.Arrays[0]
	src, _ := relate.ParseLayout(c.Attrs.Str("src_layout"))
	dst, _ := relate.ParseLayout(c.Attrs.Str("dst_layout"))
	if err := m.Charge(int64(data.Len())); err != nil {
		return nil, err
	}
	canonical := outer(dst.Name)
	plain, err := buffer.Canonical(m, data, src, canonical)
	if err != nil {
		return nil, fmt.Errorf("`%s`: %w", c.Op.Name, err)
	}
	return buffer.Arranged(m, plain, canonical, dst)
}
