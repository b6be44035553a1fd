package ranking

import (
	"strconv"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A function is a definition (its block is graph.Body) or a function literal in
// one.
type function struct {
	item  *syntax.Item
	block graph.Block
}

// An outline is the places of an item's functions, and which function stands in
// which.
type outline struct {
	item   *syntax.Item
	places []place
	around []graph.Block            // by block: of a function the function around it
	owner  []graph.Block            // by value: the function that it is written in
	nodes  []syntax.NodeID          // by value
	whole  map[graph.Block][]*thing // by function: its parameters
	called map[atom]arithmetic      // quotients and remainders
	ranges map[atom]integer         // of integers that are in sums
}

// A place is a parameter of a function, or a component of one that is a tuple.
type place struct {
	function graph.Block
	param    int
	path     []int
	name     string  // as it is written, for words
	integer  integer // zero for all else
}

// An integer is a type of integers.
type integer struct {
	bits   int
	signed bool
}

// An arithmetic value is a quotient or a remainder.
type arithmetic struct {
	remainder bool
	of        linear.Form
	by        linear.Form
}

// maxPlaces is how many places an item may have.
const maxPlaces = 400

// integerOf is the type of single integers that a type is, zero for others.
func integerOf(t types.Type) integer {
	if t == nil {
		return integer{}
	}
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok || len(tensor.Shape) > 0 || !tensor.Dtype.IsInteger() {
		return integer{}
	}
	return integer{int(tensor.Dtype.Bits), tensor.Dtype.Class != types.UintClass}
}

// extremes are the least and the greatest integer of a type. Those of the widest
// are closer to 0 than they are: only their order to other integers is used.
func (i integer) extremes() (low, high int64) {
	bits := min(i.bits, 60)
	if i.signed {
		return -1 << (bits - 1), 1<<(bits-1) - 1
	}
	return 0, 1<<bits - 1
}

// parameter makes the places of a parameter.
func (o *outline) parameter(at place, t types.Type) *thing {
	if elems := componentsOf(t); len(elems) > 0 && len(at.path) < maxTuples && len(o.places)+len(elems) < maxPlaces {
		whole := &thing{}
		for i, e := range elems {
			inner := at
			inner.path = append(at.path[:len(at.path):len(at.path)], i)
			inner.name += "." + strconv.Itoa(i)
			whole.parts = append(whole.parts, o.parameter(inner, e))
		}
		return whole
	}
	if len(o.places) >= maxPlaces {
		return &thing{}
	}
	at.integer = integerOf(t)
	p := int32(len(o.places))
	o.places = append(o.places, at)
	if at.integer.bits > 0 {
		sum := linear.Variable(atom(p))
		o.ranges[atom(p)] = at.integer
		return &thing{num: &sum}
	}
	return &thing{below: []below{{p, false}}}
}

func componentsOf(t types.Type) []types.Type {
	if t == nil {
		return nil
	}
	if tuple, ok := types.Head(t).(*types.Tuple); ok && len(tuple.Elems) <= maxLeaves {
		return tuple.Elems
	}
	return nil
}

// encloses tells whether a function is another one or stands around it.
func (o *outline) encloses(outer, inner graph.Block) bool {
	for inner != outer {
		if inner == graph.Body {
			return false
		}
		inner = o.around[inner]
	}
	return true
}

// home is the function in which an atom is bound.
func (o *outline) home(a atom) graph.Block {
	if int(a) < maxPlaces {
		return o.places[a].function
	}
	return o.owner[int(a)-maxPlaces]
}

// atomOf is the atom of a value.
func atomOf(v graph.Value) atom { return atom(maxPlaces + int(v)) }
