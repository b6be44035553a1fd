package workspace

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestIgnoreUnread refuses a list that is there and cannot be read, or tells of it and
// goes on without it.
func TestIgnoreUnread(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"a.frac": "1\n", ".gitignore": strings.Repeat("a.frac\n", 200_000), "in/b.frac": "1\n", "in/.gitignore/keep": ""} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := Open(Options{Root: root, Files: Disk{}})
	const want = "cannot read .gitignore: it has 1.4 MB; lists of ignored files may have 1 MB"
	for _, dir := range []string{".", "in"} {
		if _, err := s.Match(root, []string{dir}); err == nil || err.Error() != want {
			t.Errorf("%s gives %v, want %s", dir, err, want)
		}
	}
	var heard []string
	found, err := s.Programs(context.Background(), root, func(err error) { heard = append(heard, err.Error()) })
	if err != nil || len(found) != 2 || !slices.Equal(heard, []string{want}) {
		t.Errorf("finds %v, %v, and hears %v", found, err, heard)
	}
}

func TestIgnore(t *testing.T) {
	tests := []struct {
		rules, path string
		dir         bool
		want        bool
	}{
		{"*.frac", "a.frac", false, true},
		{"*.frac", "deep/in/a.frac", false, true},
		{"/a.frac", "a.frac", false, true},
		{"/a.frac", "in/a.frac", false, false},
		{"in/a.frac", "in/a.frac", false, true},
		{"in/a.frac", "deep/in/a.frac", false, false},
		{"**/in/a.frac", "deep/in/a.frac", false, true},
		{"in/**/a.frac", "in/a.frac", false, true},
		{"in/**/a.frac", "in/x/y/a.frac", false, true},
		{"in/**", "in/x/a.frac", false, true},
		{"in/**", "in", true, false},
		{"build/", "build", true, true},
		{"build/", "build", false, false},
		{"build/", "deep/build", true, true},
		{"*.frac\n!keep.frac", "keep.frac", false, false},
		{"!keep.frac\n*.frac", "keep.frac", false, true},
		{"*.frac\n!/keep.frac", "in/keep.frac", false, true},
		{"# a.frac", "a.frac", false, false},
		{`\#a.frac`, "#a.frac", false, true},
		{`\!a.frac`, "!a.frac", false, true},
		{"a.frac   ", "a.frac", false, true},
		{`a\ `, "a ", false, true},
		{"a.frac\r", "a.frac", false, true},
		{"{a,b}.frac", "a.frac", false, false},
		{"{a,b}.frac", "{a,b}.frac", false, true},
		{"[ab].frac", "b.frac", false, true},
		{"[!ab].frac", "b.frac", false, false},
		{"?.frac", "a.frac", false, true},
		{"a*c", "a/c", false, false},
		{"[", "[", false, false},
	}
	base := filepath.FromSlash("/root")
	for _, tt := range tests {
		rules := parseIgnore(base, tt.rules)
		if got := rules.ignored(filepath.Join(base, filepath.FromSlash(tt.path)), tt.dir); got != tt.want {
			t.Errorf("%q ignores %q: got %t, want %t", tt.rules, tt.path, got, tt.want)
		}
	}
}
