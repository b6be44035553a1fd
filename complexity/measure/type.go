package measure

import "github.com/fraccheck/fraccheck/internal/types"

// maxWeight is how many parts a value or a type may have. Parts may be shared, so
// that a short text makes more of them than there is time to go through.
const MaxWeight = 500

// wide tells of types with many parts.
func Wide(t types.Type) bool {
	left := MaxWeight
	weighType(t, &left)
	return left < 0
}

func weighType(t types.Type, left *int) {
	if *left--; *left < 0 || t == nil {
		return
	}
	var parts []types.Type
	switch t := types.Head(t).(type) {
	case *types.ADT:
		parts = t.Args
	case *types.Tuple:
		parts = t.Elems
	case *types.Func:
		parts = append(t.In[:len(t.In):len(t.In)], t.Out)
	case *types.Fractal:
		parts = []types.Type{t.Elem}
	case *types.Ref:
		parts = []types.Type{t.Elem}
	}
	for _, part := range parts {
		weighType(part, left)
	}
}

// narrow is a type with few parts, or else Bad.
func Narrow(t types.Type) types.Type {
	if Wide(t) {
		return types.ErrorType
	}
	return t
}

// depths counts the FractalTensors in a type.
func CountFractals(t types.Type) int { return len(Fractals(t)) }

// fractalsIn are the FractalTensors in a type, numbered as those of a sequence are.
func Fractals(t types.Type) (all []types.Type) {
	if t == nil {
		return nil
	}
	switch t := types.Head(t).(type) {
	case *types.Fractal:
		return append([]types.Type{t}, Fractals(t.Elem)...)
	case *types.Tuple:
		for _, e := range t.Elems {
			all = append(all, Fractals(e)...)
		}
	}
	return all
}

func IsFractal(t types.Type) bool {
	_, ok := types.Head(t).(*types.Fractal)
	return t != nil && ok
}

// loose tells of a type that is not known to its end.
func Loose(t types.Type) (found bool) {
	types.Walk(t, func(part types.Type) bool {
		found = found || types.IsBad(part)
		return !found
	})
	return found
}

// open tells of a type with variables.
func HasVariables(t types.Type) (found bool) {
	types.Walk(t, func(part types.Type) bool {
		_, isVar := part.(*types.Var)
		found = found || isVar
		return !found
	})
	return found
}

// anyExtent tells whether some extent of a type's tensors is as asked.
func HasExtent(t types.Type, is func(types.Dim) bool) (found bool) {
	types.Walk(t, func(part types.Type) bool {
		if tensor, ok := part.(*types.Tensor); ok {
			for _, d := range tensor.Shape {
				found = found || is(d)
			}
		}
		return !found
	})
	return found
}
