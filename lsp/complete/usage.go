package complete

import (
	"slices"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/frequency"
)

// dtypes are those that are offered, those that networks use in front; vectors and odd
// widths are read as well.
var dtypes = byUse([]string{
	"float32", "float16", "float64", "bfloat16", "int32", "int64", "int8", "int16", "int4",
	"uint8", "uint16", "uint32", "uint64", "bool", "uint4", "float8",
})

func byUse(names []string) []string {
	slices.SortStableFunc(names, func(a, b string) int { return frequency.Of("Tensor "+b) - frequency.Of("Tensor "+a) })
	return names
}

// shareBehind is how likely an operator is, where what it is applied to is another one's result.
func shareBehind(name, behind string) float64 {
	share := float64(frequency.Of(name)) / float64(frequency.Of(">"))
	total := float64(frequency.Of(behind + ">"))
	if behind == "" || total == 0 {
		return share
	}
	weight := total / (total + 5)
	return (1-weight)*share + weight*float64(frequency.Of(behind+">"+name))/total
}

// parameterShare is how likely the argument at a place of an operator's call is a parameter of the
// definition around. Where little was counted, that is what the places have in general.
func parameterShare(name string, i int) float64 {
	prior := 0.4
	if i == 0 {
		prior = 0.25
	}
	place := name + "(" + strconv.Itoa(i) + ")"
	return (float64(frequency.Of(place+"%")) + 4*prior) / (float64(frequency.Of(place)) + 4)
}

// Dtypes are those that are offered.
func Dtypes() []string { return slices.Clone(dtypes) }

// Values are the values of an operator's attribute that are offered, the best first.
func Values(o *op.Op, a op.Attr) []Candidate {
	found := attributeValues(o, a)
	for i := range found {
		if found[i].Filter == "" {
			found[i].Filter = found[i].Label
		}
	}
	return found
}
