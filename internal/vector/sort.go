package vector

import "math"

// LeastRadix is the number of places from which sorting by digits is faster than by comparisons.
const LeastRadix = 64

// SortPlaces sorts places, which are below 2^32, by the bytes of their keys, the least byte first
// (D. Knuth, TAOCP 3, 5.2.5): each pass keeps the order of equal bytes, so that equal keys keep
// theirs. A key and its place are one number.
func SortPlaces(at []int, key func(place int) uint32, descending bool) {
	pairs, next := make([]uint64, len(at)), make([]uint64, len(at))
	var counts [4][256]uint32
	for i, place := range at {
		k := key(place)
		if descending {
			k = ^k
		}
		pairs[i] = uint64(k)<<32 | uint64(place)
		for b := range counts {
			counts[b][byte(k>>(8*b))]++
		}
	}
	for b := range counts {
		shift := 32 + 8*b
		if int(counts[b][byte(pairs[0]>>shift)]) == len(pairs) {
			continue // all have that byte
		}
		sum := uint32(0)
		for d, n := range counts[b] {
			counts[b][d] = sum
			sum += n
		}
		for _, p := range pairs {
			d := byte(p >> shift)
			next[counts[b][d]] = p
			counts[b][d]++
		}
		pairs, next = next, pairs
	}
	for i, p := range pairs {
		at[i] = int(uint32(p))
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
