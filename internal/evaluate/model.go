package evaluate

import (
	"context"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
)

// ModelMain is the definition that stands for the graph of a model.
const ModelMain = "@main"

// RunModel runs a model on its inputs, in their order, and returns the outputs. Nothing is run
// of a model with an error, or of one with a node that the language cannot compute.
func (p *Program) RunModel(ctx context.Context, inputs []value.Value, o interp.Options) ([]value.Value, error) {
	m := p.Source.Model
	if len(inputs) != len(m.Inputs) {
		return nil, fmt.Errorf("the model has %d inputs, and %d are given", len(m.Inputs), len(inputs))
	}
	item, err := p.runnable(m)
	if err != nil {
		return nil, err
	}
	r := run(ctx, extendedModule{p, p.module, p.interp, nil}, interp.Entry{Item: item, Name: ModelMain}, inputs, o)
	if r.Err != nil {
		return nil, r.Err
	}
	if tuple, ok := r.Value.(*value.Tuple); ok && len(m.Outputs) != 1 {
		return tuple.Elems, nil
	}
	return []value.Value{r.Value}, nil
}

// A NotRunnable is why a model is not run.
type NotRunnable struct{ Reason string }

func (e *NotRunnable) Error() string { return e.Reason }

// runnable returns the item of the graph.
func (p *Program) runnable(m *model.Program) (int, error) {
	if len(m.Refused) > 0 {
		return 0, &NotRunnable{m.Refused[0]}
	}
	for _, f := range p.Source.ModelFindings() {
		if f.OfProgram() {
			return 0, &NotRunnable{f.Message}
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
