package dataset

import (
	"context"
	"errors"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/value"
)

// An Outcome is how a test ended.
type Outcome string

// The outcomes.
const (
	Passed  Outcome = "passed"
	Failed  Outcome = "failed"
	Refused Outcome = "refused"
)

// A Result is the outcome of a test.
type Result struct {
	Name    string  `json:"name"`
	Outcome Outcome `json:"outcome"`
	Reason  string  `json:"reason"` // "" where it passed
}

// A Run computes the outputs of a model, in the order of the model, from its first inputs.
type Run func(ctx context.Context, inputs []Value) ([]value.Value, error)

// A Prepare makes what runs the model of a test. Its error, and that of Run, makes the test one
// that failed, or, where it is a Refusal, one that is refused.
type Prepare func(ctx context.Context, t *Test, m *wire.Model) (Run, error)

// Check runs a model on each of its sets of data and compares the outputs. The tensors of the
// model can be read until it returns.
func Check(ctx context.Context, t *Test, prepare Prepare) Result {
	err := check(ctx, t, prepare)
	var refusal *Refusal
	switch {
	case err == nil:
		return Result{t.Name, Passed, ""}
	case errors.As(err, &refusal):
		return Result{t.Name, Refused, err.Error()}
	}
	return Result{t.Name, Failed, err.Error()}
}

func check(ctx context.Context, t *Test, prepare Prepare) error {
	file, err := wire.Open(t.Model())
	if err != nil {
		return err
	}
	defer file.Close()
	m, err := file.Model()
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", modelFile, err)
	case m.Graph == nil:
		return fmt.Errorf("%s: it has no graph", modelFile)
	case len(t.Sets) == 0:
		return Refuse("there is no folder %s0 with inputs and outputs", setPrefix)
	}
	run, err := prepare(ctx, t, m)
	if err != nil {
		return err
	}
	for _, name := range t.Sets {
		set, err := t.Read(name, m.Graph)
		if err != nil {
			return err
		}
		if len(set.Outputs) == 0 {
			return Refuse("%s: there is no output_0.pb that says what is expected", name)
		}
		found, err := run(ctx, set.Inputs)
		if err != nil {
			return err
		}
		if err := set.compare(found, toleranceOf(m.Graph)); err != nil {
			return err
		}
	}
	return nil
}

// compare compares the outputs of a run with those that are expected.
func (s *Set) compare(found []value.Value, tolerance float64) error {
	if len(found) != len(s.Outputs) {
		return fmt.Errorf("%d outputs are found, and %d are expected", len(found), len(s.Outputs))
	}
	for i, want := range s.Outputs {
		if d := difference(found[i], want.Value, tolerance); d != "" {
			return fmt.Errorf("output %q (%s): %s", want.Name, want.File, d)
		}
	}
	return nil
}

// toleranceOf is the absolute tolerance for what a graph computes.
func toleranceOf(g *wire.Graph) float64 {
	for _, n := range g.Nodes {
		if n.OpType == "DFT" {
			return transformed
		}
	}
	return absolute
}
