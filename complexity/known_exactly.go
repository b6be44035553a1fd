package complexity

import "slices"

// counted tells of values without FractalTensors in them, as a whole or in data.
func (a *Analysis) counted(v value) bool {
	switch v := v.(type) {
	case *tuple:
		for _, part := range v.parts {
			if !a.counted(part) {
				return false
			}
		}
		return true
	case *closure:
		for _, seen := range v.seen {
			if !a.counted(seen) {
				return false
			}
		}
		return true
	}
	return a.FreeOfFractals(v.typ())
}

// sums reports whether each of an instance's sizes is known as it is where the instance is
// called: there are no extents, and nothing in it is a FractalTensor.
func (in *instance) sums() bool {
	return in.extents == 0 && in.home.FreeOfFractals(in.result) && !slices.ContainsFunc(in.args, func(v value) bool { return !in.home.counted(v) })
}
