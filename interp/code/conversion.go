package code

import (
	"sync"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Conversion is the use of a value of one type as one of another, which has extents
// where the first has `?` (types.Convert).
type Conversion struct {
	From, To types.Type
	// Sizes are the shape variables of the definition around. Others in To are those of
	// a function that is called with an argument that has extents of `?`.
	Sizes []*symbolic.Symbol
	// Wrappers are the functions that stand for functions of so many parameters and
	// check what these are given and what they give. A wrapper's closure holds the function,
	// the plan of its type (OpConvPart) and the extents.
	Wrappers map[int]int

	once sync.Once
	plan any
}

// Plan is what the machine does for a conversion; it is made once.
func (c *Conversion) Plan(make func() any) any {
	c.once.Do(func() { c.plan = make() })
	return c.plan
}
