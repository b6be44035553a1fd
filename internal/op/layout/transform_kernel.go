package layout

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
)

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
