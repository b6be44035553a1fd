package export

import (
	"maps"
	"slices"
)

// Entries are the names of the operators that are exported.
func Entries() []string { return slices.Sorted(maps.Keys(entries)) }
