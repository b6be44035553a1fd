package types

// Most compound types have one, two or three parts, and a program has very many types. So
// a type and the list of its parts are one piece of memory where they are few.

// These are pieces of one type and so many parts.
type (
	withOne[T, Part any] struct {
		whole T
		parts [1]Part
	}
	withTwo[T, Part any] struct {
		whole T
		parts [2]Part
	}
	withThree[T, Part any] struct {
		whole T
		parts [3]Part
	}
)

// piece is a type with a list of n parts, which stand in its piece where they are few.
func piece[T, Part any](n int) (*T, []Part) {
	switch n {
	case 0:
		return new(T), nil
	case 1:
		p := &withOne[T, Part]{}
		return &p.whole, p.parts[:]
	case 2:
		p := &withTwo[T, Part]{}
		return &p.whole, p.parts[:]
	case 3:
		p := &withThree[T, Part]{}
		return &p.whole, p.parts[:]
	}
	return new(T), make([]Part, n)
}

// NewTuple is a tuple with room for n elements.
func NewTuple(n int) *Tuple {
	t, elems := piece[Tuple, Type](n)
	t.Elems = elems
	return t
}

// NewADT is a data type with room for n arguments.
func NewADT(decl *Decl, n int) *ADT {
	t, args := piece[ADT, Type](n)
	t.Decl, t.Args = decl, args
	return t
}

// NewFunc is a function type with room for n parameters.
func NewFunc(n int) *Func {
	t, in := piece[Func, Type](n)
	t.In = in
	return t
}

// NewTensor is a tensor type with room for the extents of n dimensions.
func NewTensor(d Dtype, n int) *Tensor {
	if n == 0 {
		return Scalar(d)
	}
	t, shape := piece[Tensor, Dim](n)
	t.Dtype, t.Shape = d, shape
	return t
}
