package normalform_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fraccheck/fraccheck/normalform"
)

// updating tells of the flag -update: the expected parts of testdata/*.txtar are
// written anew.
func updating() bool { return flag.Lookup("update").Value.String() == "true" }

// TestGolden reads archives of `name.frac` and its text in each form, `name.anf`,
// `name.gnf` and `name.bbnf`. What they show holds as for any program.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { golden(t, path) })
	}
}

func golden(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	wants := map[string]string{}
	for _, f := range archive.Files {
		wants[f.Name] = string(f.Data)
	}
	var files []txtar.File
	for _, f := range archive.Files {
		base, ok := strings.CutSuffix(f.Name, ".frac")
		if !ok {
			continue
		}
		files = append(files, f)
		m := module("", string(f.Data))
		for _, name := range normalform.FormNames() {
			form, _ := normalform.ParseForm(name)
			got, refused := convert(t, m, form)
			for _, r := range refused {
				got += fmt.Sprintf("# refused: %s\n", r)
			}
			if want := wants[base+"."+name]; got != want && !updating() {
				t.Errorf("%s as %s: got\n%s\nwant\n%s", base, name, got, want)
			}
			files = append(files, txtar.File{Name: base + "." + name, Data: []byte(got)})
		}
		holdMeaning(t, "", string(f.Data))
	}
	if updating() {
		archive.Files = files
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
