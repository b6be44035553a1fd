package value

// A Fractal is a FractalTensor of depth len(Offsets): row i of depth k spans
// the elements Offsets[k][i] to Offsets[k][i+1] of depth k+1. The elements of
// the last depth are the leaves, which lie side by side in one buffer.
//
// Offsets[0] has two entries, the outermost length being their difference; a
// slice of a Fractal shares tables and leaves and narrows Offsets[0].
type Fractal struct {
	Offsets [][]int
	Leaves  Value // *Array with one axis more than a leaf, or *Tuple of such
}
