package onnx_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model/onnx"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/op/table"
)

// FuzzRead reads mutated models: no entry panics, and what is written is a program with its
// places inside of it.
func FuzzRead(f *testing.F) {
	seeds := 0
	for _, pattern := range []string{"test_*conv*", "test_loop*", "test_if*", "test_scan*", "test_sequence*", "test_slice*", "test_reshape*", "test_lstm*", "test_resize*", "test_einsum*", "test_split*"} {
		files, _ := filepath.Glob(filepath.Join(nodeTests, pattern, "model.onnx"))
		for _, file := range files[:min(len(files), 6)] {
			if data, err := os.ReadFile(file); err == nil {
				f.Add(data)
				seeds++
			}
		}
	}
	if seeds == 0 {
		f.Skip("Debian's package libonnx-testdata is not installed")
	}
	ops := table.Default()
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := wire.Decode(data)
		if err != nil {
			return
		}
		p := onnx.Read(m, nil, ops, nil)
		for _, finding := range p.Findings {
			if finding.Code == codes.InternalError {
				t.Fatal(finding.Message)
			}
		}
		for _, place := range p.Places {
			if place.Start < 0 || place.End > int32(len(p.Text)) || place.Start > place.End || place.Node >= len(p.Nodes) {
				t.Fatalf("the place %v is not in %d bytes with %d nodes", place, len(p.Text), len(p.Nodes))
			}
		}
	})
}
