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

// TestMutations holds that changes depend on the seed alone and that each kind changes
// programs.
func TestMutations(t *testing.T) {
	kinds := map[string]func(Mutator, string) string{
		"token": Mutator.Token, "clause": Mutator.Clause, "pattern": Mutator.Pattern, "type comment": Mutator.TypeComment,
		"suppression": Mutator.Suppression, "annotation": Mutator.Annotation, "expression": Mutator.Expression,
	}
	for name, mutate := range kinds {
		changed := 0
		for seed := range uint64(100) {
			text := MakeSound(seed)
			after := mutate(NewMutator(seed), text)
			if after != mutate(NewMutator(seed), text) {
				t.Errorf("%s: seed %d gives two texts", name, seed)
			}
			if after != text {
				changed++
			}
		}
		if changed < 50 {
			t.Errorf("%s changes %d of 100 programs", name, changed)
		}
	}
}
