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
	"argsort": op.Index(0), "searchsorted": op.Index(0), "topk": op.Chosen, "unique": uniqueRange,
	"prod":     func(c *op.RangeCall) interval.Set { return interval.Product(c.Set(0), c.Dtype) },
	"variance": varianceRange,
}

// uniqueRange is the range of distinct elements, their places and their number, with 0 or -1 after the last.
func uniqueRange(c *op.RangeCall) interval.Set {
	return op.Chosen(c).Join(interval.Between(-1, 0)).Clipped(c.Dtype)
}

// varianceRange is the range of the mean of squared differences from a given mean, n of them divided by n, or by
// n - 1, which is half of n at least.
func varianceRange(c *op.RangeCall) interval.Set {
	least, most := c.Reduced()
	unbiased := c.Attrs.Bool("unbiased")
	if !c.Dtype.IsFloat() || unbiased && least < 2 {
		return interval.All(c.Dtype)
	}
	differences := interval.Subtract(c.Set(0), c.Set(1)).Rounded(c.Dtype, 1)
	out := interval.Mean(interval.Square(differences).Rounded(c.Dtype, 1), least, most, c.Dtype)
	if unbiased {
		out = interval.Multiply(out, interval.Between(1, 2)).Rounded(c.Dtype, 2)
	}
	return out
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
