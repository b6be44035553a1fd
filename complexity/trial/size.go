package trial

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A parameter is one of a definition, as an input has it.
type parameter struct {
	name  string
	typ   types.Type
	form  *form
	value treewalk.Value
}

// A measurer measures the arguments of an input by the names that bounds have for sizes.
type measurer struct {
	analysis *complexity.Analysis
	params   []parameter
	dims     map[string]int64
}

// size is what a name of a bound's size stands for: `|l|`, `|l|_2` count constructors or
// elements, `max|l|_2` is the longest row, `height(t)` a depth, `n` the value of an
// integer, the cost of a function or the extent that a size variable stands for.
func (r *measurer) size(name string) (int64, error) {
	if base, ok := strings.CutPrefix(name, "height("); ok {
		if p, found := r.find(strings.TrimSuffix(base, ")")); found {
			return height(p), nil
		}
	}
	rest, longest := strings.CutPrefix(name, "max|")
	if !longest {
		rest, _ = strings.CutPrefix(name, "|")
	}
	base, nth, counted := strings.Cut(rest, "|")
	if p, found := r.find(base); found && counted {
		depth := 1
		if nth != "" {
			depth, _ = strconv.Atoi(strings.TrimPrefix(nth, "_"))
		}
		return r.count(p, depth, longest)
	} else if found {
		return plainSize(p)
	}
	if n, ok := r.dims[strings.TrimPrefix(name, "dim_")]; ok {
		return n, nil
	}
	return 0, fmt.Errorf("the size %s of an argument cannot be determined from it", name)
}

// find is a parameter, or a part of one that is a tuple: `p.0`.
func (r *measurer) find(name string) (parameter, bool) {
	for _, p := range r.params {
		if p.name == name {
			return p, true
		}
		if tail, ok := strings.CutPrefix(name, p.name+"."); ok {
			if part, ok := p.part(tail); ok {
				return part, true
			}
		}
	}
	return parameter{}, false
}

func (p parameter) part(tail string) (parameter, bool) {
	for step := range strings.SplitSeq(tail, ".") {
		i, err := strconv.Atoi(step)
		t, isTuple := p.typ.(*types.Tuple)
		v, isPair := p.value.(*treewalk.Tuple)
		if err != nil || !isTuple || !isPair || i >= len(t.Elems) {
			return p, false
		}
		p = parameter{p.name, types.Head(t.Elems[i]), p.form.parts[i], v.Elems[i]}
	}
	return p, true
}

func plainSize(p parameter) (int64, error) {
	switch v := p.value.(type) {
	case treewalk.Num:
		return v.I, nil
	case *treewalk.Func, *treewalk.Data: // the functions in data
		return callbackCost, nil
	}
	return 0, fmt.Errorf("the size %s is no number", p.name)
}

// count counts the constructors of the nth recursive type in a value, or the elements
// of a FractalTensor in its data, or those of the nth FractalTensor in the type of one.
func (r *measurer) count(p parameter, nth int, longest bool) (int64, error) {
	if p.form.kind == sequenceForm {
		return r.rows(p, nth, longest)
	}
	measures, _ := r.analysis.Measures(p.typ)
	if nth < 1 || nth > len(measures) || longest {
		return 0, fmt.Errorf("there is no size %d of %s", nth, p.name)
	}
	return counted(p, measures[nth-1]), nil
}

// A valuePart is a part of a value with its form.
type valuePart struct {
	form  *form
	value treewalk.Value
	depth int64
}

// walk visits all data in a value.
func walk(p parameter, visit func(s valuePart)) {
	stack := []valuePart{{p.form, p.value, 0}}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		visit(s)
		switch v := s.value.(type) {
		case *treewalk.Tuple:
			for i, e := range v.Elems {
				stack = append(stack, valuePart{s.form.parts[i], e, s.depth})
			}
		case *treewalk.Data:
			for i, f := range s.form.fields(v.Name) {
				stack = append(stack, valuePart{f, v.Fields[i], s.depth + 1})
			}
		case *treewalk.Seq:
			for _, e := range v.Elems {
				stack = append(stack, valuePart{s.form.parts[0], e, s.depth})
			}
		}
	}
}

func (x *form) fields(constructor string) []*form {
	for _, w := range x.ways {
		if w.name == constructor {
			return w.fields
		}
	}
	return nil
}

// counted are the constructors with fields of the types of a key, or the elements of the
// FractalTensors of these.
func counted(p parameter, measure string) (n int64) {
	walk(p, func(s valuePart) {
		if s.form.key != measure {
			return
		}
		switch v := s.value.(type) {
		case *treewalk.Data:
			if len(v.Fields) > 0 {
				n++
			}
		case *treewalk.Seq:
			n += int64(len(v.Elems))
		}
	})
	return n
}

// height is how many constructors with fields of its own type are below each other.
func height(p parameter) (n int64) {
	walk(p, func(s valuePart) {
		if d, ok := s.value.(*treewalk.Data); ok && len(d.Fields) > 0 && s.form == p.form {
			n = max(n, s.depth+1)
		}
	})
	return n
}

// rows is the number of elements of the nth FractalTensor in a parameter's type, in all or
// of the longest.
func (r *measurer) rows(p parameter, nth int, longest bool) (int64, error) {
	var all []lengths
	all = measured(all, p.value, p.typ, 0)
	if nth < 1 || nth > len(all) {
		return 0, fmt.Errorf("there is no size %d of %s", nth, p.name)
	}
	if longest {
		return all[nth-1].longest, nil
	}
	return all[nth-1].total, nil
}

// lengths are those of the FractalTensors that one in a type stands for.
type lengths struct{ total, longest int64 }

// measured adds the lengths in a value to those of the FractalTensors in its type, in the
// order of its text from a number on.
func measured(all []lengths, v treewalk.Value, t types.Type, from int) []lengths {
	switch t := types.Head(t).(type) {
	case *types.Tuple:
		whole, _ := v.(*treewalk.Tuple)
		for i, e := range t.Elems {
			var part treewalk.Value
			if whole != nil {
				part = whole.Elems[i]
			}
			all = measured(all, part, e, from)
			from += fractals(e)
		}
	case *types.Fractal:
		for len(all) <= from {
			all = append(all, lengths{})
		}
		all = measured(all, nil, t.Elem, from+1)
		if s, ok := v.(*treewalk.Seq); ok {
			n := int64(len(s.Elems))
			all[from].total, all[from].longest = all[from].total+n, max(all[from].longest, n)
			for _, e := range s.Elems {
				all = measured(all, e, t.Elem, from+1)
			}
		}
	}
	return all
}

// fractals counts the FractalTensors in a type.
func fractals(t types.Type) int {
	switch t := types.Head(t).(type) {
	case *types.Tuple:
		n := 0
		for _, e := range t.Elems {
			n += fractals(e)
		}
		return n
	case *types.Fractal:
		return 1 + fractals(t.Elem)
	}
	return 0
}
