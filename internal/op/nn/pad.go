package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

const padRule = "padding has a pair (before, after) for each dimension, and adds both to its extent"

// padding lists the operators that put elements around a tensor.
func padding() []*op.Op {
	width := relate.Required("pad_width", op.ListAttr, "a pair (before, after) for each dimension")
	return []*op.Op{
		{
			Name: "nn.pad", Doc: "Puts a value, or copies of the edge, around a tensor.", Rule: padRule, Kind: op.Injective,
			Params: op.Args("data", "pad_val"), Attrs: []op.Attr{width, relate.Known("pad_mode", "constant", "what is put there", "constant", "edge", "reflect")},
			Relation: relate.Relation(pad), Kernel: op.Reads{Arrays: 2}.Kernel(padKernel),
			Traits: op.Traits{Fails: op.OnExtent | op.OnAttribute | op.OnEmpty, Cost: op.MovedCost(op.ResultSize)},
		},
		{
			Name: "nn.mirror_pad", Doc: "Puts mirror images of a tensor around it.", Rule: padRule, Kind: op.Injective,
			Params: op.Args("data"), Attrs: []op.Attr{relate.Known("mode", "SYMMETRIC", "whether the edge itself is repeated (SYMMETRIC)", "SYMMETRIC", "REFLECT"), width},
			Traits:   op.Traits{Cost: op.MovedCost(op.ResultSize)},
			Relation: relate.Relation(mirrorPad), Kernel: op.Reads{Arrays: 1}.Kernel(mirrorPadKernel),
		},
	}
}

// pad adds both widths to each extent; negative ones cut elements off.
func pad(s *relate.Typing, data *types.Tensor) types.Type {
	widths, ok := widths(s, data)
	if !ok {
		return nil
	}
	shape := append([]types.Dim{}, data.Shape...)
	for i, w := range widths {
		if shape[i].IsAny() {
			continue
		}
		shape[i] = relate.Add(relate.Add(shape[i], w[0]), w[1])
		if n, ok := shape[i].Const(); ok && n < 0 {
			return s.FailAttr("pad_width", fmt.Sprintf("dimension %d would be of extent %d", i, n))
		}
	}
	return &types.Tensor{Dtype: data.Dtype, Shape: shape}
}

// mirrorPad is pad without negative widths.
func mirrorPad(s *relate.Typing, data *types.Tensor) types.Type {
	widths, ok := widths(s, data)
	if !ok {
		return nil
	}
	shape := append([]types.Dim{}, data.Shape...)
	for i, w := range widths {
		for _, d := range w {
			if n, ok := d.Const(); ok && n < 0 {
				return s.FailAttr("pad_width", fmt.Sprintf("pair %d has the negative width %d", i, n))
			}
		}
		shape[i] = relate.Add(shape[i], relate.Add(w[0], w[1]))
	}
	return &types.Tensor{Dtype: data.Dtype, Shape: shape}
}

// widths reads pad_width: a pair for each dimension.
func widths(s *relate.Typing, data *types.Tensor) ([][]types.Dim, bool) {
	pairs, ok := pairsOf(s, "pad_width")
	if ok && len(pairs) != len(data.Shape) {
		s.FailAttr("pad_width", fmt.Sprintf("`pad_width` needs a pair for each dimension of %s, and has %d", types.Text(data), len(pairs)))
		return nil, false
	}
	return pairs, ok
}

// pairsOf reads a list of pairs of extents.
func pairsOf(s *relate.Typing, attr string) ([][]types.Dim, bool) {
	list := s.Attrs.Value(attr).List
	pairs := make([][]types.Dim, len(list))
	for i, entry := range list {
		for _, v := range entry.List {
			if d, ok := v.AsDim(); ok {
				pairs[i] = append(pairs[i], d)
			}
		}
		if len(pairs[i]) != 2 || len(entry.List) != 2 {
			s.FailAttr(attr, fmt.Sprintf("entry %d of `%s` is no pair of integers", i, attr), "write `[before, after]`")
			return nil, false
		}
	}
	return pairs, true
}
