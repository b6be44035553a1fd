package complete

import (
	"slices"

	"github.com/fraccheck/fraccheck/op"
)

// Values are the values of an attribute that are offered, the default first.
func Values(a op.Attr) []Candidate {
	found := attributeValues(a)
	for i := range found {
		if found[i].Filter == "" {
			found[i].Filter = found[i].Label
		}
	}
	return found
}

// Dtypes are those that are offered.
func Dtypes() []string { return slices.Clone(dtypes) }
