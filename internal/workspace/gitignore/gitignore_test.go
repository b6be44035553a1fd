package gitignore

import (
	"path/filepath"
	"testing"
)

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
		rules := Parse(base, tt.rules)
		if got := rules.Ignored(filepath.Join(base, filepath.FromSlash(tt.path)), tt.dir); got != tt.want {
			t.Errorf("%q ignores %q: got %t, want %t", tt.rules, tt.path, got, tt.want)
		}
	}
}
