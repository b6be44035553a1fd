package evaluate

import (
	"context"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
)

// ModelMain is the definition that represents the graph of a model.
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
func (m *Model) Run(ctx context.Context, inputs []value.Value, o interp.Options) ([]value.Value, interp.Stats, error) {
	if err := m.fits(inputs); err != nil {
		return nil, interp.Stats{}, err
	}
	program := m.program
	item, err := program.runnable()
	if err != nil {
		given := model.Inputs{}
		for i, in := range m.Inputs() {
			given[in.Name] = inputs[i]
		}
		if program, err = Open(m.snapshot.ForInputs(m.path, given), m.path); err != nil {
			return nil, interp.Stats{}, err
		}
		if item, err = program.runnable(); err != nil {
			return nil, interp.Stats{}, err
		}
	}
	r := run(ctx, extendedModule{program, program.module, program.interp, nil}, interp.Entry{Item: item, Name: ModelMain}, inputs, o)
	if r.Err != nil {
		return nil, r.Stats, r.Err
	}
	if tuple, ok := r.Value.(*value.Tuple); ok && len(m.Outputs()) != 1 {
		return tuple.Elems, r.Stats, nil
	}
	return []value.Value{r.Value}, r.Stats, nil
}

// Watch runs the model on inputs and visits values of its graph by their names: those that are
// constants for these inputs, then others in the order in which they are computed. A value that the
// model does not compute for these inputs is not visited. What is visited may be looked at only so
// long.
func (m *Model) Watch(ctx context.Context, inputs []value.Value, names []string, o interp.Options, visit func(i int, parts []value.Value)) error {
	if err := m.fits(inputs); err != nil {
		return err
	}
	given := model.Inputs{}
	for i, in := range m.Inputs() {
		given[in.Name] = inputs[i]
	}
	program, err := Open(m.snapshot.ForInputs(m.path, given), m.path)
	if err != nil {
		return err
	}
	item, err := program.runnable()
	if err != nil {
		return err
	}
	indices := map[string][]int{}
	for i, name := range names {
		indices[name] = append(indices[name], i)
	}
	locals := map[string][]int{} // the names that each variable stands for
	for _, v := range program.Source.Model.Variables {
		locals[v.Local] = append(locals[v.Local], indices[v.Value]...)
	}
	for i, name := range names {
		if a := program.Source.Model.Folded[name]; a != nil {
			visit(i, []value.Value{value.Simplest(a)})
		}
	}
	watchpoints, of := program.bindings(item, locals)
	return program.Watch(ctx, interp.Entry{Item: item, Name: ModelMain}, inputs, watchpoints, o, func(k int, parts []value.Value) {
		for _, i := range of[k] {
			visit(i, parts)
		}
	})
}

// bindings are the places where an item gives variables their values, and what is noted of each.
func (p *Program) bindings(i int, noted map[string][]int) (watchpoints []Watchpoint, of [][]int) {
	item := p.module.File().Item(i)
	bind := func(pattern, value syntax.NodeID, part int) {
		for item.Kind(pattern) == syntax.PatTyped {
			pattern = item.PatTyped(pattern).Pattern
		}
		if found := noted[item.SourceText(pattern)]; len(found) > 0 {
			watchpoints, of = append(watchpoints, Watchpoint{Item: item, Node: item.Unparen(value), Part: part}), append(of, found)
		}
	}
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		if item.Kind(n) == syntax.Let {
			let := item.Let(n)
			if item.Kind(let.Pattern) == syntax.PatTuple {
				for part, e := range item.Kids(let.Pattern) {
					bind(e, let.Value, part)
				}
			} else {
				bind(let.Pattern, let.Value, WholeValue)
			}
		}
		return true
	})
	return watchpoints, of
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
