package bench

import (
	"strings"
	"testing"
)

// The figures in docs/performance.md are of inputs of these sizes.
func TestSizes(t *testing.T) {
	sizes := map[string]struct{ lines, leastBytes, mostBytes int }{
		"lists-35005-lines": {35005, 35005 * 185 / 10, 35005 * 195 / 10},
		"pairs-50000-lines": {50_000, 50_000 * 45, 50_000 * 47},
		"mobilenet":         {0, 37_000, 41_000},
		"resnet50":          {0, 101_000, 111_000},
	}
	for _, in := range Suite() {
		t.Logf("%s: %d bytes, %d lines", in.Name, len(in.Text), strings.Count(in.Text, "\n"))
		size, ok := sizes[in.Name]
		if !ok {
			continue
		}
		if n := strings.Count(in.Text, "\n"); size.lines != 0 && n != size.lines {
			t.Errorf("%s has %d lines, want %d", in.Name, n, size.lines)
		}
		if n := len(in.Text); n < size.leastBytes || n > size.mostBytes {
			t.Errorf("%s has %d bytes, want %d to %d", in.Name, n, size.leastBytes, size.mostBytes)
		}
	}
}

func TestSuiteIsStable(t *testing.T) {
	again := Suite()
	for i, in := range Suite() {
		if again[i] != in {
			t.Errorf("%s differs from one call to the next", in.Name)
		}
	}
}
