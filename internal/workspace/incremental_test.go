package workspace

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// revised is what random edits begin with: two files, definitions with and
// without types, that call each other in all ways, and rules that look for some of
// what they do, through the names of definitions too.
var revised = map[string]string{
	"/fraccheck.toml": "rules = [\"more.fracrule\"]",
	"/more.fracrule": `
lint sums { var x, y match x + y * 2 warn "{x} and {y} twice" }
lint halves { var x match x / 2 where is_pure(x) hint "half of {x}" }
lint branches { match function(..., is_if(_, _, _)) info "a choice" }
`,
	"/lib.frac": `
data Color { Red : () -> Color  Green : (int32) -> Color }
def @paint(%c, %n) { match (%c) { case Red() { %n } case Green(%g) { add(%g, %n) } } }
def @even(%n) { if (equal(%n, 0)) { True } else { @odd(subtract(%n, 1)) } }
def @odd(%n) { if (equal(%n, 0)) { False } else { @even(subtract(%n, 1)) } }
def @twice<a>(%f : fn(a) -> a, %x : a) -> a { %f(%f(%x)) }
def @sum(%x, %y) { add(%x, multiply(%y, 2)) }
`,
	"/user.frac": `import "lib.frac"
def @pick(%c) { @paint(%c, 1) }
def @both(%x) { (@sum(%x, %x), @pick(Red())) }
def @loop(%l) { match (%l) { case Cons(%h, %t) { @sum(%h, @loop(%t)) } case Nil() { 0 } } }
def @first(%p : (int32, Tensor[(3), float32])) -> int32 { %p.0 }
def @share(%n : int32) -> int32 { @paint(Red(), 12 / %n) }
def @apply(%f, %r : ref(int32)) { %f(@share(ref_read(%r))) }
def @count(%r) { @apply(fn (%n) { ref_write(%r, %n) }, %r) }
@both(3)
@first((@loop(Cons(1, Nil())), zeros(shape=[3], dtype="float32")))
@twice(fn (%x) { @sum(%x, 1) }, 4)
`,
}

var patches = []string{
	"", " ", "\n", "(", ")", "{", "}", "/*", "*/", "# ", "\"", "1f", "2", "%x", "%y", "@sum", "@odd", "@gone", "Red()", "Blue()",
	"def @extra(%x) { @sum(%x, 1) }\n", "def @sum(%a, %b) { %a }\n", "@extra(1)\n", "data Shape { Blue : () -> Shape }\n",
	"def @pick(%c : Color) -> int32 { 7 }\n", "import \"lib.frac\"\n", "@sum : fn(int32, int32) -> int32\n", " : float32", "case Green(_) { 1 }",
	"def @even(%n : int32) -> bool { True }\n", "# fraccheck:ignore undefined-name\n", "%n.0", "v0.0.4\n",
	"@sum = primfn(p_1: handle) -> ()\n  attr = {\"a\": True} {\n  p[0] = 1f32\n}\n", "@gone = primfn(p_1: handle) -> ()\n", "@gone(1)\n",
	"1 / ", "ref_read(%r)", "@count(%r); ", "@share(", "[1][%n]",
	"def @sum(%x, %y) { add(%x, multiply(%y, 2)) }\n", "def @twice<a>(%f : fn(a) -> a, %x : a) -> a { %f(%f(%x)) }\n",
	"def @both(%x) { (@sum(%x, %x), @pick(Red())) }\n", "@both(3)\n", "\n@both(3)\n@both(3)\n",
}

// TestEditsGiveTheSame holds snapshots made by edits, checked or not in
// between, against fresh ones of the same texts.
func TestEditsGiveTheSame(t *testing.T) {
	examples := exampleTexts(t)
	rapid.Check(t, func(r *rapid.T) {
		texts := map[string]string{}
		for path, text := range revised {
			texts[path] = text
		}
		if rapid.IntRange(0, 3).Draw(r, "example") == 0 {
			texts["/user.frac"] = rapid.SampledFrom(examples).Draw(r, "text")
		}
		paths := []string{"/lib.frac", "/user.frac"}
		edited := append([]string{"/more.fracrule"}, paths...)
		s := Open(Options{Files: inMemory(nil), Root: "/"}).With(texts)
		for range rapid.IntRange(1, 12).Draw(r, "edits") {
			path := rapid.SampledFrom(edited).Draw(r, "path")
			texts[path] = patched(r, texts[path])
			s = s.With(map[string]string{path: texts[path]})
			switch rapid.IntRange(0, 3).Draw(r, "then") {
			case 0: // the next edit comes first
			case 1:
				_, _ = s.Check(context.Background(), []string{path})
			default:
				compareFresh(r, s, texts, paths)
			}
		}
		compareFresh(r, s, texts, paths)
	})
}

// patched replaces a random part of a text, or moves its lines about.
func patched(r *rapid.T, text string) string {
	if rapid.IntRange(0, 3).Draw(r, "rearranged") == 0 {
		return rearranged(r, text)
	}
	from := rapid.IntRange(0, len(text)).Draw(r, "from")
	if rapid.Bool().Draw(r, "line") {
		from = strings.LastIndexByte(text[:from], '\n') + 1
	}
	to := min(len(text), from+rapid.SampledFrom([]int{0, 0, 0, 1, 2, 5, 40}).Draw(r, "length"))
	return text[:from] + rapid.SampledFrom(patches).Draw(r, "patch") + text[to:]
}

// rearranged copies a line, moves it after another or takes it away, and may change a digit
// in front: what follows stays at its place, though not what it was.
func rearranged(r *rapid.T, text string) string {
	lines := strings.SplitAfter(text, "\n")
	from, to := rapid.IntRange(0, len(lines)-1).Draw(r, "line"), rapid.IntRange(0, len(lines)-1).Draw(r, "to")
	line := lines[from]
	switch rapid.IntRange(0, 3).Draw(r, "how") {
	case 0:
		lines = slices.Insert(lines, from, line)
	case 1:
		lines = slices.Insert(lines, to, line)
	case 2:
		lines = slices.Insert(slices.Delete(lines, from, from+1), to, line)
	case 3:
		lines = slices.Delete(lines, from, from+1)
	}
	text = strings.Join(lines, "")
	if at := strings.IndexAny(text, "123"); at >= 0 && rapid.Bool().Draw(r, "digit") {
		text = text[:at] + string(text[at]+1) + text[at+1:]
	}
	return text
}

func compareFresh(r *rapid.T, s *Snapshot, texts map[string]string, paths []string) {
	fresh := Open(Options{Files: inMemory(nil), Root: "/"}).With(texts)
	for _, path := range paths {
		if diff := cmp.Diff(everything(r, fresh, path), everything(r, s, path)); diff != "" {
			r.Fatalf("%s after the edits (-fresh +edited):\n%s\ntexts: %q", path, diff, texts)
		}
	}
}

// everything is all that can be known of a file, as text.
func everything(r interface{ Fatal(...any) }, s *Snapshot, path string) string {
	var b strings.Builder
	report, err := s.Check(context.Background(), []string{path})
	if err != nil {
		r.Fatal(err)
	}
	for _, f := range report.Findings {
		fmt.Fprintln(&b, f.Span, f.Code, f.Severity, f.Message, f.Notes, f.Data)
		for _, related := range f.Related {
			fmt.Fprintln(&b, "  at", related.Source.Name, related.Span, related.Message)
		}
		for _, fix := range f.Fixes {
			fmt.Fprintln(&b, "  fix", fix.Title)
		}
	}
	source, _ := s.Source(path)
	module, _ := s.Module(path)
	for i, item := range source.File.All() {
		if name, t, ok := module.Signature(i); ok {
			fmt.Fprintln(&b, name, source.Absolute(i, item.Span(item.Declared())), types.String(orNone(t)))
		}
	}
	known, _ := s.Facts(path)
	for i := range source.File.Len() {
		if o := module.Object(i); o != nil && o.Kind == typecheck.DefObject {
			fmt.Fprintln(&b, o.Name, effect.OfDefinition(context.Background(), known, o))
		}
		result, _ := s.Result(path, i)
		for n, t := range result.Types {
			if t != nil {
				fmt.Fprint(&b, n, types.String(t), " ")
			}
		}
		for n, o := range result.Objects {
			if o != nil && o.Item != nil {
				fmt.Fprint(&b, n, o.Name, found(s, path, o.Item), " ")
			}
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

func orNone(t types.Type) types.Type {
	if t == nil {
		return types.ErrorType
	}
	return t
}

// found reports whether an item that a name leads to is in a file of the
// snapshot.
func found(s *Snapshot, path string, item *syntax.Item) string {
	e, _ := s.linked(path)
	for _, other := range s.reachable(e) {
		if j, ok := other.source.Index(item); ok {
			return fmt.Sprint(other.source.Name, ":", j)
		}
	}
	if slices.Contains(s.language.Prelude().File().List(), item) {
		return "prelude"
	}
	return "nowhere"
}

func exampleTexts(t *testing.T) []string {
	paths, _ := filepath.Glob("../../examples/*.frac")
	if len(paths) == 0 {
		t.Fatal("there are no examples")
	}
	var texts []string
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}
