package fractaltensor

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

var update = flag.Bool("update", false, "rewrite the archives under testdata")

// TestRead compares the programs of small texts of Python, and what is said of them, with testdata.
// `check` are the errors of types in the program, at the lines of Python.
func TestRead(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) < 4 {
		t.Fatalf("%d archives: %v", len(paths), err)
	}
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		source := a.Files[0]
		modules := map[string]string{}
		got := []txtar.File{source}
		for _, f := range a.Files[1:] {
			if name, ok := strings.CutSuffix(f.Name, ".py"); ok {
				modules[name] = string(f.Data)
				got = append(got, f)
			}
		}
		tr := Read(string(source.Data), func(components []string, _ int) (string, bool) {
			text, ok := modules[strings.Join(components, ".")]
			return text, ok
		})
		got = append(got, txtar.File{Name: "program", Data: []byte(tr.Text)})
		if said := said(string(source.Data), tr); said != "" {
			got = append(got, txtar.File{Name: "said", Data: []byte(said)})
		}
		if *update {
			a.Files = got
			if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(string(txtar.Format(&txtar.Archive{Files: a.Files})), string(txtar.Format(&txtar.Archive{Files: got}))); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}

// said lists what is wrong with a text and with its program.
func said(source string, tr *model.Translation) string {
	var b strings.Builder
	line := func(at int32) int { return strings.Count(source[:at], "\n") + 1 }
	for _, n := range tr.Notes {
		fmt.Fprintf(&b, "%d: %s %s: %s\n", line(n.From), n.Severity, n.Code, n.Message)
	}
	file := syntax.ParseFile("program", tr.Text)
	lib := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: table.Default()})
	m := typecheck.NewModule(typecheck.Config{File: file, Prelude: lib, Ops: table.Default()})
	for i := range file.Len() {
		for _, d := range file.Item(i).Mistakes() {
			fmt.Fprintf(&b, "syntax: %s\n", d.Message)
		}
		for _, d := range m.Check(i).Diagnostics {
			if d.Severity == codes.Error {
				from, to := tr.At(d.Span.Start+file.Start(i), d.Span.End+file.Start(i))
				fmt.Fprintf(&b, "%d: check %s at `%s`\n", line(from), d.Code, source[from:to])
			}
		}
	}
	return b.String()
}

// FuzzRead translates any text: it ends, and its ranges lie in both texts.
func FuzzRead(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	for _, path := range paths {
		if a, err := txtar.ParseFile(path); err == nil {
			f.Add(string(a.Files[0].Data))
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		tr := Read(source, func([]string, int) (string, bool) { return "", false })
		for _, s := range tr.Spans {
			if s.Start < 0 || s.Start > s.End || int(s.End) > len(tr.Text) || s.From < 0 || s.From > s.To || int(s.To) > len(source) {
				t.Fatalf("%+v of %d and %d", s, len(tr.Text), len(source))
			}
		}
		for _, n := range tr.Notes {
			if n.From < 0 || n.From > n.To || int(n.To) > len(source) {
				t.Fatalf("%+v of %d", n, len(source))
			}
		}
	})
}

// TestHostile translates programs that are short and mean much: it ends.
func TestHostile(t *testing.T) {
	none := func([]string, int) (string, bool) { return "", false }
	nested := "@kaleido.function(ctx)\ndef f(x: Tensor['1, 2', float, 'cpu']):\n    def g0(x):\n        return x\n"
	values := "v0 = 1\n"
	for i := range 60 {
		nested += fmt.Sprintf("    def g%d(x):\n        return g%d(g%d(x))\n", i+1, i, i)
		values += fmt.Sprintf("v%d = v%d + v%d\n", i+1, i, i)
	}
	nested += "    return g60(x)\n"
	values += "@kaleido.function(ctx)\ndef f(x: Tensor['1, 2', float, 'cpu']):\n    return x + v60\n"
	endless := "def f(x: Tensor['1, 2', float, 'cpu'], n: int):\n    return f(x, n + 1)\ndef g(x: Tensor['1, 2', float, 'cpu']):\n    return f(x, 1)\n"
	doubled := func(start, line string) string {
		return "@kaleido.function(ctx)\ndef f(x: Tensor['1, 2', float, 'cpu'], xs: FractalTensor[Tensor['1, 2', float, 'cpu']]):\n    y = " + start + "\n" + strings.Repeat("    y = "+line+"\n", 60) + "    return y\n"
	}
	classes := "class C0(NamedTuple):\n    a: Tensor['1, 2', float, 'cpu']\n"
	for i := range 60 {
		classes += fmt.Sprintf("class C%d(NamedTuple):\n    a: C%d\n    b: C%d\n", i+1, i, i)
	}
	classes += "@kaleido.function(ctx)\ndef f(x: C60):\n    return x\n"
	for _, source := range []string{
		nested, values, endless, classes,
		doubled("x", "(y, y)"), doubled("(x, x)", "y + y"), doubled("(x + x, x)", "(y, y, *y)"),
		doubled("xs", "ops.zip(y, y)"), doubled("xs", "(y, ops.zip(y[0], y))"), doubled("ops.map(lambda x: x + x, xs)", "ops.zip(*y)"),
		doubled("2", "y * y"), doubled("x", "y\n    (y, y) += y"), doubled("2", "y ** y"), doubled("'a'", "y + y"), doubled("ops.arange(5)", "ops.zip(*ops.zip(*y))"),
	} {
		tr := Read(source, none)
		if len(tr.Text) > 1<<24 {
			t.Errorf("the program of %.60q has %d bytes", source, len(tr.Text))
		}
	}
}
