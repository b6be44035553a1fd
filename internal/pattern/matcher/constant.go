package matcher

import (
	"math"
	"sync"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/condition"
	"github.com/fraccheck/fraccheck/internal/types"
)

// constants are the different numbers that rules look for, from 1, so that the rules for a
// constant of a program are found without a look at the others.
type constants struct {
	values []op.Value
	number map[constantKey]int32
	// rounded has for a dtype the numbers of the constants by what the dtype rounds them to:
	// a map[constantKey][]int32 for each types.Dtype that a program has constants of.
	rounded sync.Map
}

// A constantKey is a number; of floats the bits, one pattern for both zeros and one for what
// is not a number.
type constantKey struct {
	kind op.ValueKind
	bits uint64
}

func floatKey(x float64) constantKey {
	switch {
	case x == 0:
		x = 0 // of either sign
	case math.IsNaN(x):
		x = math.NaN()
	}
	return constantKey{op.FloatValue, math.Float64bits(x)}
}

// add returns the number of a pattern's constant; 0 if it is no number.
func (c *constants) add(n *node) int32 {
	if n.Kind != pattern.Constant || !condition.IsNumber(n.Value) {
		return 0
	}
	k := constantKey{n.Value.Kind, uint64(n.Value.Int)}
	if n.Value.Kind == op.FloatValue {
		k = floatKey(n.Value.Float)
	}
	if c.number[k] == 0 {
		c.values = append(c.values, n.Value)
		c.number[k] = int32(len(c.values))
	}
	return c.number[k]
}

// of returns the numbers of the constants that an element of a program's constant may equal,
// as scalar.is compares them.
func (c *constants) of(s scalar, d types.Dtype) []int32 {
	switch {
	case s.truth:
		return c.exact(constantKey{op.BoolValue, uint64(s.whole)})
	case s.integer:
		return c.exact(constantKey{op.IntValue, uint64(s.whole)}, floatKey(s.asFloat(d)))
	}
	table, ok := c.rounded.Load(d)
	if !ok {
		table, _ = c.rounded.LoadOrStore(d, c.roundedTo(d))
	}
	return table.(map[constantKey][]int32)[floatKey(s.float)]
}

func (c *constants) exact(keys ...constantKey) (found []int32) {
	for _, k := range keys {
		if n := c.number[k]; n > 0 {
			found = append(found, n)
		}
	}
	return found
}

func (c *constants) roundedTo(d types.Dtype) map[constantKey][]int32 {
	table := map[constantKey][]int32{}
	for i, v := range c.values {
		if v.Kind == op.BoolValue {
			continue
		}
		k := floatKey(condition.Number(v))
		if !math.IsNaN(condition.Number(v)) {
			k = floatKey(rounded(condition.Number(v), d))
		}
		table[k] = append(table[k], int32(i+1))
	}
	return table
}

// constants returns the numbers of the rules' constants that a literal may equal. That all
// elements are equal is left to the search.
func (w *view) constants(of *constants, v graph.Value) []int32 {
	if found, ok := w.numbers[v]; ok {
		return found
	}
	var found []int32
	if l, ok := w.self(v).literal(); ok && len(l.list) > 0 {
		found = of.of(l.list[0], l.dtype)
	}
	if w.numbers == nil {
		w.numbers = map[graph.Value][]int32{}
	}
	w.numbers[v] = found
	return found
}
