package typecheck

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
)

// TestFamily looks for operators by what was written of their names: without the
// family, or with one too many; the shortest is found, of those the first.
func TestFamily(t *testing.T) {
	m := &Module{config: Config{Ops: op.Table{}}}
	for _, name := range []string{"add", "nn.dense", "nn.contrib.dense", "qnn.conv", "nnx.conv", "contrib.add", "a.b.c"} {
		m.config.Ops[name] = &op.Op{Name: name}
	}
	m.config.Ops["vm.alloc"] = &op.Op{Name: "vm.alloc", Internal: true}
	m.spelled = m.spelledNames()
	for text, want := range map[string]string{
		"dense": "nn.dense", "contrib.dense": "nn.contrib.dense", "conv": "nnx.conv", "nn.add": "add", "x.y.add": "add",
		"x.contrib.add": "add", "add": "contrib.add", "b.c": "a.b.c", "c": "a.b.c", "alloc": "", "x.vm.alloc": "", "ense": "", "": "", ".": "", "nn.": "",
	} {
		if got := m.family(text); got != want {
			t.Errorf("%q is taken for %q, want %q", text, got, want)
		}
	}
}
