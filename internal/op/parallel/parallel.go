// Package parallel owns the entries of the functions on FractalTensors
// (language, section 5): those that apply a function to elements or carry a
// state along them, and those that select and rearrange elements.
//
// A function that takes functions has a Scheme, so that the types of the
// arguments guide the checking of lambdas. What a scheme cannot say yet, such
// as the stacked form of a result of unknown type, it leaves to the Internal
// relations Stacked, ForallDepth, FilterallDepth, Indices, Parts and Literals.
//
// Read the list below first, then each.go, fold.go and stacked.go.
package parallel

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Ops are all functions on FractalTensors. gather, repeat, split and stack are
// the forms for FractalTensors of operators that Relay has too.
func Ops() []*op.Op {
	return slices.Concat(each(), folds(), access(), windows(), dense())
}

// Internal are the relations that schemes leave to be solved, and Element. A
// signature may name them in `where`, as in `where stack(b) = c`.
func Internal() []*op.Op {
	return []*op.Op{Stacked, ForallDepth, FilterallDepth, Indices, Parts, Literals, Element, Sequence}
}

// synonym marks o as another name of an operator.
func synonym(of string, o *op.Op) *op.Op {
	o.SameAs = of
	return o
}

// optional adds a parameter that may be left out.
func optional(params []op.Param, name string) []op.Param {
	return append(params, op.Param{Name: name, Optional: true})
}

func fn(out types.Type, in ...types.Type) *types.Func {
	f := types.NewFunc(len(in))
	copy(f.In, in)
	f.Out = out
	return f
}

func fractal(elem types.Type) *types.Fractal { return &types.Fractal{Elem: elem} }

func tuple(elems ...types.Type) *types.Tuple {
	t := types.NewTuple(len(elems))
	copy(t.Elems, elems)
	return t
}

// scheme is a Scheme that is the same for any number of arguments.
func scheme(make func(c *op.Call) op.Instance) op.Scheme {
	return func(n int, c *op.Call) op.Instance {
		i := make(c)
		i.In = i.In[:min(n, len(i.In))]
		return i
	}
}
