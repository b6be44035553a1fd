package typed

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// The results of inferred definitions stay as long as their module, since nothing but
// inferring all definitions that need each other again would give them. Nodes outnumber
// types and objects by far, and most have neither: so each that occurs is kept once, and
// one byte a node says which it is.

// A Packed is a Result without what is made of it when somebody asks.
type Packed struct {
	types         compact[types.Type]
	objects       compact[*Object]
	split         map[syntax.NodeID]int
	calls         map[syntax.NodeID]*OperatorCall
	conversions   map[syntax.NodeID][]Conversion
	claims        map[syntax.NodeID]types.Type
	Diagnostics   []syntax.Diagnostic // but for those of the declaration
	agree, differ int32
}

func Pack(r *Result) *Packed {
	return &Packed{
		types: packAll(r.Types), objects: packAll(r.Objects),
		split: r.Split, calls: r.calls, conversions: r.conversions, claims: r.claims,
		Diagnostics: r.Diagnostics, agree: int32(r.Agree), differ: int32(r.Differ),
	}
}

// Unpack is the result for an item as it was packed.
func (p *Packed) Unpack(item *syntax.Item, ops op.Table) *Result {
	info := &Info{
		Item: item, Types: p.types.all(), Objects: p.objects.all(),
		Split: p.split, ops: ops, calls: p.calls, conversions: p.conversions, claims: p.claims,
	}
	return &Result{Info: info, Diagnostics: p.Diagnostics, Agree: int(p.agree), Differ: int(p.differ)}
}

// compact are values of which many are the same.
type compact[T comparable] struct {
	values []T      // those that occur, the zero value first
	few    []uint8  // indices into values
	many   []uint32 // the same, where a byte holds too little
}

// mostFew is how many values a byte distinguishes.
const mostFew = 256

func packAll[T comparable](all []T) compact[T] {
	var p compact[T]
	var buf [16]T
	values, index := buf[:1], map[T]uint32(nil)
	p.few = make([]uint8, len(all))
	for at, v := range all {
		var i uint32
		if i, index = number(&values, index, v); i >= mostFew && p.many == nil {
			p.widen(at)
		}
		if p.many != nil {
			p.many[at] = i
		} else {
			p.few[at] = uint8(i)
		}
	}
	if len(values) > 1 {
		p.values = append(make([]T, 0, len(values)), values...)
	}
	return p
}

// number is the place of a value among those that occurred, which are searched as long as
// they are few.
func number[T comparable](values *[]T, index map[T]uint32, v T) (uint32, map[T]uint32) {
	if index == nil {
		for i, other := range *values {
			if other == v {
				return uint32(i), nil
			}
		}
		if len(*values) == cap(*values) {
			index = make(map[T]uint32, 2*len(*values))
			for i, other := range *values {
				index[other] = uint32(i)
			}
		}
	} else if i, ok := index[v]; ok {
		return i, index
	}
	*values = append(*values, v)
	if index != nil {
		index[v] = uint32(len(*values) - 1)
	}
	return uint32(len(*values) - 1), index
}

// widen makes room for larger indices; those before at are there.
func (p *compact[T]) widen(at int) {
	p.many = make([]uint32, len(p.few))
	for i, few := range p.few[:at] {
		p.many[i] = uint32(few)
	}
	p.few = nil
}

// all are the values as they were.
func (p *compact[T]) all() []T {
	all := make([]T, max(len(p.few), len(p.many)))
	if len(p.values) == 0 {
		return all
	}
	for at, i := range p.few {
		all[at] = p.values[i]
	}
	for at, i := range p.many {
		all[at] = p.values[i]
	}
	return all
}
