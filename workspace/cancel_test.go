package workspace

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestCancelledLink holds that the making of a module which was cancelled is not kept: who
// asks next gets what a snapshot that was never cancelled gives.
func TestCancelledLink(t *testing.T) {
	var b strings.Builder
	b.WriteString("def @f(%x) {\n let %a0 = fn(%y) { %x };\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "let %%a%d = fn(%%y) { %%a%d };\n", i+1, i)
	}
	b.WriteString("%a1000 }\ndef @g(%x: int32) -> float32 { %x }\n")
	files := Overlay{Files: Disk{}, Texts: map[string]string{"/a.frac": b.String()}}
	s := Open(Options{Files: files, Root: "/"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	e := s.entry("/a.frac")
	if err := e.read(); err != nil {
		t.Fatal(err)
	}
	if err := s.linkWithin(ctx, e); !errors.Is(err, context.Canceled) || e.linked.Load() {
		t.Fatalf("a link that is cancelled: %v, kept %v", err, e.linked.Load())
	}
	got, err := s.Check(context.Background(), []string{"/a.frac"})
	if err != nil {
		t.Fatal(err)
	}
	want, _ := Open(Options{Files: files, Root: "/"}).Check(context.Background(), []string{"/a.frac"})
	if g, w := messages(got.Findings), messages(want.Findings); len(g) == 0 || !slices.Equal(g, w) {
		t.Errorf("found %q, want %q", g, w)
	}
}
