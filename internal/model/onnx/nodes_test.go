package onnx_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/model/onnx/dataset"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/interp"
)

// nodeTests are the tests of ONNX's operators, a model of one node with its data each, of
// Debian's package libonnx-testdata.
const nodeTests = "/usr/share/libonnx-testdata/data/node"

// No node test gives another value than ONNX does, and nearly all can be run. Those that are
// refused have strings, sequences of tensors of several shapes, or draw their results.
func TestNodes(t *testing.T) {
	if _, err := os.Stat(nodeTests); err != nil {
		t.Skip("libonnx-testdata is not installed: " + err.Error())
	}
	tests, err := dataset.Find(nodeTests)
	if err != nil {
		t.Fatal(err)
	}
	s := workspace.Open(workspace.Options{Formats: readers.All, Root: nodeTests, Files: workspace.Disk{}})
	passed := 0
	for _, test := range tests {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		r := dataset.Check(ctx, &test, func(_ context.Context, t *dataset.Test, _ *wire.Model) (dataset.Run, error) {
			return nodeRun(s, t)
		})
		cancel()
		switch r.Outcome {
		case dataset.Passed:
			passed++
		case dataset.Failed:
			t.Errorf("%s: %s", test.Name, r.Reason)
		}
	}
	if passed*100 < len(tests)*94 {
		t.Errorf("%d of %d tests can be run", passed, len(tests))
	}
}

// nodeRun prepares the model of a test.
func nodeRun(s *workspace.Snapshot, t *dataset.Test) (dataset.Run, error) {
	m, err := evaluate.OpenModel(s, t.Model())
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, inputs []dataset.Value) ([]value.Value, error) {
		values := make([]value.Value, len(inputs))
		for i, in := range inputs {
			values[i] = in.Value
		}
		outputs, _, err := m.Run(ctx, values, interp.Options{})
		if reason := (*evaluate.NotRunnable)(nil); errors.As(err, &reason) {
			return nil, dataset.Refuse("%s", reason.Reason)
		}
		return outputs, err
	}, nil
}
