package lsp_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/prelude"
)

// manyPrograms writes programs of some forty lines, each with a mistake.
func manyPrograms(t *testing.T, n int) (dir string, bytes int) {
	dir = t.TempDir()
	var text strings.Builder
	for i := range 20 {
		fmt.Fprintf(&text, "# Adds and multiplies. 𝔸\ndef @f%d(%%x : int32, %%y : float32) -> int32 { let %%z = %%x + 1; %%z * %%x }\n", i)
	}
	text.WriteString("data T<a> { A : () -> T  B : (a, T[a]) -> T }\n" +
		"def @length<a>(%t : T[a]) -> int32 { match (%t) { case A() { 0 } case B(_, %rest) { 1 + @length(%rest) } } }\n")
	for i := range n {
		program := fmt.Sprintf("# %d\n%s@gone()\n", i, text.String())
		write(t, filepath.Join(dir, fmt.Sprintf("p%04d.frac", i)), program)
		bytes += len(program)
	}
	return dir, bytes
}

// TestSurvey checks a thousand closed files, shows how far it is and answers
// meanwhile.
func TestSurvey(t *testing.T) {
	dir, _ := manyPrograms(t, 1000)
	w := pipe(t)
	began := time.Now()
	w.begin(able(), nil, dir)
	w.asked("workspace/configuration", []any{nil})
	w.asked("window/workDoneProgress/create", nil)
	w.open("untitled:a", 1, "@gone()")
	w.expect("untitled:a", 1, "undefined-name")
	w.asked("window/workDoneProgress/create", nil) // the edit came first
	for i := range 1000 {
		w.expect(string(uri.File(filepath.Join(dir, fmt.Sprintf("p%04d.frac", i)))), -1, "undefined-name")
	}
	t.Logf("after %v", time.Since(began))
	w.await("the end of the progress", func(m message) bool {
		return m.Method == "$/progress" && strings.Contains(string(m.Params), `"kind":"end"`)
	})
}

// TestSurveyCancelled stops the check from the editor; the next change goes on.
func TestSurveyCancelled(t *testing.T) {
	dir, _ := manyPrograms(t, 800)
	w := pipe(t)
	w.begin(able(), nil, dir)
	w.asked("workspace/configuration", []any{nil})
	m := w.asked("window/workDoneProgress/create", nil)
	var p struct{ Token string }
	decode(t, m.Params, &p)
	w.notify("window/workDoneProgress/cancel", map[string]any{"token": p.Token})
	w.open("untitled:a", 1, "@gone()")
	for i := range 800 {
		w.expect(string(uri.File(filepath.Join(dir, fmt.Sprintf("p%04d.frac", i)))), -1, "undefined-name")
	}
}

// TestSurveyOfPrelude has a copy of the prelude in a folder: it is no file with
// everything in it defined twice.
func TestSurveyOfPrelude(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "copy.frac"), prelude.Source)
	write(t, filepath.Join(dir, "last.frac"), "@gone()\n")
	f := &folder{wire: pipe(t), dir: dir}
	f.begin(nil, nil, dir)
	if all := f.workspaceReports(map[string]any{"previousResultIds": []any{}}); len(all) != 2 || len(all[0].Items) != 0 {
		t.Errorf("there is %+v", all)
	}
	f.expect(f.uri("last.frac"), -1, "undefined-name")
	for _, m := range f.waiting {
		if m.Method == "textDocument/publishDiagnostics" {
			t.Errorf("published is %s", m.Params)
		}
	}
}

// TestSurveyMemory holds what closed files cost against their text.
func TestSurveyMemory(t *testing.T) {
	dir, bytes := manyPrograms(t, 1500)
	w := pipe(t)
	w.begin(nil, nil)
	w.open("untitled:a", 1, "@map(@id, Nil())\n")
	w.expect("untitled:a", 1)
	before := heap()
	w.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"added": []any{map[string]any{"uri": string(uri.File(dir)), "name": "many"}}, "removed": []any{},
	}})
	for i := range 1500 {
		w.expect(string(uri.File(filepath.Join(dir, fmt.Sprintf("p%04d.frac", i)))), -1, "undefined-name")
	}
	grown := int64(heap()) - int64(before)
	t.Logf("%d bytes for %d bytes of text", grown, bytes)
	if grown > 3*int64(bytes) {
		t.Errorf("closed files cost %d bytes, their text has %d", grown, bytes)
	}
}
