package reduction

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
)

// ranges are the bounds of results, by the name of the operator.
var ranges = map[string]op.Range{
	"sum": func(c *op.RangeCall) interval.Set {
		least, most := c.Reduced()
		return interval.Sum(c.Set(0), least, most, c.Dtype)
	},
	"mean": func(c *op.RangeCall) interval.Set {
		least, most := c.Reduced()
		return interval.Mean(c.Set(0), least, most, c.Dtype)
	},
	"max": op.Moves, "min": op.Moves, "sort": op.Moves,
	"all": op.Truths, "any": op.Truths,
	"argmax": index, "argmin": index,
}

// index is the range of the place of an element.
func index(c *op.RangeCall) interval.Set {
	_, most := c.Reduced()
	if all := interval.All(c.Dtype); most > all.Most {
		return all
	}
	return interval.Between(0, math.Max(0, most-1))
}

// roles are what bounds of several operators together need to know.
var roles = map[string]op.Numbers{"max": op.IsGreatest, "sum": op.IsTotal}
