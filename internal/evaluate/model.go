package evaluate

import (
	"context"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
)

// ModelMain is the definition that stands for the graph of a model.
const ModelMain = "@main"

// A Model is a model that can be run. It may be used from several goroutines.
type Model struct {
	snapshot *workspace.Snapshot
	path     string
	program  *Program
}

// OpenModel prepares a model of a snapshot.
func OpenModel(s *workspace.Snapshot, path string) (*Model, error) {
	p, err := Open(s, path)
	if err != nil {
		return nil, err
	}
	if p.Source.Model == nil {
		return nil, fmt.Errorf("%s is no model", p.Source.Name)
	}
	return &Model{s, path, p}, nil
}

// Inputs are the inputs of the model, in their order.
func (m *Model) Inputs() []model.Port { return m.program.Source.Model.Inputs }

// Outputs are the outputs of the model, in their order.
func (m *Model) Outputs() []model.Port { return m.program.Source.Model.Outputs }

// A NotRunnable is why a model is not run.
type NotRunnable struct{ Reason string }

func (e *NotRunnable) Error() string { return e.Reason }

// Run runs the model on inputs, in their order, and returns the outputs. Nothing is run of a
// model with an error, or with a node that the language cannot compute. Where the program for
// all inputs cannot be run, such as one whose axes are an input, the model is read again for
// these inputs.
func (m *Model) Run(ctx context.Context, inputs []value.Value, o interp.Options) ([]value.Value, error) {
	if err := m.fits(inputs); err != nil {
		return nil, err
	}
	program := m.program
	item, err := program.runnable()
	if err != nil {
		given := model.Inputs{}
		for i, in := range m.Inputs() {
			given[in.Name] = inputs[i]
		}
		if program, err = Open(m.snapshot.ForInputs(m.path, given), m.path); err != nil {
			return nil, err
		}
		if item, err = program.runnable(); err != nil {
			return nil, err
		}
	}
	r := run(ctx, extendedModule{program, program.module, program.interp, nil}, interp.Entry{Item: item, Name: ModelMain}, inputs, o)
	if r.Err != nil {
		return nil, r.Err
	}
	if tuple, ok := r.Value.(*value.Tuple); ok && len(m.Outputs()) != 1 {
		return tuple.Elems, nil
	}
	return []value.Value{r.Value}, nil
}

// mostWatched is how many bytes of values are kept from one run, mostWatchedValues how many
// values: all of them are variables of one function of the program.
const (
	mostWatched       = 1 << 30
	mostWatchedValues = 100
)

// Watch runs the model on inputs and visits values of its graph by their names, in the order of
// the names. It runs the model as often as the memory for the values asks for. A value that the
// model does not have for these inputs is nil. A visit that returns false ends it.
func (m *Model) Watch(ctx context.Context, inputs []value.Value, names []string, o interp.Options, visit func(i int, v value.Value) bool) error {
	if err := m.fits(inputs); err != nil {
		return err
	}
	given := model.Inputs{}
	for i, in := range m.Inputs() {
		given[in.Name] = inputs[i]
	}
	whole, err := Open(m.snapshot.ForInputs(m.path, given), m.path)
	if err != nil {
		return err
	}
	known := map[string]types.Type{}
	for _, v := range whole.Source.Model.Values {
		known[v.Name] = v.Type
	}
	for from := 0; from < len(names); {
		var batch []string
		bytes, at := int64(0), from
		for ; at < len(names) && (bytes < mostWatched && len(batch) < mostWatchedValues || len(batch) == 0); at++ {
			if t := known[names[at]]; t != nil {
				batch, bytes = append(batch, names[at]), bytes+sizeOf(t)
			}
		}
		values, err := m.watched(ctx, given, batch, inputs, o)
		if err != nil {
			return err
		}
		for ; from < at; from++ {
			var v value.Value
			if known[names[from]] != nil {
				v, values = values[0], values[1:]
			}
			if !visit(from, v) {
				return nil
			}
		}
	}
	return nil
}

// watched runs the model once with values as outputs besides its own.
func (m *Model) watched(ctx context.Context, given model.Inputs, names []string, inputs []value.Value, o interp.Options) ([]value.Value, error) {
	program, err := Open(m.snapshot.ForInputs(m.path, given, names...), m.path)
	if err != nil {
		return nil, err
	}
	item, err := program.runnable()
	if err != nil {
		return nil, err
	}
	r := run(ctx, extendedModule{program, program.module, program.interp, nil}, interp.Entry{Item: item, Name: ModelMain}, inputs, o)
	if r.Err != nil {
		return nil, r.Err
	}
	all := []value.Value{r.Value}
	if tuple, ok := r.Value.(*value.Tuple); ok && len(program.Source.Model.Outputs) != 1 {
		all = tuple.Elems
	}
	return all[len(all)-len(names):], nil
}

// sizeOf is the number of bytes of a tensor's elements, as far as its type says.
func sizeOf(t types.Type) int64 {
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok {
		return 0
	}
	d, ok := model.DtypeOf(tensor.Dtype)
	if !ok {
		return 0
	}
	n := int64(d.Size())
	for _, extent := range tensor.Shape {
		if k, known := extent.Const(); known && k < 1<<40/n {
			n *= max(k, 1)
		}
	}
	return n
}

// fits compares inputs with what the model declares of them.
func (m *Model) fits(inputs []value.Value) error {
	ports := m.Inputs()
	if len(inputs) != len(ports) {
		return fmt.Errorf("the model has %d inputs, and %d are given", len(ports), len(inputs))
	}
	for i, in := range ports {
		given, ok := model.TypeOf(inputs[i]).(*types.Tensor)
		declared, tensor := types.Head(in.Type).(*types.Tensor)
		if !ok || !tensor {
			continue
		}
		fits := given.Dtype == declared.Dtype && len(given.Shape) == len(declared.Shape)
		for k := range min(len(given.Shape), len(declared.Shape)) {
			n, known := declared.Shape[k].Const()
			have, _ := given.Shape[k].Const()
			fits = fits && (!known || n == have)
		}
		if !fits {
			return &NotRunnable{fmt.Sprintf("the input %q is declared %s, and a value of type %s is given", in.Name, types.String(declared), types.String(given))}
		}
	}
	return nil
}

// runnable returns the item of the graph, or why it cannot be run.
func (p *Program) runnable() (int, error) {
	m := p.Source.Model
	if len(m.Refused) > 0 {
		return 0, &NotRunnable{m.Refused[0]}
	}
	for _, f := range p.Source.ModelFindings() {
		if f.OfProgram() {
			return 0, &NotRunnable{f.Message}
		}
	}
	for _, out := range m.Outputs {
		if types.IsBad(out.Type) {
			return 0, &NotRunnable{fmt.Sprintf("the type of the output %q is not known", out.Name)}
		}
	}
	main := -1
	for i := range p.module.Items() {
		if found := p.Check(i); len(found) > 0 {
			return 0, &NotRunnable{found[0].Message}
		}
		if name, _, ok := p.module.Signature(i); ok && name == ModelMain {
			main = i
		}
	}
	if main < 0 {
		return 0, &NotRunnable{"the model has no graph"}
	}
	return main, nil
}
