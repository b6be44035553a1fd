package vector

// Lanes is how many partial results a fold keeps.
const Lanes = 16

// FoldAdd adds to lane i of Lanes the elements i, i + Lanes, i + 2·Lanes, … of x, one after the
// other. What is after the last whole row of Lanes goes to the first lanes.
func FoldAdd[T Number](lanes, x []T) {
	n := fold(lanes, x, foldAdd32, foldAdd64)
	foldLoop(lanes, x[n:], add[T])
}

// FoldMultiply is FoldAdd for products.
func FoldMultiply[T Number](lanes, x []T) {
	n := fold(lanes, x, foldMul32, foldMul64)
	foldLoop(lanes, x[n:], multiply[T])
}

// FoldMaximum is FoldAdd for the maximum.
func FoldMaximum[T Number](lanes, x []T) {
	n := fold(lanes, x, foldMax32, foldMax64)
	foldLoop(lanes, x[n:], greater[T])
}

// FoldMinimum is FoldAdd for the minimum.
func FoldMinimum[T Number](lanes, x []T) {
	n := fold(lanes, x, foldMin32, foldMin64)
	foldLoop(lanes, x[n:], smaller[T])
}

// fold applies assembly to whole rows of floats, and gives how many elements they are.
func fold[T Number](lanes, x []T, single func(n int, lanes, x *float32), double func(n int, lanes, x *float64)) int {
	lanes = lanes[:Lanes]
	n := len(x) / Lanes
	if level == plain || n == 0 {
		return 0
	}
	switch x := any(x).(type) {
	case []float32:
		single(n, &any(lanes).([]float32)[0], &x[0])
		return n * Lanes
	case []float64:
		double(n, &any(lanes).([]float64)[0], &x[0])
		return n * Lanes
	}
	return 0
}

func foldLoop[T Number](lanes, x []T, f func(x, y T) T) {
	for len(x) > 0 {
		row := x[:min(len(x), Lanes)]
		loop2(lanes[:len(row)], lanes, row, f)
		x = x[len(row):]
	}
}
