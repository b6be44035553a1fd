package progen

import (
	"strings"
	"testing"
)

// TestPrograms holds that a seed always gives the same program, and that the
// programs together hold what they are for.
func TestPrograms(t *testing.T) {
	var all strings.Builder
	for seed := range uint64(200) {
		p := Make(seed)
		if Make(seed).Text != p.Text {
			t.Fatalf("seed %d gives two programs", seed)
		}
		if last := p.Defs[len(p.Defs)-1]; last != "@main" {
			t.Errorf("seed %d ends with %s", seed, last)
		}
		all.WriteString(p.Text)
	}
	for _, part := range []string{"match (", "fn(%", "ref_read(", "?)", "<n", "nn.dense(", "scanl(", "zip(", "concatenate(", "<a, b>"} {
		if !strings.Contains(all.String(), part) {
			t.Errorf("no program has %s", part)
		}
	}
}
