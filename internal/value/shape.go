package value

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// Product is the number of elements of a shape.
func Product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// ErrTooLarge is the error of shapes and counts beyond what any memory holds.
var ErrTooLarge = errors.New("integer overflow")

// maxElements bounds the elements of an array, so that their bytes can be
// counted in 63 bits.
const maxElements = 1 << 59

// CheckedLen is Product for shapes that programs compute: it fails for extents
// below zero and for numbers of elements that do not fit.
func CheckedLen(shape []int) (int, error) {
	n, empty := 1, slices.Contains(shape, 0)
	for _, d := range shape {
		if d < 0 {
			return 0, fmt.Errorf("shape %s has the extent %d", ShapeText(shape), d)
		}
		if empty {
			continue
		}
		high, low := bits.Mul64(uint64(n), uint64(d))
		if high != 0 || low > maxElements {
			return 0, fmt.Errorf("%w in shape %s", ErrTooLarge, ShapeText(shape))
		}
		n = int(low)
	}
	if empty {
		return 0, nil
	}
	return n, nil
}

// RowMajor are the strides of elements that lie side by side, the last
// dimension running fastest.
func RowMajor(shape []int) []int {
	strides, step := make([]int, len(shape)), 1
	for k := len(shape) - 1; k >= 0; k-- {
		strides[k] = step
		step *= shape[k]
	}
	return strides
}

// BroadcastShape is the shape to which all broadcast: aligned on the right,
// extents are equal or 1.
func BroadcastShape(shapes ...[]int) ([]int, error) {
	var out []int
	for _, shape := range shapes {
		for len(out) < len(shape) {
			out = slices.Insert(out, 0, 1)
		}
		lead := len(out) - len(shape)
		for k, n := range shape {
			switch m := out[lead+k]; {
			case m == 1:
				out[lead+k] = n
			case n != m && n != 1:
				return nil, fmt.Errorf("shapes %s do not broadcast: extents %d and %d meet", shapeTexts(shapes), m, n)
			}
		}
	}
	return out, nil
}

// ShapeText spells a shape as in types: `(2, 3)`.
func ShapeText(shape []int) string {
	if n := len(shape); n > shownExtents {
		return fmt.Sprintf("%s, … of %d extents)", strings.TrimSuffix(ShapeText(shape[:shownExtents]), ")"), n)
	}
	texts := make([]string, len(shape))
	for k, n := range shape {
		texts[k] = strconv.Itoa(n)
	}
	if len(texts) == 1 {
		return "(" + texts[0] + ",)"
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

// shownExtents is how many extents a text names: shapes that are values may have
// millions.
const shownExtents = 64

func shapeTexts(shapes [][]int) string {
	texts := make([]string, len(shapes))
	for i, shape := range shapes {
		texts[i] = ShapeText(shape)
	}
	return strings.Join(texts, " and ")
}
