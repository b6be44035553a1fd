package lsp_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

const examplesOfRules = `rewrite double {
  var x
  match x + x
  with x * 2f
  example { def @f(%x: float32) { %x + %x } } gives { def @f(%x: float32) { %x * 2f } }
  example { def @f(%x: float32) { %x + %x } } gives { def @f(%x: float32) { %x * 3f } }
}
`

const passesAndFails = "▶ run all examples (2): 1 passed, 1 failed"

// openRules opens a file of rules that is on no disk.
func (w *wire) openRules(doc, text string) {
	w.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": doc, "languageId": "fracrule", "version": 1, "text": text}})
}

// examples runs examples and gives the reply.
func (w *wire) examples(args ...any) (reply examplesReply) {
	w.t.Helper()
	decode(w.t, w.result("workspace/executeCommand", map[string]any{"command": "fraccheck.testExamples", "arguments": args}), &reply)
	return reply
}

// exampleTitles are what the lenses say that run examples.
func (w *wire) exampleTitles(doc string) (titles []string) {
	w.t.Helper()
	var found []lens
	decode(w.t, w.result("textDocument/codeLens", map[string]any{"textDocument": document(doc)}), &found)
	for _, l := range found {
		if l.Command != nil && l.Command.Command == "fraccheck.testExamples" {
			titles = append(titles, times.ReplaceAllString(l.Command.Title, "(time)"))
		}
	}
	return titles
}

// wantTitles holds the lenses against what they are to say.
func (w *wire) wantTitles(doc string, want ...string) {
	w.t.Helper()
	if got := w.exampleTitles(doc); strings.Join(got, "\n") != strings.Join(want, "\n") {
		w.t.Errorf("the lenses say %q, want %q", got, want)
	}
}

// TestExamplesRun runs an example that holds and one that does not in the real worker,
// and changes the text afterwards.
func TestExamplesRun(t *testing.T) {
	const doc = "untitled:rules.fracrule"
	w := executor(t, workerOf("serves"))
	w.openRules(doc, examplesOfRules)
	w.wantTitles(doc, "▶ run all examples (2)", "▶ run example", "▶ run example")
	reply := w.examples(doc)
	if reply.Passed != 1 || reply.Failed != 1 || len(reply.Results) != 2 {
		t.Fatalf("the reply is %+v", reply)
	}
	if r := reply.Results[0]; r.Verdict != "passed" || r.Compared == 0 || r.Error != nil || r.Range.Start != (position{4, 2}) {
		t.Errorf("the one that holds: %+v", r)
	}
	r := reply.Results[1]
	if r.Verdict != "failed" || r.Rule != "double" || r.Error == nil || r.Error.Place == nil || r.Error.Place.Range.Start.Line != 5 {
		t.Fatalf("the one that does not: %+v %+v", r, r.Error)
	}
	if r.Expected == nil || !strings.Contains(*r.Expected, "%x * 3f") || !strings.Contains(*r.Got, "%x * 2f") {
		t.Errorf("the difference is not told: %+v", r)
	}
	titles := w.exampleTitles(doc)
	if len(titles) != 3 || titles[0] != passesAndFails || !strings.HasPrefix(titles[1], "▶ run example: passed") || !strings.HasPrefix(titles[2], "▶ run example: failed: ") {
		t.Errorf("the lenses say %q", titles)
	}
	w.edit(doc, 2, change{between(3, 11, 3, 12), "3"})
	w.wantTitles(doc, "▶ run all examples (2)", "▶ run example", "▶ run example")
	if reply := w.examples(doc, position{5, 4}); reply.Passed+reply.Failed != 1 || reply.Results[0].Error == nil {
		t.Errorf("of the edited text: %+v", reply)
	}
}

// TestExamplesChosen names examples in all the ways that there are.
func TestExamplesChosen(t *testing.T) {
	const doc = "untitled:rules.fracrule"
	w := executor(t, workerOf("serves"))
	w.openRules(doc, examplesOfRules)
	for _, tt := range []struct {
		want int
		args []any
	}{
		{2, []any{doc}},
		{1, []any{doc, position{4, 2}}},
		{2, []any{doc, position{0, 10}}},
		{2, []any{doc, "double"}},
		{1, []any{map[string]any{"uri": doc, "position": position{5, 20}}}},
	} {
		if reply := w.examples(tt.args...); len(reply.Results) != tt.want {
			t.Errorf("%v: there are %d results, want %d", tt.args, len(reply.Results), tt.want)
		}
	}
	for _, args := range [][]any{{doc, "gone"}, {doc, position{1, 2}}, {doc, 0}} {
		m := w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.testExamples", "arguments": args})
		if m.Error == nil || m.Error.Code != invalidParams {
			t.Errorf("%v gives %s %+v", args, m.Result, m.Error)
		}
	}
}

// TestExamplesWithoutWorker has workers that die, hang or are not there.
func TestExamplesWithoutWorker(t *testing.T) {
	const doc = "untitled:rules.fracrule"
	for _, tt := range []struct {
		worker []string
		code   string
	}{{workerOf("dies"), "worker-died"}, {workerOf("hangs"), "stopped"}, {nil, "worker-unavailable"}} {
		w := executor(t, tt.worker)
		w.openRules(doc, examplesOfRules)
		w.notify("test/settings", map[string]any{"milliseconds": 100})
		reply := w.examples(doc)
		if reply.Failed != 2 || reply.Results[0].Error == nil || reply.Results[0].Error.Code != tt.code {
			t.Errorf("%q: the reply is %+v", tt.worker, reply)
		}
		if tt.code == "worker-unavailable" {
			w.wantTitles(doc, "▶ run all examples (2)", "▶ run example", "▶ run example")
		}
	}
}

// TestExamplesCancelled ends a run of many examples by its request.
func TestExamplesCancelled(t *testing.T) {
	const doc = "untitled:rules.fracrule"
	w := executor(t, workerOf("hangs"))
	w.openRules(doc, examplesOfRules)
	id := w.start("workspace/executeCommand", map[string]any{"command": "fraccheck.testExamples", "arguments": []any{doc}, "workDoneToken": "mine"})
	w.progressed(`"mine"`, "begin")
	time.Sleep(20 * time.Millisecond)
	w.notify("$/cancelRequest", map[string]any{"id": json.Number(id)})
	if m := w.answer(id); m.Error == nil || m.Error.Code != requestCancelled {
		t.Errorf("a cancelled run gives %s %+v", m.Result, m.Error)
	}
	w.wantTitles(doc, "▶ run all examples (2)", "▶ run example", "▶ run example")
}

// TestExamplesOfABrokenFile runs what is left of a file in which a rule has a mistake.
func TestExamplesOfABrokenFile(t *testing.T) {
	const doc = "untitled:rules.fracrule"
	w := executor(t, workerOf("serves"))
	w.openRules(doc, "rewrite broken { var x match x + with x example { 1 + 1 } unchanged }\n"+examplesOfRules)
	w.wantTitles(doc, "▶ run all examples (2)", "▶ run example", "▶ run example")
	if reply := w.examples(doc); reply.Passed != 1 || reply.Failed != 1 || reply.Results[0].Rule != "double" {
		t.Errorf("the reply is %+v", reply)
	}
	if titles := w.exampleTitles(doc); len(titles) != 3 || titles[0] != passesAndFails {
		t.Errorf("the lenses say %q", titles)
	}
	w.openRules("untitled:nothing.fracrule", "rewrite { { {")
	w.wantTitles("untitled:nothing.fracrule")
	if reply := w.examples("untitled:nothing.fracrule"); len(reply.Results) != 0 {
		t.Errorf("of no rules: %+v", reply)
	}
}
