package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/fraccheck/fraccheck/internal/console"
)

// TestVerbatim reads a file whose name is not UTF-8, as hooks and shells name them.
func TestVerbatim(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("names of files are bytes on Linux")
	}
	dir := t.TempDir()
	const name = "a\xff b,c\u2028.frac"
	if err := os.WriteFile(filepath.Join(dir, name), []byte("1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var errors bytes.Buffer
	env := &environment{stdin: &errors, Console: console.Console{Stdout: &bytes.Buffer{}, Stderr: &errors}, dir: dir}
	if status := env.run([]string{"check", "--no-cache", "--write-baseline", "b\xfe.json", name}); status != statusClean {
		t.Errorf("status %d: %s", status, &errors)
	}
	if _, err := os.Stat(filepath.Join(dir, "b\xfe.json")); err != nil {
		t.Error(err)
	}
}

func TestSize(t *testing.T) {
	tests := []struct {
		text string
		want size
	}{
		{"0", 0}, {"4096", 4096}, {"1K", 1024}, {"64MiB", 64 << 20}, {"2g", 2 << 30}, {"3GB", 3 << 30}, {"1TiB", 1 << 40},
		{"", -1}, {"G", -1}, {"1.5G", -1}, {"-1", -1}, {"9999999999T", -1}, {"1KM", -1}, {"many", -1},
	}
	for _, tt := range tests {
		s := size(-1)
		if err := s.UnmarshalText([]byte(tt.text)); (err != nil) != (tt.want < 0) || s != tt.want {
			t.Errorf("%q: %d, %v; want %d", tt.text, s, err, tt.want)
		}
	}
}
