package types

import "github.com/fraccheck/fraccheck/internal/symbolic"

// A Type is one of *Tensor, *Tuple, *Func, *Ref, *ADT, *Fractal, *Extent,
// *Var, *Bad.
type Type interface{ isType() }

// Tensor is a dense array; without dimensions it is an atomic type (int32,
// float32, bool). Array[T, n] is the Tensor of one dimension.
type Tensor struct {
	Dtype Dtype
	Shape []Dim
}

// Tuple is a product; no elements is the unit type.
type Tuple struct{ Elems []Type }

// Func is a function type. Params are the variables that it quantifies over;
// a type with Params or Where is a scheme and must be instantiated before use.
// Where are the operator constraints kept until use (`where add(a, b) = c`).
type Func struct {
	Params []Param
	Where  []Constraint
	In     []Type
	Out    Type
}

// A Param is a quantified variable: of types, or of extents where Sym is set.
type Param struct {
	Name string
	Var  *Var
	Sym  *symbolic.Symbol
}

// A Constraint says that an operator's relation holds between argument types
// and a result. Data is the checker's (attributes, place).
type Constraint struct {
	Op   string
	Args []Type
	With string // the attributes, as they are printed after the arguments: `, axis=[1]`
	Out  Type
	Data any
}

// Ref is a mutable cell.
type Ref struct{ Elem Type }

// ADT is an algebraic data type applied to arguments, one per parameter of
// its declaration.
type ADT struct {
	Decl *Decl
	Args []Type
}

// Fractal is a FractalTensor: a sequence of Tensors, ints, FractalTensors or
// tuples of these, its length known only at run time.
type Fractal struct{ Elem Type }

// A Decl declares an algebraic or opaque type. ADTs are nominal: two types are
// the same if their Decls are the same pointer.
type Decl struct {
	Name         string
	Params       []Param
	Constructors []*Constructor
	Opaque       bool // `type Handle`: no constructors are known
	Data         any  // the checker's: where it is declared
}

// A Constructor builds a value of an ADT. Fields are over the Decl's Params.
type Constructor struct {
	Name   string
	Of     *Decl
	Index  int // in Of.Constructors
	Fields []Type
	Sig    *Func // fn<params>(Fields…) -> Of[params]
	Data   any   // the checker's: where it is declared

	recursive []bool // by field: it is the ADT itself, applied to its own Params
}

// Finish completes a constructor whose Fields are known: its Sig, and which
// fields are the ADT itself.
func (k *Constructor) Finish() {
	self := &ADT{Decl: k.Of, Args: make([]Type, len(k.Of.Params))}
	for i, p := range k.Of.Params {
		self.Args[i] = p.argument()
	}
	k.Sig = &Func{Params: k.Of.Params, In: k.Fields, Out: self}
	k.recursive = make([]bool, len(k.Fields))
	for i, field := range k.Fields {
		if adt, ok := field.(*ADT); ok && adt.Decl == k.Of {
			if _, k.recursive[i] = Equivalent(adt, self); k.recursive[i] {
				k.Fields[i] = self // that a use of the constructor makes one type of both
			}
		}
	}
}

// argument is a parameter as an argument of a type.
func (p Param) argument() Type {
	if p.Sym != nil {
		return &Extent{DimOf(symbolic.Var(p.Sym))}
	}
	return p.Var
}

// Recursive reports whether a field has the very type that is constructed.
func (k *Constructor) Recursive(field int) bool { return k.recursive[field] }

// Extent is a dimension as an argument of an ADT that has a shape variable
// among its parameters: the 3 of `Vec[3]`.
type Extent struct{ Dim Dim }

// Bad is the type of an expression in error. It agrees with every type, so
// that one mistake is reported once.
type Bad struct{}

func (*Tensor) isType()  {}
func (*Tuple) isType()   {}
func (*Func) isType()    {}
func (*Ref) isType()     {}
func (*ADT) isType()     {}
func (*Fractal) isType() {}
func (*Var) isType()     {}
func (*Extent) isType()  {}
func (*Bad) isType()     {}

// A Var represents a type: a declared parameter (Rigid), or one that inference
// looks for.
type Var struct {
	Name  string // of a declared parameter; "" if invented
	ID    int32  // orders and names invented variables
	Rigid bool
	Leaf  bool  // only what a FractalTensor may hold (or tuples of it)
	Level int32 // of the binding group that it belongs to; the checker's
	Link  Type  // what it was found to be; never set on a rigid one
	Watch any   // the checker's: constraints that wait for Link
}

// ErrorType is the one Bad; Unit the empty tuple.
var (
	ErrorType Type = &Bad{}
	Unit      Type = &Tuple{}
)

// Head follows the links of variables to the type after them.
func Head(t Type) Type {
	for {
		v, ok := t.(*Var)
		if !ok || v.Link == nil {
			return t
		}
		t = v.Link
	}
}

// scalars holds the atomic types in common use by class and width, so that they are
// shared.
var scalars = shareScalars(Bool, Int8, Int16, Int32, Int64, Uint8, Uint32, Uint64, Float16, Float32, Float64, Bfloat16)

// widest is the greatest width of a shared one.
const widest = 64

func shareScalars(dtypes ...Dtype) (shared [CustomClass + 1][widest + 1]*Tensor) {
	for _, d := range dtypes {
		shared[d.Class][d.Bits] = &Tensor{Dtype: d}
	}
	return shared
}

// Scalar is the atomic type of a dtype.
func Scalar(d Dtype) *Tensor {
	if d.Lanes == 1 && d.Class <= CustomClass && d.Bits <= widest {
		if t := scalars[d.Class][d.Bits]; t != nil {
			return t
		}
	}
	return &Tensor{Dtype: d}
}

// IsScalar reports whether t is the atomic type of d.
func IsScalar(t Type, d Dtype) bool {
	tensor, ok := Head(t).(*Tensor)
	return ok && len(tensor.Shape) == 0 && tensor.Dtype == d
}

// IsBad reports whether t represents an expression in error.
func IsBad(t Type) bool {
	_, ok := Head(t).(*Bad)
	return ok
}

// Depth is the number of FractalTensors around the leaf, and the leaf.
func Depth(t Type) (int, Type) {
	depth := 0
	for {
		f, ok := Head(t).(*Fractal)
		if !ok {
			return depth, Head(t)
		}
		depth, t = depth+1, f.Elem
	}
}
