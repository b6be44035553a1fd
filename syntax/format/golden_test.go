package format

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write what the formatter gives into testdata/*.txtar")

// TestGolden reads archives whose files come in pairs: `name.frac` and what it
// becomes, `name.out`. In both, `¬` is a blank at the end of a line, `␍` a
// carriage return, `→` a tab and `⌂` a byte order mark; a `␄` says that the
// text ends there, without a line end.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	cases := 0
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { cases += golden(t, name) })
	}
	if cases < 60 {
		t.Errorf("there are only %d cases", cases)
	}
}

func golden(t *testing.T, name string) (cases int) {
	archive, err := txtar.ParseFile(name)
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
		cases++
		got := visible(holds(t, base, invisible(string(f.Data))))
		if got != wants[base+".out"] && !*update {
			t.Errorf("%s:\n%s\ngives\n%s\nwant\n%s", base, f.Data, got, wants[base+".out"])
		}
		files = append(files, f, txtar.File{Name: base + ".out", Data: []byte(got)})
	}
	if *update {
		archive.Files = files
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return cases
}

var (
	reveal  = strings.NewReplacer("\r", "␍", "\t", "→", "\ufeff", "⌂", " \n", "¬\n")
	conceal = strings.NewReplacer("␍", "\r", "→", "\t", "⌂", "\ufeff", "¬", " ", "␄\n", "")
)

func invisible(text string) string { return conceal.Replace(text) }

func visible(text string) string {
	if !strings.HasSuffix(text, "\n") && text != "" {
		text += "␄\n"
	}
	return reveal.Replace(text)
}
