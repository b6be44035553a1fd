package parallel

import "github.com/fraccheck/fraccheck/internal/op"

// anyLength is a length that only a run can tell.
const anyLength = -1

// The functions below are lengths of results that follow from those of the
// arguments, or from attributes.

func first(args []int64, _ op.Attrs) int64  { return lengthAt(args, 0) }
func second(args []int64, _ op.Attrs) int64 { return lengthAt(args, 1) }

func lengthAt(args []int64, i int) int64 {
	if i < len(args) {
		return args[i]
	}
	return anyLength
}

// common is the length that all arguments share; the call fails where they
// differ.
func common(args []int64, _ op.Attrs) int64 {
	for _, n := range args {
		if n != anyLength {
			return n
		}
	}
	return anyLength
}

func total(args []int64, _ op.Attrs) int64 {
	if lengthAt(args, 0) < 0 || lengthAt(args, 1) < 0 {
		return anyLength
	}
	return args[0] + args[1]
}

func copies(_ []int64, a op.Attrs) int64 {
	if k, ok := a.Int("k"); ok && k >= 0 {
		return k
	}
	return anyLength
}

// inside counts the windows of slide: max(0, ⌊(n − r(w−1) − 1)/s⌋ + 1).
func inside(args []int64, a op.Attrs) int64 {
	n := lengthAt(args, 0)
	w, known := a.Int("window")
	s, strided := a.Int("stride")
	r, dilated := a.Int("dilation")
	if n < 0 || !known || !strided || !dilated || s < 1 || w < 1 || r < 1 {
		return anyLength
	}
	slack := n - r*(w-1) - 1
	if slack < 0 {
		return 0
	}
	return slack/s + 1
}
