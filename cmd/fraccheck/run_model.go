package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/spelling"
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
	given, err := env.givenInputs(c.Input, m.Inputs(), c.MaxMemory)
	if err != nil {
		return nil, err
	}
	inputs, err := env.madeUp(m.Inputs(), given, c.Seed)
	if err != nil {
		return nil, err
	}
	source, err := s.Source(path)
	if err != nil {
		return nil, err
	}
	outputs, stats, err := m.Run(ctx, inputs, c.options())
	r := output.Result{Result: evaluate.Result{Stats: stats}, Place: workspace.Place{Source: source}}
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

// madeUp completes inputs with values that are made up, and names those.
func (env *environment) madeUp(ports []model.Port, given map[string]value.Value, seed uint64) ([]value.Value, error) {
	inputs, err := evaluate.MakeInputs(ports, given, seed)
	if err != nil {
		return nil, err
	}
	for i, in := range ports {
		if given[in.Name] == nil {
			fmt.Fprintf(env.Stderr, "fraccheck: input %s is made up: %s\n", console.Printable(in.Name), types.String(model.TypeOf(inputs[i])))
		}
	}
	return inputs, nil
}

// givenInputs reads the files that --input names, by the names of inputs.
func (env *environment) givenInputs(texts []string, ports []model.Port, memory size) (map[string]value.Value, error) {
	names := make([]string, len(ports))
	for i, in := range ports {
		names[i] = in.Name
	}
	given := map[string]value.Value{}
	for _, text := range texts {
		name, file, ok := cutInput(text, names)
		if !ok {
			message := fmt.Sprintf("--input %s: the model has the inputs %s; write NAME=FILE", text, strings.Join(names, ", "))
			wrong, _, _ := strings.Cut(text, "=")
			if near, ok := spelling.Nearest(wrong, names); ok {
				message += fmt.Sprintf("; did you mean %q?", near)
			}
			return nil, errors.New(message)
		}
		v, err := env.readInput(file, memory)
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
func (env *environment) readInput(file string, memory size) (value.Value, error) {
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
	args, err := env.arguments([]string{"@" + file}, memory)
	if err != nil {
		return nil, err
	}
	if len(args) != 1 || args[0].Array == nil {
		return nil, errors.New("one array is needed: FILE.npy, FILE.npz:NAME or FILE.pb")
	}
	return value.Simplest(args[0].Array), nil
}
