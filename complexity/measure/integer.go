package measure

import "github.com/fraccheck/fraccheck/internal/types"

func IsScalar(t types.Type) bool {
	if t == nil {
		return false
	}
	tensor, ok := types.Head(t).(*types.Tensor)
	return ok && len(tensor.Shape) == 0
}

// MaxCounted is how many constructors, elements and extents a run has at most, all
// together: an integer that is no more than some of them does not wrap around when a
// few are added to it.
const MaxCounted = 1 << 29

// Countable reports whether a type is that of integers wide enough for MaxCounted.
func Countable(t types.Type) bool {
	_, high := IntegerRange(t)
	return IsScalar(t) && high >= 1<<31-1
}

// integers reports whether there are countable ones in a type, outside of data.
func HasCountable(t types.Type) bool {
	switch x := types.Head(t).(type) {
	case *types.Tuple:
		for _, e := range x.Elems {
			if HasCountable(e) {
				return true
			}
		}
	case *types.Tensor:
		return Countable(x)
	}
	return false
}

// extremes are the least and the greatest integer of a type, as far as they
// matter: none is larger than what sums can hold. Both are 0 for other types.
func IntegerRange(t types.Type) (low, high int64) {
	if t == nil {
		return 0, 0
	}
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok || !tensor.Dtype.IsInteger() {
		return 0, 0
	}
	bits := min(int(tensor.Dtype.Bits), 40)
	if tensor.Dtype.Class == types.UintClass {
		return 0, 1<<bits - 1
	}
	return -1 << (bits - 1), 1<<(bits-1) - 1
}

// IsBool reports whether a type is that of single truth values.
func IsBool(t types.Type) bool {
	if !IsScalar(t) {
		return false
	}
	return types.Head(t).(*types.Tensor).Dtype == types.Bool
}

func IsInteger(t types.Type) bool {
	if t == nil {
		return false
	}
	tensor, ok := types.Head(t).(*types.Tensor)
	return ok && (tensor.Dtype.IsInteger() || tensor.Dtype == types.Bool)
}
