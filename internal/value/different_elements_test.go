package value

import (
	"strings"
	"testing"
)

// Shapes of elements that differ are reported as types spell them.
func TestDifferentElements(t *testing.T) {
	_, err := NewFractal([]Value{Zeros(Float32, 3, 2), Zeros(Float32, 1, 2)})
	const want = "element 0 is a float32 tensor of shape (3, 2), and element 1 is a float32 tensor of shape (1, 2)"
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}
