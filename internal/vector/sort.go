package vector

import "math"

// leastRadix is the number of elements from which sorting by digits is faster than by insertion.
const leastRadix = 64

// sortBlock is the number of elements between two pauses.
const sortBlock = 1 << 16

// Blocks runs body over [0, n) in parts of sortBlock, with a pause between them, which fails where
// to stop.
func Blocks(n int, pause func() error, body func(from, to int)) error {
	for from := 0; from < n; from += sortBlock {
		if from > 0 {
			if err := pause(); err != nil {
				return err
			}
		}
		body(from, min(from+sortBlock, n))
	}
	return nil
}

// Sort sorts numbers by their upper 32 bits, byte by byte, the least one first (D. Knuth, TAOCP 3,
// 5.2.5): each pass keeps the order of equal bytes, so that numbers that are equal in these bits
// keep theirs. The lower bits hold what a number belongs to. spare is as long as xs; the result is
// in one of them.
func Sort(xs, spare []uint64, pause func() error) ([]uint64, error) {
	if len(xs) < leastRadix {
		insert(xs)
		return xs, nil
	}
	var counts [4][256]uint32
	err := Blocks(len(xs), pause, func(from, to int) { countBytes(&counts, xs[from:to]) })
	if err != nil {
		return nil, err
	}
	for b := range counts {
		next, shift := &counts[b], 32+8*b
		if int(next[byte(xs[0]>>shift)]) == len(xs) {
			continue // all have that byte
		}
		sum := uint32(0)
		for d, n := range next {
			next[d] = sum
			sum += n
		}
		src, dst := xs, spare
		err := Blocks(len(xs), pause, func(from, to int) { distribute(dst, src[from:to], next, shift) })
		if err != nil {
			return nil, err
		}
		xs, spare = dst, src
	}
	return xs, nil
}

// countBytes counts the values of each byte.
func countBytes(counts *[4][256]uint32, xs []uint64) {
	for _, x := range xs {
		counts[0][byte(x>>32)]++
		counts[1][byte(x>>40)]++
		counts[2][byte(x>>48)]++
		counts[3][byte(x>>56)]++
	}
}

// distribute writes each number to where the next one with its byte goes.
func distribute(dst, src []uint64, next *[256]uint32, shift int) {
	for _, x := range src {
		d := byte(x >> (shift & 63))
		dst[next[d]] = x
		next[d]++
	}
}

// insert sorts few numbers.
func insert(xs []uint64) {
	for i, x := range xs {
		for ; i > 0 && xs[i-1]>>32 > x>>32; i-- {
			xs[i] = xs[i-1]
		}
		xs[i] = x
	}
}

// SortKey is a number in the order of sorting: equal for 0 and -0, and the greatest for NaN.
func SortKey(x float32) uint32 {
	b := math.Float32bits(x + 0) // -0 + 0 is 0
	switch {
	case x != x:
		return math.MaxUint32
	case b>>31 == 1:
		return ^b
	}
	return b | 1<<31
}

// SortKey64 is SortKey for float64.
func SortKey64(x float64) uint64 {
	b := math.Float64bits(x + 0)
	switch {
	case x != x:
		return math.MaxUint64
	case b>>63 == 1:
		return ^b
	}
	return b | 1<<63
}
