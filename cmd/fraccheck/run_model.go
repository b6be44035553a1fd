package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// model runs a model on the inputs that the command line names. Those that it does not name
// are made up.
func (c *runCommand) model(ctx context.Context, env *environment, s *workspace.Snapshot, path string) ([]output.Result, error) {
	m, err := evaluate.OpenModel(s, path)
	if err != nil {
		return nil, err
	}
	given, err := c.givenInputs(env, m.Inputs())
	if err != nil {
		return nil, err
	}
	maker := inputMaker{rand.New(rand.NewPCG(c.Seed, 0)), map[*symbolic.Symbol]int64{}}
	maker.learn(m.Inputs(), given)
	inputs := make([]value.Value, len(m.Inputs()))
	for i, in := range m.Inputs() {
		v := given[in.Name]
		if v == nil {
			if v, err = maker.value(in.Type); err != nil {
				return nil, fmt.Errorf("input %q: %w; name a file with --input %s=FILE", in.Name, err, in.Name)
			}
			fmt.Fprintf(env.Stderr, "fraccheck: input %s is made up: %s\n", console.Printable(in.Name), types.String(model.TypeOf(v)))
		}
		inputs[i] = v
	}
	source, err := s.Source(path)
	if err != nil {
		return nil, err
	}
	outputs, err := m.Run(ctx, inputs, c.options())
	r := output.Result{Place: workspace.Place{Source: source}}
	switch reason := (*evaluate.NotRunnable)(nil); {
	case errors.As(err, &reason):
		return nil, fmt.Errorf("%s cannot be run: %s", source.Name, reason.Reason)
	case err != nil:
		r.Err = err
	case len(outputs) == 1:
		r.Value = outputs[0]
	default:
		r.Value = &value.Tuple{Elems: outputs}
	}
	return []output.Result{r}, nil
}

// givenInputs reads the files that --input names, by the names of inputs.
func (c *runCommand) givenInputs(env *environment, ports []model.Port) (map[string]value.Value, error) {
	names := make([]string, len(ports))
	for i, in := range ports {
		names[i] = in.Name
	}
	given := map[string]value.Value{}
	for _, text := range c.Input {
		name, file, ok := cutInput(text, names)
		if !ok {
			message := fmt.Sprintf("--input %s: the model has the inputs %s; write NAME=FILE", text, strings.Join(names, ", "))
			wrong, _, _ := strings.Cut(text, "=")
			if near, ok := spelling.Nearest(wrong, names); ok {
				message += fmt.Sprintf("; did you mean %q?", near)
			}
			return nil, errors.New(message)
		}
		v, err := c.readInput(env, file)
		if err != nil {
			return nil, fmt.Errorf("--input %s: %w", text, err)
		}
		given[name] = v
	}
	return given, nil
}

// cutInput divides NAME=FILE. Names may hold `=` themselves.
func cutInput(text string, names []string) (name, file string, ok bool) {
	for _, n := range names {
		if rest, found := strings.CutPrefix(text, n+"="); found && len(n) >= len(name) {
			name, file, ok = n, rest, true
		}
	}
	return name, file, ok
}

// readInput reads one value: an array of NumPy's, or a tensor in the format of ONNX's tests.
func (c *runCommand) readInput(env *environment, file string) (value.Value, error) {
	if strings.HasSuffix(file, ".pb") {
		data, err := disk.Read(env.path(file), disk.Limit{Kind: "tensors", Bytes: 1 << 30})
		if err != nil {
			return nil, disk.Cause(err)
		}
		t, err := wire.ReadTensor(data)
		if err != nil {
			return nil, err
		}
		a, err := t.Array(nil)
		if err != nil {
			return nil, err
		}
		return value.Simplest(a), nil
	}
	args, err := env.arguments([]string{"@" + file}, c.MaxMemory)
	if err != nil {
		return nil, err
	}
	if len(args) != 1 || args[0].Array == nil {
		return nil, errors.New("one array is needed: FILE.npy, FILE.npz:NAME or FILE.pb")
	}
	return value.Simplest(args[0].Array), nil
}

// An inputMaker makes values up: floats in [-1, 1), integers 0 and 1. A size variable has the
// extent that a given input has for it, else 1.
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
