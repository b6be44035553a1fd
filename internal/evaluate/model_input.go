package evaluate

import (
	"fmt"
	"math/rand/v2"

	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// MakeInputs returns the inputs of a model in their order: those that are given, by their
// names, and others that are made up: floats in [-1, 1), integers 0 and 1. A size variable has
// the extent that a given input has for it, else 1.
func MakeInputs(ports []model.Port, given map[string]value.Value, seed uint64) ([]value.Value, error) {
	m := inputMaker{rand.New(rand.NewPCG(seed, 0)), map[*symbolic.Symbol]int64{}}
	m.learn(ports, given)
	inputs := make([]value.Value, len(ports))
	for i, in := range ports {
		v := given[in.Name]
		if v == nil {
			var err error
			if v, err = m.value(in.Type); err != nil {
				return nil, fmt.Errorf("input %q: %w; name a file with --input %s=FILE", in.Name, err, in.Name)
			}
		}
		inputs[i] = v
	}
	return inputs, nil
}

type inputMaker struct {
	random *rand.Rand
	sizes  map[*symbolic.Symbol]int64
}

// learn notes the size variables that given inputs determine.
func (m *inputMaker) learn(ports []model.Port, given map[string]value.Value) {
	for _, in := range ports {
		declared, ok := types.Head(in.Type).(*types.Tensor)
		a := value.Dense(given[in.Name])
		if !ok || a == nil || a.Rank() != len(declared.Shape) {
			continue
		}
		for i, d := range declared.Shape {
			if e, ok := d.Symbolic(); ok {
				if s, alone := e.Symbol(); alone {
					m.sizes[s] = int64(a.Shape[i])
				}
			}
		}
	}
}

func (m *inputMaker) value(t types.Type) (value.Value, error) {
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok {
		return nil, fmt.Errorf("a value of type %s cannot be made up", types.String(t))
	}
	d, ok := model.DtypeOf(tensor.Dtype)
	if !ok {
		return nil, fmt.Errorf("tensors of %s are not computed with", tensor.Dtype)
	}
	shape := make([]int, len(tensor.Shape))
	for i, extent := range tensor.Shape {
		shape[i] = m.extent(extent)
	}
	if n, err := value.CheckedLen(shape); err != nil || n > 1<<28 {
		return nil, fmt.Errorf("a tensor of the shape %s is too large to be made up", value.ShapeText(shape))
	}
	a := value.NewArray(d, shape)
	for i := range a.Len() {
		value.Store(a.Data, i, m.number(d))
	}
	return value.Simplest(a), nil
}

func (m *inputMaker) extent(d types.Dim) int {
	if n, known := d.Const(); known {
		return int(n)
	}
	if e, ok := d.Symbolic(); ok {
		n, err := e.Eval(func(s *symbolic.Symbol) (int64, bool) {
			if n, known := m.sizes[s]; known {
				return n, true
			}
			return 1, true
		})
		if err == nil {
			return int(max(n, 0))
		}
	}
	return 1
}

func (m *inputMaker) number(d value.Dtype) value.Scalar {
	if d.IsFloat() {
		return value.FromFloat(d, 2*m.random.Float64()-1)
	}
	return value.FromInt(d, m.random.Int64N(2))
}
