package fill

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Holes of attributes are filled by texts; the checker refuses those that do not suit.

// attributeTexts are the texts to try for each hole, the simplest first; none for holes that are
// expressions.
func (s *search) attributeTexts() ([][]string, error) {
	module, err := s.Snapshot.Module(s.Path)
	if err != nil {
		return nil, err
	}
	choices := make([][]string, len(s.holes))
	for i, h := range s.holes {
		if !h.attribute {
			continue
		}
		file := module.File()
		n := file.ItemAt(h.Span.Start)
		o, a := attributeOf(file.Item(n), h.Span.Start-file.Start(n), module.Ops())
		if a == nil {
			return nil, fmt.Errorf("line %d: no operator has the attribute that %s stands for", h.Line, h)
		}
		choices[i] = textsOf(o, a, extentsIn(file.Item(n)))
	}
	return choices, nil
}

// attributeOf is the operator and its attribute whose value is at an offset of an item.
func attributeOf(item *syntax.Item, offset int32, ops op.Table) (*op.Op, *op.Attr) {
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if item.Kind(n) != syntax.Call {
			continue
		}
		call := item.Call(n)
		for _, arg := range call.Args {
			if item.Kind(arg) != syntax.NamedArg || item.Span(item.NamedArg(arg).Value).Start != offset {
				continue
			}
			o := ops[item.SourceText(call.Callee)]
			if o == nil {
				return nil, nil
			}
			if i := o.Attr(item.SourceText(item.NamedArg(arg).Name)); i >= 0 {
				return o, &o.Attrs[i]
			}
		}
	}
	return nil, nil
}

// extentsIn are the numbers that an item writes, in types and elsewhere.
func extentsIn(item *syntax.Item) []int64 {
	found := []int64{1, 2}
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		var x int64
		text := item.SourceText(n)
		if len(text) > 0 && len(text) < 6 && strings.Trim(text, "0123456789") == "" {
			if _, err := fmt.Sscan(text, &x); err == nil && x > 0 && !slices.Contains(found, x) {
				found = append(found, x)
			}
		}
	}
	return found
}

// mostRank bounds the axes that are tried.
const mostRank = 5

// textsOf are the texts for an attribute.
func textsOf(o *op.Op, a *op.Attr, extents []int64) (texts []string) {
	add := func(v op.Value) {
		if text := v.String(); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	switch a.Type {
	case op.BoolAttr:
		add(op.Boolean(true))
		add(op.Boolean(false))
	case op.IntAttr:
		for n := range int64(mostRank) {
			add(op.Int(n))
		}
		for _, n := range extents {
			add(op.Int(n))
		}
		for n := range int64(3) {
			add(op.Int(-1 - n))
		}
	case op.FloatAttr:
		for _, x := range []float64{0, 1, -1, 2, 0.5, 0.1, 6, 10} {
			add(op.Float(x))
		}
	case op.DtypeAttr:
		for _, d := range []string{"float32", "int32", "bool", "int64", "float64", "float16", "uint8", "int8"} {
			add(op.Text(d))
		}
	case op.StringAttr:
		for _, w := range a.Words() {
			add(op.Text(w))
		}
	case op.IntsAttr, op.IntOrIntsAttr, op.AnyAttr, op.ListAttr:
		listTexts(a, extents, add)
	}
	return texts
}

// listTexts are lists: axes, permutations, and shapes whose extents multiply to one that is written.
func listTexts(a *op.Attr, extents []int64, add func(op.Value)) {
	if a.Name != "newshape" && a.Name != "shape" && a.Name != "output_shape" {
		for n := range int64(mostRank) {
			add(op.Ints(n))
		}
		for rank := 2; rank <= 4; rank++ {
			for _, p := range permutations(rank) {
				add(p.value)
			}
		}
		for i := range int64(mostRank) {
			for j := i + 1; j < mostRank; j++ {
				add(op.Ints(i, j))
			}
		}
		add(op.Ints(0, 1, 2))
		for _, n := range extents {
			add(op.Ints(n))
			for _, m := range extents {
				add(op.Ints(n, m))
			}
		}
		add(op.Ints(-1))
		return
	}
	add(op.Ints(-1))
	// A shape may have any number of elements that is a product of up to three numbers of the item.
	sizes := map[int64]bool{}
	for i, n := range extents {
		sizes[n] = true
		for k, m := range extents {
			sizes[n*m] = true
			for l, o := range extents {
				if i != k && k != l && i != l {
					sizes[n*m*o] = true
				}
			}
		}
	}
	ordered := make([]int64, 0, len(sizes))
	for n := range sizes {
		ordered = append(ordered, n)
	}
	sort.Slice(ordered, func(i, j int) bool { return ordered[i] < ordered[j] })
	for rank := 1; rank <= 4; rank++ {
		for _, n := range ordered {
			if n <= 1<<12 {
				factorizations(n, rank, nil, add)
			}
		}
	}
}

// factorizations are the shapes of a rank with a number of elements.
func factorizations(n int64, rank int, shape []int64, add func(op.Value)) {
	if rank == 1 {
		add(op.Ints(append(slices.Clip(shape), n)...))
		return
	}
	for d := int64(1); d <= n; d++ {
		if n%d == 0 {
			factorizations(n/d, rank-1, append(slices.Clip(shape), d), add)
		}
	}
}
