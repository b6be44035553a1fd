package table

import (
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op/buffer/kerneltest"
)

// readRecorded reads the recorded calls of all families, by operator: calls that an
// operator's relation accepts, to make others of.
func readRecorded(t *testing.T) map[string][]*kerneltest.Call {
	t.Helper()
	recorded := map[string][]*kerneltest.Call{}
	for _, pattern := range []string{"../testdata/numpy.jsonl", "../*/testdata/reference.jsonl"} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			calls, err := kerneltest.ReadCalls(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range calls {
				recorded[c.Op] = append(recorded[c.Op], c)
			}
		}
	}
	return recorded
}
