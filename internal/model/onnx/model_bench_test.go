//go:build unix

package onnx_test

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/interp"
)

// BenchmarkModels runs models on one thread, those in the folder that MODELS names or the light
// networks of ONNX, and reports the least processor time of a run, which other processes disturb
// less than the clock: tools/bench-kernels.sh prints it beside that of onnxruntime-web.
func BenchmarkModels(b *testing.B) {
	paths, _ := filepath.Glob(filepath.Join(os.Getenv("MODELS"), "*.onnx"))
	if os.Getenv("MODELS") == "" {
		paths = reference.Light(b)
	}
	for _, path := range paths {
		b.Run(filepath.Base(path), func(b *testing.B) {
			s := workspace.Open(workspace.Options{Formats: readers.All, Root: filepath.Dir(path), Files: workspace.Disk{}})
			m, err := evaluate.OpenModel(s, path)
			if err != nil {
				b.Fatal(err)
			}
			inputs, err := evaluate.MakeInputs(m.Inputs(), nil, 0)
			if err != nil {
				b.Fatal(err)
			}
			least := time.Hour
			for b.Loop() {
				start := processorTime(b)
				if _, _, err := m.Run(context.Background(), inputs, interp.Options{Threads: 1}); err != nil {
					b.Fatal(err)
				}
				least = min(least, processorTime(b)-start)
			}
			b.ReportMetric(least.Seconds()*1e3, "least-ms")
		})
	}
}

// processorTime is what this process has used.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
