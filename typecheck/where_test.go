package typecheck_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestSignaturesCanBeWritten holds that the inferred signatures, constraints
// included, read back as the types that they print.
func TestSignaturesCanBeWritten(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.frac")
	examples, _ := filepath.Glob("../examples/*.*")
	written := 0
	for _, path := range append(paths, examples...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c := check(path, string(text))
		for i := range c.file.Len() {
			name, signature, ok := c.module.Signature(i)
			if !ok || strings.Contains(types.String(signature), "_") || len(c.results[i].Diagnostics) > 0 {
				continue
			}
			want := types.String(signature)
			got, problems := typecheck.ParseType(want, c.module)
			if len(problems) > 0 || types.String(got) != want {
				t.Errorf("%s: %s\n\twritten  %s\n\tread as  %s %v", path, name, want, types.String(got), messages(problems))
			}
			written++
		}
	}
	t.Logf("%d signatures", written)
}
