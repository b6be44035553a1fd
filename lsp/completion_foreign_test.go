package lsp_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// TestForeignCompletionsAreSound writes names of other files with their imports into programs: these
// have no errors then.
func TestForeignCompletionsAreSound(t *testing.T) {
	const library = "# A shape.\ndata Shape {\n  Circle : (float32) -> Shape\n}\ndef @area_of(%s : Shape) -> int32 { 1 }\n"
	for program, label := range map[string]string{
		"def @f() { @are«a» }\n": "@area_of",
		"\ufeff# A header.\r\n\r\n# About @f.\r\ndef @f(%x : Sh«a») -> int32 { 1 }\r\n":   "Shape",
		"#[version = \"0.0.5\"]\ndef @f(%x: int32) { Cir«a» }\n":                          "Circle",
		"import \"other.frac\"\nimport \"sub/more.frac\" # two\n\ndef @f() { @are«a» }\n": "@area_of",
		"cir«a»":                           "Circle",
		"/* a */ def @f() { Cir«a» }":      "Circle",
		"#[exported]\ndef @f() { Cir«a» }": "Circle",
	} {
		f := newFolder(t, &txtar.Archive{Files: []txtar.File{
			{Name: "main.frac", Data: []byte(program)}, {Name: "lib/shapes.frac", Data: []byte(library)},
			{Name: "other.frac", Data: []byte("def @other() { 1 }\n")}, {Name: "sub/more.frac", Data: []byte("def @more() { 2 }\n")},
		}}, "utf-16")
		items := f.completions("a").Items
		i := slices.IndexFunc(items, func(item completionItem) bool { return item.Label == label })
		if i < 0 {
			t.Errorf("%q: %s is not offered", program, label)
			continue
		}
		text := f.applied(f.texts["main.frac"], items[i])
		for _, e := range items[i].AdditionalTextEdits { // it is before the cursor
			at := f.byteAt(text, e.Range.Start)
			text = text[:at] + e.NewText + text[at:]
		}
		path := filepath.Join(f.dir, "main.frac")
		report, err := workspace.Open(workspace.Options{}).With(map[string]string{path: text}).Check(context.Background(), []string{path})
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range report.Findings {
			if found.Severity == codes.Error && found.Code != codes.ArityMismatch {
				t.Errorf("%q becomes %q: %s", program, text, found.Message)
			}
		}
		if strings.Count(text, "shapes.frac") != 1 {
			t.Errorf("%q becomes %q", program, text)
		}
	}
}

// TestForeignCompletionsFollowFiles has names listed as files come, change and go: those of closed
// files as the disk has them, those of open ones as the editor does.
func TestForeignCompletionsFollowFiles(t *testing.T) {
	f := newFolder(t, &txtar.Archive{
		Comment: []byte("open.frac opens open.frac\n"),
		Files: []txtar.File{
			{Name: "main.frac", Data: []byte("def @f() { @na«a» }\n")},
			{Name: "open.frac", Data: []byte("def @name_open() { 1 }\n")}, {Name: "closed.frac", Data: []byte("def @name_closed() { 1 }\n")},
		},
	}, "utf-8")
	expect := func(want ...string) {
		t.Helper()
		var got []string
		for _, item := range f.completions("a").Items {
			if len(item.AdditionalTextEdits) > 0 {
				got = append(got, item.Label)
			}
		}
		slices.Sort(got)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("there are %v, want %v", got, want)
		}
	}
	changed := func(name, text string, kind int) {
		path := filepath.Join(f.dir, name)
		if kind == 3 {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		} else {
			write(t, path, text)
		}
		f.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": f.uri(name), "type": kind}}})
	}
	expect("@name_closed", "@name_open")
	changed("closed.frac", "def @name_changed() { 1 }\n", 2)
	expect("@name_changed", "@name_open")
	changed("added.frac", "def @name_added() { 1 }\n", 1)
	expect("@name_added", "@name_changed", "@name_open")
	changed("closed.frac", "", 3)
	expect("@name_added", "@name_open")
	f.edit(f.uri("open.frac"), 2, change{Text: "def @name_edited() { 1 }\n"})
	expect("@name_added", "@name_edited")
	f.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": f.uri("open.frac")}})
	expect("@name_added", "@name_open")
}
