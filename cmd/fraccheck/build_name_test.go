package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNameOfProgram: the linker's identifier names a program, and its bytes where there is
// none of Go's form.
func TestNameOfProgram(t *testing.T) {
	const id = "6beCdTGqC3-mDcHtm_Id/EyWCXi3UdUK26UbVUW5D/8G4FzjgtstBsl4jaYJgH/f0B_3R_8qC6Bkfg1h4xn"
	padding := strings.Repeat("\x00", buildIDWithin)
	name := func(content string) string {
		t.Helper()
		path := filepath.Join(t.TempDir(), "program")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		name, err := nameOfProgram(file)
		if err != nil {
			t.Fatal(err)
		}
		return name
	}
	if got := name("\x7fELF" + id + "\x00" + padding); got != id {
		t.Errorf("named %q", got)
	}
	seen := map[string]bool{}
	for _, content := range []string{"", "a", "redacted" + padding, "redacted" + padding + "b", padding + id, padding + "c" + id} {
		if n := name(content); seen[n] || n == id {
			t.Errorf("%d bytes have the name %q of others", len(content), n)
		} else {
			seen[n] = true
		}
	}
}
