package typecheck_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// explosive are texts of which what they mean, or what a naive check of it does, grows
// exponentially or with a high power. What is refused has the finding `too-large`; the
// others have only the errors that they are named for.
var explosive = []struct{ name, text, found string }{
	{"products of sums", "def @f<a, b, c, d>(%x: Tensor[(" + strings.Repeat("(a + b + c + d) * ", 50) + "a), float32]) { %x }\n", "too-large"},
	{"powers of a sum", "def @f<n>(%x: Tensor[(" + strings.Repeat("(n + 1) * ", 2000) + "n), float32]) { %x }\n", "too-large"},
	{"squares", "type A0<n> = Tensor[(n + 1), float32]\n" + many(30, "type A$i<n> = A$j[n * n + n]\n") + "def @f<n>(%x: A30[n]) { %x }\n", "too-large"},
	{"aliases", pairAliases + "def @f(%x: A60[int32]) { %x }\n", ""},
	{"aliases of functions", "type A0<a> = fn(a) -> a\n" + many(60, "type A$i<a> = fn(A$j[a]) -> A$j[a]\n") + "def @f(%x: A60[int32]) { %x }\n", ""},
	{"aliases of extents", "type A0<n> = (Tensor[(n), float32], Tensor[(n), float32])\n" + many(60, "type A$i<n> = (A$j[n], A$j[n])\n") + "def @f<n>(%x: A60[n]) { %x }\n", ""},
	{"aliases of themselves", "type A0<a> = (a, a)\n" + many(60, "type A$i<a> = A$j[A$j[a]]\n") + "def @f(%x: A60[int32]) { %x }\n", "too-large"},
	{"chains of aliases", many(12_000, "type A$i = A$j\n") + "type A0 = int32\n", ""},
	{"chains of aliases backwards", backwards(30_000), "too-large"},
	{"equivalence", pairAliases + strings.ReplaceAll(pairAliases, "A", "B") + "assert equiv(A60[int32], B60[int32])\nassert equiv(fn<a>(a) -> A60[a], fn<b>(b) -> B60[b])\n", ""},
	{"differences", pairAliases + "assert equiv(A60[int32], A60[int64])\n", "not-equivalent"},
	{"occurs check", "def @f(%x) {\n let %a0 = (%x, %x);\n" + many(60, "let %a$i = (%a$j, %a$j);\n") + "if (%b) { %x } else { %a60 } }\ndef @g(%x) { @f(@f(%x)) }\n", "infinite-type undefined-name"},
	{"zip", "def @f(%x) {\n let %a0 = zip(%x, %x);\n" + many(60, "let %a$i = zip(%a$j, %a$j);\n") + "%a60 }\n", ""},
	{"zip of sequences", "def @f(%x: FractalTensor[int32]) {\n let %a0 = zip(%x, %x);\n" + many(60, "let %a$i = zip(%a$j, %a$j);\n") + "%a60 }\n", ""},
	{"options", many(3000, "def @f$i() { Some(@f$j()) }\n") + "def @f0() { 1 }\n", "too-large"},
	{"rings", many(59, "def @f$i(%x) { let %y = @f$j(%x); (%y, %y) }\n") + "def @f0(%x) { let %y = @f59(%x); (%y, %y) }\n", "infinite-type"},
	{"functions in functions", "def @f(%x) {\n let %a0 = fn(%y) { %x };\n" + many(2000, "let %a$i = fn(%y) { %a$j };\n") + "%a2000 }\n", "too-large"},
	{"nested references", "def @f() {\n let %a0 = ref(1);\n" + many(50_000, "let %a$i = ref(%a$j);\n") + "1 }\n", ""},
	{"nested tuples", "def @f() {\n let %a0 = (1,);\n" + many(120_000, "let %a$i = (%a$j,);\n") + "1 }\n", "too-large"},
	{"nested lists", "def @f() {\n let %a0 = [1];\n" + many(50_000, "let %a$i = [%a$j];\n") + "1 }\n", ""},
	{"instances", "def @g0(%x) { (%x, %x) }\n" + many(5, "def @g$i(%x) { @g$j(@g$j(%x)) }\n") + "def @f() { " + strings.Repeat("@g5(1);", 2000) + " 1 }\n", ""},
}

var pairAliases = "type A0<a> = (a, a)\n" + many(60, "type A$i<a> = (A$j[a], A$j[a])\n")

// backwards is a chain of aliases of which the first needs all others.
func backwards(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "type A%d = (A%d,)\n", i, i+1)
	}
	fmt.Fprintf(&b, "type A%d = int32\n", n)
	return b.String()
}

func TestTooLarge(t *testing.T) {
	for _, e := range explosive {
		t.Run(e.name, func(t *testing.T) {
			m := checktest.Module("explosive.frac", e.text)
			found := map[string]bool{}
			for i := range m.Items() {
				for _, d := range m.Check(i).Diagnostics {
					if d.Severity == codes.Error {
						found[string(d.Code)] = true
					}
					holdShort(t, d)
				}
			}
			var all []string
			for code := range found {
				all = append(all, code)
			}
			slices.Sort(all)
			if got := strings.Join(all, " "); got != e.found {
				t.Errorf("found %q, want %q", got, e.found)
			}
		})
	}
}

// TestLargeNotes holds that the note says what to do about a dimension where one is too
// large, and about a type where that is.
func TestLargeNotes(t *testing.T) {
	for name, note := range map[string]string{"products of sums": "shape variable", "squares": "shape variable", "options": "types of parameters"} {
		if got := firstNote(name); !strings.Contains(got, note) {
			t.Errorf("%s: the note is %q, and does not speak of a %s", name, got, note)
		}
	}
}

// firstNote is the note of the first finding that tells of what is too large in a text.
func firstNote(name string) string {
	for _, e := range explosive {
		if e.name != name {
			continue
		}
		m := checktest.Module("explosive.frac", e.text)
		for i := range m.Items() {
			for _, d := range m.Check(i).Diagnostics {
				if d.Code == codes.TooLarge && len(d.Notes) > 0 {
					return d.Notes[0]
				}
			}
		}
	}
	return ""
}

// holdShort holds that a finding does not print what is large.
func holdShort(t *testing.T, d syntax.Diagnostic) {
	for _, text := range append(d.Notes, d.Message) {
		if len(text) > 4000 {
			t.Errorf("%s has a text of %d bytes", d.Code, len(text))
		}
	}
}

// TestCancel holds that the making of a module and the check of an item hear when their
// context ends, and give nothing then.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	text := "def @f(%x) {\n let %a0 = fn(%y) { %x };\n" + many(2000, "let %a$i = fn(%y) { %a$j };\n") + "%a2000 }\n"
	config := typecheck.Config{File: syntax.ParseFile("cancel.frac", text), Prelude: checktest.Prelude(), Ops: checktest.Ops()}
	shown := syntax.ParseFile("shown.frac", strings.Replace(text, "def @f(%x) {", "(fn (%x) {", 1)[:0]+"@g(fn(%x) {\n let %a0 = fn(%y) { %x };\n"+many(2000, "let %a$i = fn(%y) { %a$j };\n")+"%a2000 })\n")
	config.File = shown
	m := typecheck.NewModule(config)
	cancel()
	if r, err := m.CheckContext(ctx, 0); r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a check that is cancelled gives %v, %v", r, err)
	}
	config.File = syntax.ParseFile("cancel.frac", text)
	if m, err := typecheck.NewModuleContext(ctx, config); m != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a module whose making is cancelled: %v, %v", m != nil, err)
	}
}
