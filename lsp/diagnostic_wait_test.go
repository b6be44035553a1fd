package lsp_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"
)

// waitingFolder is a folder with a mistake, and what a client knows of it.
func waitingFolder(t *testing.T) (w *wire, file string, known map[string]any) {
	dir := t.TempDir()
	file = filepath.Join(dir, "a.frac")
	write(t, file, "@gone()\n")
	w = pipe(t)
	w.begin(pulling(), nil, dir)
	f := &folder{wire: w, dir: dir}
	all := f.workspaceReports(map[string]any{"previousResultIds": []any{}})
	if len(all) != 1 || len(all[0].Items) != 1 {
		t.Fatalf("there is %+v", all)
	}
	return w, file, map[string]any{"previousResultIds": []any{map[string]any{"uri": all[0].URI, "value": all[0].ResultID}}}
}

// TestWorkspacePullWaits answers a client that knows everything when there is something
// else, and others meanwhile.
func TestWorkspacePullWaits(t *testing.T) {
	w, file, known := waitingFolder(t)
	id := w.start("workspace/diagnostic", known)
	w.result("textDocument/diagnostic", map[string]any{"textDocument": document(string(uri.File(file)))})
	w.open("untitled:same", 1, "@gone()\n")
	w.edit("untitled:same", 2, change{nil, "1\n"})
	answer := w.answer(id)
	if !strings.Contains(string(answer.Result), `"untitled:same"`) || !strings.Contains(string(answer.Result), `"unchanged"`) {
		t.Errorf("after another document was opened, there is %s", answer.Result)
	}
	w.notify("textDocument/didClose", map[string]any{"textDocument": document("untitled:same")})
	id = w.start("workspace/diagnostic", known)
	write(t, file, "def @fine() -> int32 { 1 }\n")
	w.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": string(uri.File(file)), "type": 2}}})
	var report struct{ Items []diagnosticReport }
	decode(t, w.answer(id).Result, &report)
	if len(report.Items) != 1 || report.Items[0].Kind != "full" || len(report.Items[0].Items) != 0 {
		t.Errorf("after the file was mended, there is %+v", report)
	}
}

// TestWorkspacePullEnds ends the waiting by a cancellation, by another request of the
// kind, and by the end of the conversation.
func TestWorkspacePullEnds(t *testing.T) {
	w, _, known := waitingFolder(t)
	id := w.start("workspace/diagnostic", known)
	w.notify("$/cancelRequest", map[string]any{"id": json.RawMessage(id)})
	if m := w.answer(id); m.Error == nil || m.Error.Code != requestCancelled {
		t.Errorf("a cancelled request is answered by %s %+v", m.Result, m.Error)
	}
	first := w.start("workspace/diagnostic", known)
	last := w.start("workspace/diagnostic", known)
	if m := w.answer(first); !strings.Contains(string(m.Result), `"unchanged"`) {
		t.Errorf("a request that another one follows is answered by %s %+v", m.Result, m.Error)
	}
	w.result("shutdown", nil)
	w.notify("exit", nil)
	_ = last // nobody waits for it
}

// TestGoneDocuments asks for the diagnostics of what is not there any more.
func TestGoneDocuments(t *testing.T) {
	dir := t.TempDir()
	before, after := filepath.Join(dir, "a.frac"), filepath.Join(dir, "b.frac")
	w := pipe(t)
	w.begin(pulling(), nil, dir)
	w.open(string(uri.File(before)), 1, "@gone()\n")
	w.notify("textDocument/didClose", map[string]any{"textDocument": document(string(uri.File(before)))})
	write(t, after, "@gone()\n")
	for _, doc := range []string{string(uri.File(before)), "untitled:gone", "fraccheck:/types/untitled%3Agone", string(uri.File(filepath.Join(dir, "none", "c.frac")))} {
		if codes := w.pulledCodes(doc); codes != nil {
			t.Errorf("of %s there is %v", doc, codes)
		}
	}
	if codes := w.pulledCodes(string(uri.File(after))); len(codes) != 1 {
		t.Errorf("of the file under its new name there is %v", codes)
	}
}
