package lawcheck_test

import (
	"strings"
	"testing"
)

// Laws are tried where an extent is computed: the sizes that are drawn satisfy it.
func TestComputedExtents(t *testing.T) {
	for _, c := range []struct {
		op      string
		refuted bool
	}{{"-", true}, {"+", false}} {
		found := check(t, "def @f<n>(%xs: FractalTensor[Tensor[(n - 3), float32]], %z: Tensor[(n - 3), float32]) { reduce(fn (%a, %b) { %a "+c.op+" %b }, %xs, %z) }\n")
		if got := strings.Contains(codesOf(found), "not-associative"); got != c.refuted {
			t.Errorf("%s: %s", c.op, codesOf(found))
		}
	}
}
