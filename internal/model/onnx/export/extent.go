package export

import (
	"math/big"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// An extent of a tensor is written as a vector of one int64.

var extentType = &types.Tensor{Dtype: types.Int64, Shape: []types.Dim{types.Const(1)}}

// extent computes an extent. Within a scope, and those around it, a formula is computed once: equal formulas
// have one text, since expressions are in normal form.
func (x *exporter) extent(d types.Dim) *Value {
	if n, ok := d.Const(); ok {
		return ints(n)
	}
	e, ok := d.Symbolic()
	if !ok {
		x.refuse("an extent that is not known cannot be written")
	}
	e.Symbols(func(s *symbolic.Symbol) {
		if _, known := x.extents[s]; !known {
			x.refuse("the size variable `%s` is the extent of no input by itself, so that ONNX cannot compute it", s.Name)
		}
	})
	key := e.String()
	for s := x.scope; s != nil; s = s.outer {
		if v := s.extents[key]; v != nil {
			return v
		}
	}
	v := x.polynomial(e)
	if x.scope.extents == nil {
		x.scope.extents = map[string]*Value{}
	}
	x.scope.extents[key] = v
	return v
}

// polynomial computes a sum Σ c·Π f^k with whole coefficients, of size variables and functions f of such
// sums. A coefficient that is a fraction is refused: its division need not be whole in each term.
func (x *exporter) polynomial(e *symbolic.Expr) *Value {
	if s, alone := e.Symbol(); alone {
		return x.symbol(s)
	}
	if n, ok := e.Const(); ok {
		return ints(n)
	}
	var sum *Value
	whole := true
	ok := e.Terms(func(coefficient *big.Rat, factors []symbolic.Factor) {
		whole = whole && coefficient.IsInt() && coefficient.Num().IsInt64()
		if !whole {
			return
		}
		product := ints(coefficient.Num().Int64())
		for i, f := range factors {
			v := x.factor(f)
			for k := range f.Exponent {
				if i == 0 && k == 0 && coefficient.Num().Int64() == 1 {
					product = v
				} else {
					product = x.op("Mul", extentType, product, v)
				}
			}
		}
		if sum == nil {
			sum = product
		} else {
			sum = x.op("Add", extentType, sum, product)
		}
	})
	if !ok || !whole || sum == nil {
		x.refuse("the extent `%s` is not written: only sums, products, quotients, minima and maxima of size variables are", e.String())
	}
	return sum
}

// factor computes a size variable or a function. A quotient rounds down: Mod has the sign of the
// divisor, so that what is divided without it leaves no rest.
func (x *exporter) factor(f symbolic.Factor) *Value {
	if f.Symbol != nil {
		return x.symbol(f.Symbol)
	}
	args := make([]*Value, len(f.Args))
	for i, a := range f.Args {
		args[i] = x.polynomial(a)
	}
	switch f.Function {
	case symbolic.Minimum:
		return x.op("Min", extentType, args)
	case symbolic.Maximum:
		return x.op("Max", extentType, args)
	case symbolic.Product:
		return x.op("Mul", extentType, args)
	}
	if !f.Args[0].Nonnegative() || !f.Args[1].Nonnegative() {
		args[0] = x.op("Sub", extentType, args[0], x.op("Mod", extentType, args))
	}
	return x.op("Div", extentType, args)
}

// symbol is the value of a size variable: an extent of what gives it.
func (x *exporter) symbol(s *symbolic.Symbol) *Value {
	of := x.extents[s]
	return x.extentAt(of.of, of.axis)
}

// extentAt is the extent of an axis when the model runs.
func (x *exporter) extentAt(v *Value, axis int) *Value {
	if t, ok := types.Head(v.Type).(*types.Tensor); ok && axis < len(t.Shape) {
		if n, known := t.Shape[axis].Const(); known {
			return ints(n)
		}
	}
	return x.op("Shape", extentType, v, intAttr("start", int64(axis)), intAttr("end", int64(axis)+1))
}

// shape is a shape as a vector of int64.
func (x *exporter) shape(dims []types.Dim) *Value {
	var parts []*Value
	var run []int64
	flush := func() {
		if len(run) > 0 {
			parts = append(parts, ints(run...))
		}
		run = nil
	}
	for _, d := range dims {
		if n, ok := d.Const(); ok {
			run = append(run, n)
			continue
		}
		flush()
		parts = append(parts, x.extent(d))
	}
	if parts == nil {
		return ints(run...)
	}
	flush()
	if len(parts) == 1 {
		return parts[0]
	}
	return x.op("Concat", vectorOf(types.Int64, len(dims)), parts, intAttr("axis", 0))
}

// shapeOf is the shape of a value: the constant or computed one, and where an extent is not
// known, the one that it has when the model runs.
func (x *exporter) shapeOf(v *Value) *Value {
	t := x.tensor(v)
	for _, d := range t.Shape {
		if _, ok := d.Const(); !ok {
			return x.op("Shape", vectorOf(types.Int64, len(t.Shape)), v)
		}
	}
	return x.shape(t.Shape)
}

func vectorOf(d types.Dtype, n int) types.Type {
	return &types.Tensor{Dtype: d, Shape: []types.Dim{types.Const(int64(n))}}
}
