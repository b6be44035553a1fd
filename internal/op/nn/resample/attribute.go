package resample

import (
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
)

// Correspondence is the attribute that places elements of a result in the data.
func Correspondence() op.Attr {
	return relate.Known("coordinate_transformation_mode", "half_pixel", "how elements of result and data correspond",
		slices.Sorted(maps.Keys(placements))...)
}

// Rounding is the attribute that chooses the nearest element.
func Rounding() op.Attr {
	known := append(slices.Sorted(maps.Keys(roundings)), "")
	return relate.Known("rounding_method", "round", `how the nearest neighbour is found; "" is round where corners are aligned, else floor`, known...)
}
