package lower

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A style says what is open in a family of arguments. The witness of a bound is the family at the
// sizes: it exists for all of them, since a chain of n constructors has the size n, its other fields
// have no constructors of the type, and integers are the sizes themselves. Elements are 0, their
// number, its opposite, a number of the text, or unknown; which of them costs most is tried, not
// known.
type style struct {
	element  value // integers in data
	leftmost bool  // which of several fields of its own type a constructor is continued in
	truth    value // what functions that are passed in answer, and truth values
}

// stylesOf are the families that are tried; numbers are those of the program's text.
func stylesOf(numbers []int64) (all []style) {
	elements := []value{num{linear.Number(0)}, num{linear.Variable(index)}, num{linear.Form{}.Minus(linear.Variable(index))}, nil}
	for _, n := range numbers {
		for _, k := range []int64{n, n + 1} {
			if c := (num{linear.Number(k)}); k > 0 && len(elements) < maxElements {
				elements = append(elements, c)
			}
		}
	}
	for _, e := range elements {
		for _, leftmost := range []bool{true, false} {
			for _, t := range []value{truth(false), truth(true), nil} {
				all = append(all, style{e, leftmost, t})
			}
		}
	}
	return all
}

const maxElements = 8

// A family makes arguments over parameters, each of which is a size.
type family struct {
	style
	sizes    []string      // by parameter
	known    []string      // the sizes of the definition
	forms    []linear.Form // what the sizes are, over the parameters
	numerals []numeral     // after the parameters
	split    [2]int        // where the second size is the first and its parameter more; -1 for none
	open     bool          // the style decides something
	sides    bool          // so does its direction
	truth    bool          // so does its truth
}

// size is a parameter that is a size; nil where the definition has no such size.
func (f *family) size(name string) (linear.Form, bool) {
	if !slices.Contains(f.known, name) {
		return linear.Form{}, false
	}
	f.sizes = append(f.sizes, name)
	n := len(f.sizes)
	form := linear.Variable(n)
	if f.split[1] == n && f.split[0] > 0 {
		form = form.Plus(1, linear.Variable(f.split[0]))
	}
	f.forms = append(f.forms, form)
	return form, true
}

// argument makes a parameter of a type.
func (f *family) argument(t types.Type, name string) value {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		if len(t.Shape) > 0 {
			return nil
		}
		if t.Dtype.Class == types.BoolClass {
			f.truth = true
			return f.style.truth
		}
		if t.Dtype.Class == types.IntClass && t.Dtype.Bits >= 32 {
			if form, ok := f.size(name); ok {
				return num{form}
			}
		}
	case *types.Tuple:
		all := make([]value, len(t.Elems))
		for i, e := range t.Elems {
			all[i] = f.argument(e, name+"."+string(rune('0'+i)))
		}
		return &tuple{all}
	case *types.Func:
		return f.function(t)
	case *types.ADT:
		return f.chain(t, name)
	}
	return nil
}

func (f *family) function(t *types.Func) value {
	if r, ok := types.Head(t.Out).(*types.Tensor); ok && len(r.Shape) == 0 && r.Dtype.Class == types.BoolClass {
		f.truth = true
		return &opaque{f.style.truth}
	}
	return &opaque{}
}

// chain is as many constructors of a data type as its size says.
func (f *family) chain(t *types.ADT, name string) value {
	var end *data
	for _, k := range t.Decl.Constructors {
		if len(k.Fields) == 0 && end == nil {
			end = &data{name: k.Name}
		}
	}
	if end == nil {
		return nil
	}
	s := &types.Substitution{Params: t.Decl.Params, Types: make([]types.Type, len(t.Decl.Params)), Dims: make([]types.Dim, len(t.Decl.Params))}
	for i, arg := range t.Args {
		if extent, ok := types.Head(arg).(*types.Extent); ok {
			s.Dims[i] = extent.Dim
		} else {
			s.Types[i] = arg
		}
	}
	for _, k := range t.Decl.Constructors {
		c := &chain{name: k.Name, spine: -1, end: end, fields: make([]value, len(k.Fields))}
		count := 0
		for i, field := range k.Fields {
			own := s.Apply(field)
			switch {
			case types.Key(own) == types.Key(t):
				if count++; c.spine < 0 || !f.leftmost {
					c.spine = i
				}
				c.fields[i] = end
			case reaches(own, t, map[string]bool{}):
				count = 1 << 20
			default:
				c.fields[i] = f.field(own)
			}
		}
		if count == 0 || count >= 1<<20 {
			continue
		}
		if count > 1 {
			f.sides = true
		}
		n, ok := f.size("|" + name + "|")
		if !ok {
			return nil
		}
		c.fields[c.spine], c.n = nil, n
		return c
	}
	return nil
}

// field is a part of each element. It has no size of its own.
func (f *family) field(t types.Type) value {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		if len(t.Shape) == 0 && t.Dtype.Class == types.IntClass && t.Dtype.Bits >= 32 {
			f.open = true
			return f.element
		}
		if len(t.Shape) == 0 && t.Dtype.Class == types.BoolClass {
			f.truth = true
			return f.style.truth
		}
	case *types.Tuple:
		all := make([]value, len(t.Elems))
		for i, e := range t.Elems {
			all[i] = f.field(e)
		}
		return &tuple{all}
	}
	return nil
}

// reaches reports whether values of one type may occur in those of another.
func reaches(from, to types.Type, met map[string]bool) (found bool) {
	types.Walk(from, func(part types.Type) bool {
		if found = found || types.Key(part) == types.Key(to); found {
			return false
		}
		t, ok := types.Head(part).(*types.ADT)
		if !ok || met[types.Key(t)] || len(met) > 50 {
			return true
		}
		met[types.Key(t)] = true
		for _, k := range t.Decl.Constructors {
			for _, field := range k.Fields {
				found = found || reaches(field, to, met)
			}
		}
		return !found
	})
	return found
}
