package workspace

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestChangedCallerBeforeCallee edits two definitions whose types are inferred at once. The one
// that is first calls the other, whose type is to be inferred before it.
func TestChangedCallerBeforeCallee(t *testing.T) {
	const before = "def @a(%n: int32) { if (%n == 0) { 1 } else { @b(%n) } }\ndef @b(%n: int32) { %n + 1 }\n@a(1)\n"
	const after = "def @a(%n: int32) { if (%n == 0) { 2 } else { @b(%n) } }\ndef @b(%n: int32) { %n + 2 }\n@a(1)\n"
	s := Open(Options{Files: inMemory(nil), Root: "/"}).With(map[string]string{"/a.frac": before})
	if _, err := s.Check(context.Background(), []string{"/a.frac"}); err != nil {
		t.Fatal(err)
	}
	s = s.With(map[string]string{"/a.frac": after})
	fresh := Open(Options{Files: inMemory(nil), Root: "/"}).With(map[string]string{"/a.frac": after})
	if diff := cmp.Diff(everything(t, fresh, "/a.frac"), everything(t, s, "/a.frac")); diff != "" {
		t.Error(diff)
	}
}
