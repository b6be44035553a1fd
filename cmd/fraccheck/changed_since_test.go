package main

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRawChanges(t *testing.T) {
	root := filepath.FromSlash("/r")
	got, err := rawChanges(root, ":100644 000000 aa bb D\x00a\tb\nc.frac\x00:000000 100644 00 cc A\x00é.frac\x00:120000 100644 dd ee T\x00l\x00")
	want := []rawChange{
		{filepath.Join(root, "a\tb\nc.frac"), "aa", false}, {filepath.Join(root, "é.frac"), "", false}, {filepath.Join(root, "l"), "", true},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(rawChange{})); diff != "" || err != nil {
		t.Error(err, diff)
	}
	for _, bad := range []string{"warning: x", ":100644 100644 aa bb M\x00", "\x00\x00", ":1 2 3 4 M\x00a\x00"} {
		if got, err := rawChanges(root, bad); err == nil {
			t.Errorf("%q gave %v", bad, got)
		}
	}
}
