package lsp_test

import (
	"strings"
	"testing"
)

const rulesToProve = `rewrite double {
  var x
  match x + x
  where dtype(x) == "float32"
  with x * 2f
}
rewrite wrong {
  var x
  match x * 2f
  with x * 4f
}
find sum { match _ + _ }
`

// proofTitles are what the lenses say of verdicts.
func (w *wire) proofTitles(doc string) (titles []string) {
	w.t.Helper()
	var found []lens
	decode(w.t, w.result("textDocument/codeLens", map[string]any{"textDocument": document(doc)}), &found)
	for _, l := range found {
		if l.Command != nil && l.Command.Command == "fraccheck.prove" {
			titles = append(titles, l.Command.Title)
		}
	}
	return titles
}

// TestProve judges a rule that is right and one that is wrong in the real worker: lenses show the
// verdicts until the text changes, and a wrong rule is a diagnostic.
func TestProve(t *testing.T) {
	const doc = "untitled:rules.fracrule"
	w := executor(t, workerOf("serves"))
	w.openRules(doc, rulesToProve)
	if got := w.proofTitles(doc); strings.Join(got, ", ") != "▶ prove, ▶ prove" {
		t.Fatalf("the lenses say %q", got)
	}
	var reply struct{ Rule, Verdict, Reason string }
	prove := func(args ...any) {
		t.Helper()
		decode(t, w.result("workspace/executeCommand", map[string]any{"command": "fraccheck.prove", "arguments": append([]any{doc}, args...)}), &reply)
	}
	if prove("double"); reply.Rule != "double" || reply.Verdict != "proved" {
		t.Errorf("the reply is %+v", reply)
	}
	if prove(position{6, 10}); reply.Rule != "wrong" || reply.Verdict != "refuted" || !strings.Contains(reply.Reason, "before, and after") {
		t.Errorf("the reply is %+v", reply)
	}
	if got := w.proofTitles(doc); strings.Join(got, ", ") != "✓ proved, ✗ refuted" {
		t.Errorf("the lenses say %q", got)
	}
	for _, args := range [][]any{{doc, "sum"}, {doc, "gone"}, {doc, position{1, 2}}} {
		m := w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.prove", "arguments": args})
		if m.Error == nil || m.Error.Code != invalidParams {
			t.Errorf("%v gives %s %+v", args, m.Result, m.Error)
		}
	}
	w.edit(doc, 2, change{between(9, 11, 9, 12), "3"})
	if got := w.proofTitles(doc); strings.Join(got, ", ") != "▶ prove, ▶ prove" {
		t.Errorf("after an edit, the lenses say %q", got)
	}
}
