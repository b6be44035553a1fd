package complete

import "slices"

// dtypes are those that are offered, those that networks use in front; vectors and odd
// widths are read as well.
var dtypes = byUse([]string{
	"float32", "float16", "float64", "bfloat16", "int32", "int64", "int8", "int16", "int4",
	"uint8", "uint16", "uint32", "uint64", "bool", "uint4", "float8",
})

func byUse(names []string) []string {
	slices.SortStableFunc(names, func(a, b string) int { return usage["Tensor "+b] - usage["Tensor "+a] })
	return names
}

// Dtypes are those that are offered.
func Dtypes() []string { return slices.Clone(dtypes) }
