package syntax

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the expected parts of testdata/*.txtar")

// TestGolden reads archives whose files come in pairs: `name.frac` and what
// it must give, `name.out`: a tree an item, the errors behind `!`.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { golden(t, name) })
	}
}

func golden(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	wants := map[string]string{}
	var files []txtar.File
	for _, f := range archive.Files {
		if out, ok := strings.CutSuffix(f.Name, ".out"); ok {
			wants[out] = string(f.Data)
		}
	}
	for _, f := range archive.Files {
		base, ok := strings.CutSuffix(f.Name, ".frac")
		if !ok {
			continue
		}
		got := render(t, string(f.Data))
		if got != wants[base] && !*update {
			t.Errorf("%s:\n%s\ngot\n%s\nwant\n%s", base, f.Data, got, wants[base])
		}
		files = append(files, f, txtar.File{Name: base + ".out", Data: []byte(got)})
	}
	if *update {
		archive.Files = files
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// render prints the trees and the errors of a text.
func render(t *testing.T, text string) string {
	f := ParseFile("golden.frac", text)
	checkFile(t, f)
	checkTokens(t, text)
	var b strings.Builder
	lines := NewLines(text)
	for i, item := range f.Items {
		b.WriteString(Dump(item) + "\n")
		for _, e := range item.Errors {
			b.WriteString("! " + describe(lines, f.Starts[i], e) + "\n")
		}
	}
	return b.String()
}
