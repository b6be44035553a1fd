package op

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/types"
)

// An Op is one operator.
type Op struct {
	Name   string
	Doc    string // what it computes, one sentence
	Rule   string // its typing rule in one sentence, for messages and hover
	Kind   Kind
	Params []Param
	Attrs  []Attr

	// One of these types a call. Relation is for operators on tensors; Scheme
	// for functions that take functions, whose parameter types guide the
	// checking of lambdas.
	Relation Relation
	Scheme   Scheme

	// Kernel computes a call; nil where the operator cannot be run yet.
	Kernel Kernel
	// Map gives the function on elements of an operator that is nothing else;
	// nil for all others.
	Map Mapping

	Traits // what is known of it beyond its types

	// Free means that calls take any named arguments besides the attributes
	// (they are passed on to the user's function).
	Free bool

	// Fractal is the form that a call has when its first argument is a
	// FractalTensor (`split`, `stack`, …); nil where there is one form only.
	Fractal *Op

	// Instead names the operator that is meant where the function's result
	// has another type than the elements (`foldl` for `reduce`).
	Instead string

	// Length gives the outermost length of a FractalTensor that the operator
	// makes, from those of its arguments; nil where nothing follows.
	Length Length
	// Aligned means that all arguments must have one length.
	Aligned bool

	// Compiled means that the first argument is a function of the compiler, which a text
	// may name and not hold.
	Compiled bool

	// Fixed marks relations whose answer decides what a call does, and not its type alone:
	// a definition has one for all its uses.
	Fixed bool

	// Stores marks operators that take dtypes which are only stored: they convert elements,
	// or move them without a look at what they are.
	Stores bool

	// Internal marks relations that no program can call (results of schemes).
	Internal bool

	// Signature is the type of an operator that a configuration declares, whose calls take
	// any attributes besides those listed; nil for all others.
	Signature *types.Func
	// Impure marks operators whose calls may do anything besides giving a value, so that
	// they are neither merged nor moved nor removed.
	Impure bool

	refused uint32 // two bits for each family of dtypes, see refuses
}

// A Param is one tensor argument, given by position or by name.
type Param struct {
	Name     string
	Optional bool // only after all that are not
	Variadic bool // the last one: any number of arguments
}

// A Length computes a length; -1 is one that is not known.
type Length func(args []int64, attrs Attrs) int64

// A Kind is Relay's fusion kind.
type Kind uint8

const (
	Opaque Kind = iota
	Elementwise
	Broadcast
	Injective
	CommReduce
	OutFusable
	TupleKind
)

var kindNames = [...]string{"opaque", "elemwise", "broadcast", "injective", "comm_reduce", "out_elemwise_fusable", "tuple"}

func (k Kind) String() string { return kindNames[k] }

// Arity is the least and the greatest number of arguments; -1 for no limit.
func (o *Op) Arity() (least, most int) {
	for _, p := range o.Params {
		if p.Variadic {
			return least, -1
		}
		if !p.Optional {
			least++
		}
	}
	return least, len(o.Params)
}

// Param gives the index of a parameter by name, -1 where there is none.
func (o *Op) Param(name string) int {
	for i, p := range o.Params {
		if p.Name == name {
			return i
		}
	}
	return -1
}

// Attr gives the index of an attribute by name, -1 where there is none.
func (o *Op) Attr(name string) int {
	for i, a := range o.Attrs {
		if a.Name == name {
			return i
		}
	}
	return -1
}

// A Table finds operators by name.
type Table map[string]*Op

// HasFamily reports whether an operator's name begins with the first part of a dotted
// name, as `nn` of `nn.relu`.
func (t Table) HasFamily(name string) bool {
	family, _, dotted := strings.Cut(name, ".")
	if !dotted {
		return false
	}
	for other := range t {
		if strings.HasPrefix(other, family) && strings.HasPrefix(other[len(family):], ".") {
			return true
		}
	}
	return false
}

// Args names parameters that are all required.
func Args(names ...string) []Param {
	params := make([]Param, len(names))
	for i, name := range names {
		params[i].Name = name
	}
	return params
}
