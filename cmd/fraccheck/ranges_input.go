package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A measured is an array of numbers of an input, and the range that they are in.
type measured struct {
	text  string // of the flag
	array *value.Array
	declared.Range
	used bool
}

// measure reads the files that --input names, by the names of inputs.
func (c *rangesCommand) measure(env *environment) (map[string]*measured, error) {
	found := map[string]*measured{}
	for _, text := range c.Input {
		// File names seldom have `=`, and the names of a model's inputs may.
		at := strings.LastIndex(text, "=")
		if at <= 0 {
			return nil, fmt.Errorf("--input %s: write NAME=FILE", text)
		}
		name := strings.TrimPrefix(text[:at], "%")
		v, err := env.readInput(text[at+1:], 0)
		if err != nil {
			return nil, fmt.Errorf("--input %s: %w", text, err)
		}
		m := &measured{text: text, array: value.Dense(v)}
		if m.Range, err = rangeOfNumbers(m.array); err != nil {
			return nil, fmt.Errorf("--input %s: %w", text, err)
		}
		if found[name] != nil {
			return nil, fmt.Errorf("--input %s: the input %s is given twice", text, name)
		}
		found[name] = m
	}
	return found, nil
}

// rangeOfNumbers is the least range that has the numbers of an array.
func rangeOfNumbers(a *value.Array) (r declared.Range, err error) {
	if a == nil || a.Len() == 0 || a.Dtype.IsStored() {
		return r, errors.New("there are no numbers in it")
	}
	r = declared.Range{Least: math.Inf(1), Most: math.Inf(-1)}
	for _, x := range value.Elems[float64](a.Contiguous().Convert(value.Float64)) {
		if x-x != 0 {
			return r, fmt.Errorf("it has %v, and a range has finite numbers", x)
		}
		r.Least, r.Most = min(r.Least, x), max(r.Most, x)
	}
	return r, nil
}

// arraysFor are the arrays for the parameters of a definition, in their dtypes, by the parameters' names. A model's
// inputs have names of their own.
func arraysFor(file *workspace.File, o *typecheck.Object, inputs map[string]*measured) (map[string]*value.Array, error) {
	found := map[string]*value.Array{}
	f, ok := types.Head(o.Type).(*types.Func)
	if !ok {
		return found, nil
	}
	for i, name := range declared.Params(o.Item) {
		m, _ := named(file, name, inputs)
		if m == nil || i >= len(f.In) {
			continue
		}
		m.used = true
		a, err := m.as(f.In[i])
		if err != nil {
			return nil, fmt.Errorf("--input %s: %w", m.text, err)
		}
		found[name] = a
	}
	return found, nil
}

// named is what has the name of a parameter, or that of a model's input which the parameter stands for.
func named[T any](file *workspace.File, name string, all map[string]T) (found T, ok bool) {
	if file.Source.Model != nil {
		for _, port := range file.Source.Model.Inputs {
			if found, ok = all[port.Name]; ok && port.Local == "%"+name {
				return found, true
			}
		}
	}
	found, ok = all[name]
	return found, ok
}

// as is the array as an argument of a type.
func (m *measured) as(t types.Type) (*value.Array, error) {
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok {
		return nil, fmt.Errorf("the parameter is of type %s, and an array is for a tensor", types.String(t))
	}
	fits := len(tensor.Shape) == len(m.array.Shape)
	for i, d := range tensor.Shape {
		if n, known := d.Const(); fits && known {
			fits = n == int64(m.array.Shape[i])
		}
	}
	if !fits {
		return nil, fmt.Errorf("its shape is %v, and the parameter is of type %s", m.array.Shape, types.String(t))
	}
	d, err := op.DtypeValue(tensor.Dtype, value.Float32)
	if err != nil || tensor.Dtype == types.NoDtype {
		return m.array, nil
	}
	return m.array.Convert(d), nil
}

// unused is the error of an input that no definition has; nil where each was used.
func unused(inputs map[string]*measured, names []string) error {
	for name, m := range inputs {
		if m.used {
			continue
		}
		message := fmt.Sprintf("--input %s: no definition has a parameter `%s`", m.text, name)
		if near, ok := spelling.Nearest(name, names); ok {
			return fmt.Errorf("%s; did you mean %q?", message, near)
		}
		slices.Sort(names)
		if names = slices.Compact(names); len(names) > 0 && len(names) <= 20 {
			message += "; there are " + strings.Join(names, ", ")
		}
		return errors.New(message)
	}
	return nil
}
