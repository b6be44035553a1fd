package workspace

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// manySteps is a program whose module takes so many steps that a cancellation is heard.
func manySteps() string {
	var b strings.Builder
	b.WriteString("def @f(%x) {\n let %a0 = fn(%y) { %x };\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "let %%a%d = fn(%%y) { %%a%d };\n", i+1, i)
	}
	b.WriteString("%a1000 }\ndef @g(%x: int32) -> float32 { %x }\n")
	return b.String()
}

// TestCancelledLink holds that the making of a module which was cancelled is not kept: who
// asks next gets what a snapshot that was never cancelled gives.
func TestCancelledLink(t *testing.T) {
	files := Overlay{Files: Disk{}, Texts: map[string]string{"/a.frac": manySteps()}}
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

// TestFor holds that what somebody asks whose context has ended fails, is not kept, and
// does not reach others who ask the same snapshot, nor the next one.
func TestFor(t *testing.T) {
	s := Open(Options{Files: Overlay{Files: Disk{}, Texts: map[string]string{"/a.frac": manySteps()}}, Root: "/"})
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	asked := s.For(ended)
	if _, err := asked.Module("/a.frac"); !errors.Is(err, context.Canceled) {
		t.Errorf("a module for nobody: %v", err)
	}
	if found, err := asked.CheckItem("/a.frac", 1); !errors.Is(err, context.Canceled) || found != nil {
		t.Errorf("findings for nobody: %v, %v", found, err)
	}
	for _, other := range []*Snapshot{s, asked.With(map[string]string{"/b.frac": ""})} {
		if found, err := other.CheckItem("/a.frac", 1); err != nil || len(found) != 1 {
			t.Errorf("found %v, %v", found, err)
		}
	}
}
