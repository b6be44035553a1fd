package buffer

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Canonical gives an array in layout l as one in the canonical layout, which
// has no split dimensions: a view, unless parts of a split are to be joined.
func Canonical(m op.Machine, a *value.Array, l relate.Layout, canonical string) (*value.Array, error) {
	if a.Rank() != l.Rank() {
		return nil, fmt.Errorf("layout %q has %d dimensions, and the tensor is %s", l.Name, l.Rank(), value.ShapeText(a.Shape))
	}
	var order, shape []int
	for _, letter := range []byte(canonical) {
		places := parts(l, letter)
		if len(places) == 0 {
			return nil, fmt.Errorf("layout %q has no %c", l.Name, letter)
		}
		extent := 1
		for _, k := range places {
			extent *= a.Shape[k]
		}
		order, shape = append(order, places...), append(shape, extent)
	}
	return Reshaped(m, a.Transpose(order), shape)
}

// Arranged is the indices back: an array in the canonical layout as one in layout
// l, a view where no extent is to be filled up to whole inner parts.
func Arranged(m op.Machine, a *value.Array, canonical string, l relate.Layout) (_ *value.Array, err error) {
	var split, order []int
	for i, letter := range []byte(canonical) {
		factors := []int{}
		for _, k := range parts(l, letter)[1:] {
			_, factor := l.Axis(k)
			factors = append(factors, int(factor))
		}
		inner := value.Product(factors)
		outer := (a.Shape[i] + inner - 1) / inner
		if a, err = extended(m, a, i, outer*inner); err != nil {
			return nil, err
		}
		split = append(append(split, outer), factors...)
		order = append(order, parts(l, letter)...)
	}
	if a, err = Reshaped(m, a, split); err != nil {
		return nil, err
	}
	return a.Transpose(op.Inverse(order)), nil
}

// parts are the places of a letter in a layout: the outer part, then the inner
// ones.
func parts(l relate.Layout, letter byte) []int {
	var places []int
	for k := range l.Rank() {
		if at, factor := l.Axis(k); at == letter && factor == 0 {
			places = slices.Insert(places, 0, k)
		} else if at == letter {
			places = append(places, k)
		}
	}
	return places
}

// extended fills an axis with zeros up to an extent.
func extended(m op.Machine, a *value.Array, axis, extent int) (*value.Array, error) {
	if a.Shape[axis] == extent {
		return a, nil
	}
	maps := make([]IndexMap, a.Rank())
	for k, n := range a.Shape {
		more := 0
		if k == axis {
			more = extent - n
		}
		var err error
		if maps[k], err = Widened(m, n, 0, more); err != nil {
			return nil, err
		}
	}
	return Gather(m, a, maps, value.Scalar{Dtype: a.Dtype})
}
