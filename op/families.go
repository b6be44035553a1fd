package op

import "slices"

// Ops are the operators on tensors that stand in this package.
func Ops() []*Op {
	return slices.Concat(
		elementwise, broadcast, reductions, selections, conversions, creations,
		reshapes, rearrangements, joins, splits, slicing, lookups, orders, scans,
		products, normalizations, sparse, signals, devices,
	)
}
