package complete_test

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/complete"
	"github.com/fraccheck/fraccheck/typecheck"
)

// opened reads a text as a file that is on no disk.
func opened(t testing.TB, name, text string) (*workspace.Source, *typecheck.Module) {
	path := filepath.Join(t.TempDir(), name)
	s := workspace.Open(workspace.Options{}).With(map[string]string{path: text})
	source, err := s.Source(path)
	if err != nil {
		t.Fatal(err)
	}
	module, err := s.Module(path)
	if err != nil {
		t.Fatal(err)
	}
	return source, module
}

// programs are those of the examples and the prelude.
func programs(t testing.TB) map[string]string {
	texts := map[string]string{"prelude.frac": prelude.Source}
	paths, err := filepath.Glob("../../examples/*.*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(path)] = string(text)
	}
	return texts
}

// step is how many bytes lie between two places that are asked about.
const step = 53

// TestEverywhere asks at many places of whole programs and of programs that end
// there. What comes back must be around the cursor, on its line.
func TestEverywhere(t *testing.T) {
	for name, text := range programs(t) {
		text = text[:min(len(text), 3000)]
		source, module := opened(t, name, text)
		for at := 0; at <= len(text); at += step {
			check(t, source, module, at)
			short, shortModule := opened(t, name, text[:at])
			check(t, short, shortModule, at)
		}
	}
}

// TestDamaged asks where pieces of programs were cut out or put in.
func TestDamaged(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	pieces := []string{"(", ")", "{", "}", "[", "case ", "let %", "match (", "@", "%", "\"", "/*", "nn.", "axis=", ",", "->", "=>", "<"}
	for name, text := range programs(t) {
		for range 20 {
			at := r.Intn(len(text) + 1)
			piece := pieces[r.Intn(len(pieces))]
			damaged := text[:at] + piece + text[min(len(text), at+r.Intn(40)):]
			source, module := opened(t, name, damaged)
			check(t, source, module, at)
			check(t, source, module, at+len(piece))
		}
	}
}

// TestHostile asks in texts that are deep or long.
func TestHostile(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("(", 20_000) + "%",
		"def @f(%x : int32) -> int32 { " + strings.Repeat("{ let %y = ", 9_000) + "%",
		"def @f(%x : " + strings.Repeat("List[", 20_000),
		"def @f(%x : int32) { " + strings.Repeat("match (%x) { case ", 5_000),
		"def @f(%x : int32) { " + strings.Repeat("let %x = %x + 1;\n", 30_000) + "%",
		"def @f(%x : int32) { " + strings.Repeat("@f(", 20_000),
		"def @f(%x : int32) { %x" + strings.Repeat(".0", 20_000) + ".",
		"@f(" + strings.Repeat("[1], ", 20_000),
		"def @f(%x : int32) { " + strings.Repeat("let %x = (%x, %x);\n", 40) + "let %y = %x; %x == ",
		"def @f(%x : int32) { " + strings.Repeat("if (%x) { 1 } else { ", 3_000),
	} {
		source, module := opened(t, "hostile.frac", text)
		begin := time.Now()
		check(t, source, module, len(text))
		t.Logf("%.40s…: %v", text, time.Since(begin))
	}
}

func check(t *testing.T, source *workspace.Source, module *typecheck.Module, at int) {
	t.Helper()
	found := complete.At(context.Background(), source, module, int32(at), complete.Outside{})
	labels := map[string]bool{}
	for _, c := range found.Candidates {
		if !c.Span.Contains(int32(at)) || strings.Contains(source.Text()[c.Span.Start:c.Span.End], "\n") {
			t.Fatalf("%s:%d: %q replaces %v", source.Name, at, c.Label, c.Span)
		}
		key := fmt.Sprintf("%s %d", c.Label, c.Kind)
		if labels[key] {
			t.Errorf("%s:%d: %q stands there twice", source.Name, at, c.Label)
		}
		labels[key] = true
	}
	forms, active := complete.Signatures(source, module, int32(at))
	if len(forms) > 0 && active >= len(forms) {
		t.Fatalf("%s:%d: form %d of %d is active", source.Name, at, active, len(forms))
	}
	for _, g := range forms {
		if g.Active >= len(g.Params) {
			t.Fatalf("%s:%d: parameter %d of %q is active", source.Name, at, g.Active, g.Label)
		}
	}
}

// BenchmarkAt asks in the middle of a file of 100,000 lines.
func BenchmarkAt(b *testing.B) {
	var text strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "# Number %d.\ndef @f%d(%%x : int32, %%y : float32) -> float32 {\n  let %%z = %%x + 1;\n  %%y\n}\n", i, i)
	}
	source, module := opened(b, "large.frac", text.String())
	middle := text.Len() / 2
	for _, place := range []struct{ name, before string }{{"local", "let %z = %"}, {"expression", "let %z = "}} {
		at := int32(middle + strings.Index(text.String()[middle:], place.before) + len(place.before))
		b.Run(place.name, func(b *testing.B) {
			for b.Loop() {
				if found := complete.At(context.Background(), source, module, at, complete.Outside{}); len(found.Candidates) == 0 {
					b.Fatal("nothing")
				}
			}
		})
	}
}

// TestCancel holds that there is nothing where the context has ended.
func TestCancel(t *testing.T) {
	text := "def @f(%x : int32) { " + strings.Repeat("let %y = %x + 1;\n", 3_000) + "%"
	source, module := opened(t, "cancel.frac", text)
	ctx, cancel := context.WithCancel(context.Background())
	if found := complete.At(ctx, source, module, int32(len(text)), complete.Outside{}); len(found.Candidates) == 0 {
		t.Error("nothing can be written")
	}
	cancel()
	if found := complete.At(ctx, source, module, int32(len(text)), complete.Outside{}); len(found.Candidates) != 0 {
		t.Error("there is an answer though nobody waits")
	}
}
