package vector

// Sum is the sum of numbers in float64: that of Lanes partial sums, lane i for the elements i,
// i + Lanes, …, whose halves are added until one is left.
func Sum[T Float](x []T) float64 {
	var lanes [Lanes]float64
	AddWide(&lanes, x)
	return Halved(&lanes)
}

// AddWide adds the elements of x to the lanes of a sum. A part that another follows has a
// multiple of Lanes elements.
func AddWide[T Float](lanes *[Lanes]float64, x []T) {
	if single, ok := any(x).([]float32); ok && level != plain && len(x) >= Lanes {
		n := len(x) / Lanes
		sumWide(n, &lanes[0], &single[0])
		x = x[n*Lanes:]
	}
	for i, v := range x {
		lanes[i%Lanes] += float64(v)
	}
}

// Squares is the sum of (x - mean)² in float64, in the order of Sum.
func Squares[T Float](x []T, mean float64) float64 {
	var lanes [Lanes]float64
	if single, ok := any(x).([]float32); ok && level != plain && len(x) >= Lanes {
		n := len(x) / Lanes
		squaresWide(n, &lanes[0], &single[0], mean)
		x = x[n*Lanes:]
	}
	for i, v := range x {
		d := float64(v) - mean
		lanes[i%Lanes] += float64(d * d)
	}
	return Halved(&lanes)
}

// Halved is the sum of lanes: their halves are added until one is left.

func Halved(lanes *[Lanes]float64) float64 {
	for n := Lanes / 2; n > 0; n /= 2 {
		for i := range n {
			lanes[i] += lanes[n+i]
		}
	}
	return lanes[0]
}

// Scale gives (x - center)·scale, computed in float64 and rounded once.
func Scale[T Float](dst, x []T, center, scale float64) {
	n := unary(dst, x, func(n int, dst, x *float32) { scaleWide(n, dst, x, center, scale) }, nil)
	for i, v := range x[n:len(dst)] {
		dst[n+i] = T(float64((float64(v) - center) * scale))
	}
}

// Affine gives (x - center)·scale + shift, rounded after each operation.
func Affine[T Float](dst, x []T, center, scale, shift T) {
	n := unary(dst, x, func(n int, dst, x *float32) {
		affine32(n, dst, x, float32(center), float32(scale), float32(shift))
	}, nil)
	for i, v := range x[n:len(dst)] {
		dst[n+i] = T((v-center)*scale) + shift
	}
}

// placeBlock is how many elements are searched for their greatest at once.
const placeBlock = 4096

// Place is the place of the greatest number, or the least one, the first of equal ones or the
// last. NaN counts as both. x is not empty.
func Place[T Float](x []T, least, last bool) int {
	var best T
	at := -1
	for from := 0; from < len(x); from += placeBlock {
		part := x[from:min(from+placeBlock, len(x))]
		found := extremum(part, least)
		switch {
		case at < 0, found != found && best == best:
		case best != best:
			if !last || found == found {
				continue
			}
		case found == best:
			if !last {
				continue
			}
		case (found < best) != least:
			continue
		}
		best, at = found, from
	}
	part := x[at:min(at+placeBlock, len(x))]
	for i := range part {
		k := i
		if last {
			k = len(part) - 1 - i
		}
		if v := part[k]; v == best || v != v && best != best {
			return at + k
		}
	}
	return at
}

// extremum is the greatest or the least number, NaN where one is.
func extremum[T Float](x []T, least bool) T {
	var lanes [Lanes]T
	for i := range lanes {
		lanes[i] = x[0]
	}
	fold, one := FoldMaximum[T], greater[T]
	if least {
		fold, one = FoldMinimum[T], smaller[T]
	}
	fold(lanes[:], x)
	for _, v := range lanes[1:] {
		lanes[0] = one(lanes[0], v)
	}
	return lanes[0]
}
