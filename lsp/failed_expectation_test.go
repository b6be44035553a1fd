package lsp_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/lsp"
)

// running is a server with the real worker, whose client said nothing yet.
func running(t *testing.T) *wire {
	return converse(t, func(client io.ReadWriteCloser) error {
		return lsp.Serve(context.Background(), client, io.Discard, lsp.Options{Worker: workerOf("serves")})
	})
}

func (w *wire) test(doc string) {
	w.t.Helper()
	w.result("workspace/executeCommand", map[string]any{"command": "fraccheck.test", "arguments": []any{doc}})
}

// TestFailedExpectationsArePushed at the comment, and go when what they depend on changes, or
// when they pass.
func TestFailedExpectationsArePushed(t *testing.T) {
	dir := t.TempDir()
	lib, doc := string(uri.File(filepath.Join(dir, "lib.frac"))), string(uri.File(filepath.Join(dir, "a.frac")))
	w := running(t)
	related := map[string]any{"relatedInformation": true}
	w.begin(map[string]any{"textDocument": map[string]any{"publishDiagnostics": related}}, nil, dir)
	w.open(lib, 1, "def @two() -> int32 { 2 }\n")
	w.expect(lib, 1)
	w.open(doc, 1, "import \"lib.frac\"\ndef @f(%x: int32) { 6 / %x }\n@two() # => 3\n@f(0) # => 1\n1 + 1 # => 2\n@f(0) # fails: zero\n")
	w.expect(doc, 1)
	w.test(doc)
	found := w.published(doc, 1).Diagnostics
	if len(found) != 2 || found[0].Code != "expectation-failed" || found[0].Severity != 1 || found[0].Range != *between(2, 7, 2, 13) {
		t.Fatalf("there is %+v", found)
	}
	if m := found[0].Message; !strings.Contains(m, "expected: 3\nfound: 2") {
		t.Errorf("the message is %q", m)
	}
	if r := found[1].RelatedInformation; len(r) == 0 || r[0].Location.URI != doc || r[0].Location.Range.Start.Line != 1 || !strings.Contains(found[1].Message, "zero") {
		t.Errorf("the fault is %+v", found[1])
	}
	w.edit(lib, 2, change{nil, "def @two() -> int32 { 3 }\n"})
	if found := w.published(doc, 1).Diagnostics; len(found) != 1 || found[0].Range.Start.Line != 3 {
		t.Errorf("after an edit of what is imported there is %+v", found)
	}
	w.test(doc)
	w.expect(doc, 1, "expectation-failed")
	w.edit(doc, 2, change{between(3, 3, 3, 4), "6"})
	w.expect(doc, 2)
	w.edit(doc, 3, change{between(3, 3, 3, 4), "0"})
	w.expect(doc, 3, "expectation-failed") // the text that was tested
	w.notify("textDocument/didClose", map[string]any{"textDocument": document(doc)})
	w.open(doc, 4, "@two() # => 3\n")
	w.expect(doc, 4, "undefined-name")
}

// TestFailedExpectationsArePulled by clients that are told to ask again.
func TestFailedExpectationsArePulled(t *testing.T) {
	w := running(t)
	can := able()
	delete(can["workspace"].(map[string]any), "configuration")
	can["textDocument"] = map[string]any{"diagnostic": map[string]any{}}
	w.begin(can, nil)
	w.open("untitled:a", 1, "1 + 1 # => 3\n2 # => 2\n")
	pull := func() (report diagnosticReport) {
		decode(t, w.result("textDocument/diagnostic", map[string]any{"textDocument": document("untitled:a")}), &report)
		return report
	}
	before := pull()
	if len(before.Items) != 0 {
		t.Fatalf("untested there is %+v", before)
	}
	w.test("untitled:a")
	w.asked("workspace/diagnostic/refresh", nil)
	failed := pull()
	if len(failed.Items) != 1 || failed.Items[0].Code != "expectation-failed" || failed.ResultID == before.ResultID {
		t.Errorf("there is %+v", failed)
	}
	w.edit("untitled:a", 2, change{between(0, 11, 0, 12), "2"})
	if r := pull(); len(r.Items) != 0 {
		t.Errorf("of an edited comment there is %+v", r)
	}
}

// TestFailedExampleIsShown where the example stands.
func TestFailedExampleIsShown(t *testing.T) {
	const doc = "untitled:rules.fracrule"
	w := running(t)
	w.begin(nil, nil)
	w.openRules(doc, examplesOfRules)
	w.expect(doc, 1)
	w.examples(doc)
	if found := w.published(doc, 1).Diagnostics; len(found) != 1 || found[0].Code != "expectation-failed" || found[0].Range.Start != (position{5, 2}) {
		t.Errorf("there is %+v", found)
	}
	w.edit(doc, 2, change{between(3, 11, 3, 12), "3"})
	w.expect(doc, 2)
}

// TestExpectationWithoutWorker holds that a run which takes the process down has failed, and
// that nothing is said where nothing can be run.
func TestExpectationWithoutWorker(t *testing.T) {
	for _, tt := range []struct{ worker, found []string }{{workerOf("dies"), []string{"expectation-failed"}}, {nil, nil}} {
		w := executor(t, tt.worker)
		w.open("untitled:a", 1, "1 + 1 # => 3\n")
		w.expect("untitled:a", 1)
		w.test("untitled:a")
		w.expect("untitled:a", 1, tt.found...)
	}
}

// TestFailedExpectationsHaveSeverities by the file's configuration and the client's settings,
// and are told of neither as a diagnostic nor as a failure where they are off or suppressed.
func TestFailedExpectationsHaveSeverities(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "fraccheck.toml"), []byte("[severity]\nexpectation-failed = \"info\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	doc := string(uri.File(filepath.Join(dir, "a.frac")))
	w := running(t)
	w.begin(nil, nil, dir)
	w.open(doc, 1, "# fraccheck:ignore expectation-failed\n1 + 1 # => 3\n2 + 2 # => 5\n# fraccheck:ignore expectation-failed\n3 + 3 # => 6\n")
	w.expect(doc, 1)
	var reply struct{ Passed, Failed, Skipped int }
	decode(t, w.result("workspace/executeCommand", map[string]any{"command": "fraccheck.test", "arguments": []any{doc}}), &reply)
	if reply.Passed != 1 || reply.Failed != 1 || reply.Skipped != 1 {
		t.Errorf("there is %+v", reply)
	}
	if found := w.published(doc, 1).Diagnostics; len(found) != 1 || found[0].Severity != 3 || found[0].Range.Start.Line != 2 {
		t.Errorf("there is %+v", found)
	}
}
