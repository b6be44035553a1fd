package export_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/model/onnx/dataset"
	"github.com/fraccheck/fraccheck/internal/model/onnx/export"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/interp"
)

// nodeTests are the tests of ONNX's operators, a model of one node with its data each, of
// Debian's package libonnx-testdata.
const nodeTests = "/usr/share/libonnx-testdata/data/node"

// TestNodes reads each node test as a program, exports it, reads the model that was written and
// runs it on the data of the test. None may give another value, and most are exported.
func TestNodes(t *testing.T) {
	if _, err := os.Stat(nodeTests); err != nil {
		t.Skip("libonnx-testdata is not installed: " + err.Error())
	}
	tests, err := dataset.Find(nodeTests)
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	s := workspace.Open(workspace.Options{Formats: readers.All, Root: nodeTests, Files: workspace.Disk{}})
	exported, refused := 0, 0
	for _, test := range tests {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		r := dataset.Check(ctx, &test, func(_ context.Context, t *dataset.Test, _ *wire.Model) (dataset.Run, error) {
			return exportedRun(s, t, out)
		})
		cancel()
		switch r.Outcome {
		case dataset.Passed:
			exported++
		case dataset.Refused:
			refused++
			t.Logf("%s: %s", test.Name, r.Reason)
		case dataset.Failed:
			t.Errorf("%s: %s", test.Name, r.Reason)
		}
	}
	t.Logf("%d of %d tests give their values, %d are refused", exported, len(tests), refused)
	if exported*100 < len(tests)*80 {
		t.Errorf("%d of %d tests can be exported", exported, len(tests))
	}
}

// exportedRun exports the program of a test's model and prepares the model that is written.
func exportedRun(s *workspace.Snapshot, t *dataset.Test, folder string) (dataset.Run, error) {
	source, err := s.Source(t.Model())
	if err != nil {
		return nil, err
	}
	if m := source.Model; len(m.Refused) > 0 {
		return nil, dataset.Refuse("not read: %s", m.Refused[0])
	}
	for _, f := range source.ModelFindings() {
		if f.OfProgram() {
			return nil, dataset.Refuse("not read: %s", f.Message)
		}
	}
	module, err := s.Module(t.Model())
	if err != nil {
		return nil, err
	}
	path := filepath.Join(folder, t.Name+".onnx")
	err = opened{module: module}.written("@main", path)
	if refusal := (*export.Refusal)(nil); errors.As(err, &refusal) {
		return nil, dataset.Refuse("not exported: %s", refusal.Message)
	}
	if err != nil {
		return nil, err
	}
	original, err := evaluate.OpenModel(s, t.Model())
	if err != nil {
		return nil, err
	}
	m, err := evaluate.OpenModel(workspace.Open(workspace.Options{Formats: readers.All, Root: folder, Files: workspace.Disk{}}), path)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, inputs []dataset.Value) ([]value.Value, error) {
		values := make([]value.Value, len(inputs))
		for i, in := range inputs {
			values[i] = in.Value
		}
		_, _, err := original.Run(ctx, values, interp.Options{})
		if reason := (*evaluate.NotRunnable)(nil); errors.As(err, &reason) {
			return nil, dataset.Refuse("not read: %s", reason.Reason)
		}
		outputs, _, err := m.Run(ctx, values, interp.Options{})
		if reason := (*evaluate.NotRunnable)(nil); errors.As(err, &reason) {
			return nil, errors.New("the exported model is not run: " + reason.Reason)
		}
		return outputs, err
	}, nil
}
