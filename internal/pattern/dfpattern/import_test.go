package dfpattern

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
)

var rewriteArchives = flag.Bool("update", false, "rewrite the archives under testdata")

// TestImport compares the rules and problems of small programs with testdata. Every file of rules
// is read again without an error.
func TestImport(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) < 4 {
		t.Fatalf("%d archives: %v", len(paths), err)
	}
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		source := string(a.Files[0].Data)
		r := Import(a.Files[0].Name, source)
		for _, d := range rulefile.Parse("", r.Text).Diagnostics {
			t.Errorf("%s: the rules have an error: %s", path, d.Message)
		}
		problems := fmt.Sprintf("%d of %d imported, %d with whole checks\n", r.Imported, r.Patterns, r.Checks)
		for _, p := range r.Problems {
			kind := "left out"
			if p.Lost {
				kind = "lost"
			}
			problems += fmt.Sprintf("%d: %s: %s\n", lineOf(source, p.Start), kind, p.Message)
		}
		got := []txtar.File{a.Files[0], {Name: "rules", Data: []byte(r.Text)}, {Name: "problems", Data: []byte(problems)}}
		if *rewriteArchives {
			a.Files = got
			if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if len(a.Files) != len(got) {
			t.Fatalf("%s has %d files", path, len(a.Files))
		}
		for i, f := range got {
			if diff := cmp.Diff(string(a.Files[i].Data), string(f.Data)); diff != "" {
				t.Errorf("%s: %s: %s", path, f.Name, diff)
			}
		}
	}
}

// FuzzImport imports any text: it ends, and its rules are read again.
func FuzzImport(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	for _, path := range paths {
		if a, err := txtar.ParseFile(path); err == nil {
			f.Add(string(a.Files[0].Data))
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 1<<13 {
			t.Skip("small programs are enough")
		}
		r := Import("x.py", source)
		for _, d := range rulefile.Parse("", r.Text).Diagnostics {
			if !strings.Contains(d.Message, "2,000,000") {
				t.Errorf("%s\n%s", d.Message, r.Text)
			}
		}
		for _, p := range r.Problems {
			if p.Start < 0 || p.Start > len(source) {
				t.Errorf("a problem at %d of %d", p.Start, len(source))
			}
		}
	})
}

// TestHostile imports programs whose values double on each line, or contain themselves. Such a
// value is unknown, and the pattern beside it is imported.
func TestHostile(t *testing.T) {
	for _, lines := range [][2]string{
		{`a = "ab"`, "a = a + a"}, {`a = "ab"`, "a = a.join([a, a, a])"}, {`a = "ab"`, `a = f"{a}{a}"`}, {`a = "ab"`, `a = "{0}{0}".format(a)`},
		{"a = [1, 2]", "a = a + a"}, {"a = [1, 2]", "a += a"}, {"a = [1, 2]", "a.extend(a)"}, {"a = [1]", "a = [a, a]"}, {"a = {}", "a = {1: a, 2: a}"},
		{"a = [1]", "a = str([a, a])"}, {"a = []", "a.append(a)"}, {"a = [1]", "a.insert(0, a)"}, {"a = {}", "a[1] = a"}, {"a = [1]", "a[0] = [a, a]"},
		{"a = []", "a = [] * 4611686018427387904"}, {"a = []", "a = [1, 2, 3, 4] * 4611686018427387904"}, {"a = []", `a = "abcd" * 4611686018427387904`},
	} {
		source := "from tvm.relay.dataflow_pattern import *\np = is_op(\"nn.relu\")(wildcard())\n" +
			lines[0] + "\n" + strings.Repeat(lines[1]+"\n", 60) + "q = p.has_attr({\"x\": str(a)})\n"
		if r := Import("x.py", source); !strings.Contains(r.Text, "match nn.relu(_)") || len(r.Text) > 1<<10 {
			t.Errorf("%s: %d bytes of rules: %.200s", lines[1], len(r.Text), r.Text)
		}
	}
}
