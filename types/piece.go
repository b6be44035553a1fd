package types

// Most compound types have one, two or three parts, and a program has very many types. So
// a type and the list of its parts are one piece of memory where they are few.

// NewTuple is a tuple with room for n elements.
func NewTuple(n int) *Tuple {
	switch n {
	case 2:
		p := &struct {
			Tuple
			list [2]Type
		}{}
		p.Elems = p.list[:]
		return &p.Tuple
	case 3:
		p := &struct {
			Tuple
			list [3]Type
		}{}
		p.Elems = p.list[:]
		return &p.Tuple
	}
	return &Tuple{make([]Type, n)}
}

// NewADT is a data type with room for n arguments.
func NewADT(decl *Decl, n int) *ADT {
	switch n {
	case 0:
		return &ADT{Decl: decl}
	case 1:
		p := &struct {
			ADT
			list [1]Type
		}{}
		p.Decl, p.Args = decl, p.list[:]
		return &p.ADT
	case 2:
		p := &struct {
			ADT
			list [2]Type
		}{}
		p.Decl, p.Args = decl, p.list[:]
		return &p.ADT
	}
	return &ADT{decl, make([]Type, n)}
}

// NewFunc is a function type with room for n parameters.
func NewFunc(n int) *Func {
	switch n {
	case 1:
		p := &struct {
			Func
			list [1]Type
		}{}
		p.In = p.list[:]
		return &p.Func
	case 2:
		p := &struct {
			Func
			list [2]Type
		}{}
		p.In = p.list[:]
		return &p.Func
	}
	return &Func{In: make([]Type, n)}
}

// NewTensor is a tensor type with room for the extents of n dimensions.
func NewTensor(d Dtype, n int) *Tensor {
	switch n {
	case 0:
		return Scalar(d)
	case 1:
		p := &struct {
			Tensor
			list [1]Dim
		}{}
		p.Dtype, p.Shape = d, p.list[:]
		return &p.Tensor
	case 2:
		p := &struct {
			Tensor
			list [2]Dim
		}{}
		p.Dtype, p.Shape = d, p.list[:]
		return &p.Tensor
	}
	return &Tensor{d, make([]Dim, n)}
}
