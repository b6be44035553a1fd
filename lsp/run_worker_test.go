package lsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/lsp"
)

// executor is a conversation with a server whose worker behaves as told, and a
// client that can do all that runs are shown by.
func executor(t *testing.T, command []string) *wire {
	t.Helper()
	return executorFor(t, command, nil)
}

// executorFor is executor for a client that can do more in its workspace.
func executorFor(t *testing.T, command []string, more map[string]any) *wire {
	t.Helper()
	w := converse(t, func(client io.ReadWriteCloser) error {
		return lsp.Serve(context.Background(), client, io.Discard, lsp.Options{Worker: command})
	})
	workspace := map[string]any{
		"codeLens":  map[string]any{"refreshSupport": true},
		"inlayHint": map[string]any{"refreshSupport": true},
	}
	maps.Copy(workspace, more)
	w.result("initialize", map[string]any{"processId": nil, "rootUri": string(uri.File(t.TempDir())), "capabilities": map[string]any{
		"window": map[string]any{"workDoneProgress": true}, "workspace": workspace,
	}})
	w.notify("initialized", struct{}{})
	return w
}

const endless = "def @loop(%x : int32) -> int32 { @loop(%x + 1) }\n@loop(0)\n1 + 1\n"

// ask starts a command on the line of a document.
func (w *wire) ask(command, doc string, line int, more map[string]any) string {
	w.t.Helper()
	params := map[string]any{"command": command, "arguments": []any{doc, position{line, 0}}}
	for key, value := range more {
		params[key] = value
	}
	return w.start("workspace/executeCommand", params)
}

func (w *wire) answer(id string) message {
	w.t.Helper()
	return w.await("the answer to "+id, func(m message) bool { return string(m.ID) == id && m.Method == "" })
}

// runs runs a line and gives the reply.
func (w *wire) runs(doc string, line int) runReply {
	w.t.Helper()
	m := w.answer(w.ask("fraccheck.run", doc, line, nil))
	if m.Error != nil {
		w.t.Fatalf("the run failed: %d %s", m.Error.Code, m.Error.Message)
	}
	var reply runReply
	decode(w.t, m.Result, &reply)
	return reply
}

// goesOn holds that the server still answers and still runs.
func (w *wire) goesOn() {
	w.t.Helper()
	w.open("untitled:goes-on", 1, "20 + 1\n@gone()\n")
	w.expect("untitled:goes-on", 1, "undefined-name")
	if r := w.runs("untitled:goes-on", 0); r.Value != "21" {
		w.t.Errorf("afterwards a run gives %+v %+v", r, r.Error)
	}
}

func TestRunsThatGoWrong(t *testing.T) {
	tests := []struct {
		name, text string
		line       int
		code       string
	}{
		{"endless loop", endless, 1, "stopped"},
		{"endless recursion", "def @down(%x : int32) -> int32 { 1 + @down(%x + 1) }\n@down(0)\n", 1, "memory-limit"},
		{"endless list", "def @more(%l : List[int32]) -> List[int32] { @more(Cons(1, %l)) }\n@more(Nil())\n", 1, "memory-limit"},
		{"huge tensor", "ones(shape=[100000, 100000], dtype=float64) + 1f64\n", 0, "memory-limit"},
	}
	w := executor(t, workerOf("serves"))
	for i, tt := range tests {
		doc := fmt.Sprintf("untitled:wrong%d", i)
		w.open(doc, 1, tt.text)
		w.notify("test/settings", map[string]any{"milliseconds": 1500, "memory": 200 << 20})
		r := w.runs(doc, tt.line)
		if r.Error == nil || r.Error.Code != tt.code && r.Error.Code != "stopped" {
			t.Errorf("%s: %+v %+v", tt.name, r, r.Error)
		}
	}
	w.goesOn()
}

// TestHugeValue shows a value that would take long to write or to read.
func TestHugeValue(t *testing.T) {
	w := executor(t, workerOf("serves"))
	w.open("untitled:huge", 1, "ones(shape=[60000, 60000], dtype=float64)\n")
	if r := w.runs("untitled:huge", 0); r.Error != nil || !strings.HasSuffix(r.Value, "{Tensor[(60000, 60000), float64], 1.0 to 1.0, mean 1}") {
		t.Errorf("there is %+v %+v", r, r.Error)
	}
}

// TestRunOfNothing holds that the answer names what is missing.
func TestRunOfNothing(t *testing.T) {
	w := executor(t, workerOf("serves"))
	w.open("untitled:a", 1, "1\n")
	m := w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.run", "arguments": []any{"untitled:a"}})
	if m.Error == nil || m.Error.Code != invalidParams || !strings.Contains(m.Error.Message, "which item") {
		t.Errorf("it is answered with %s %+v", m.Result, m.Error)
	}
}

// TestLimitsNamed holds that a message names which limit ended a run, how much it lets a run take, and what raises it.
func TestLimitsNamed(t *testing.T) {
	for _, test := range []struct {
		code, setting, amount string
		settings              map[string]any
	}{
		{"memory-limit", "fraccheck.run.memory", "10 MiB", map[string]any{"milliseconds": 60_000, "memory": 10 << 20}},
		{"step-limit", "fraccheck.run.steps", "12,345 steps", map[string]any{"milliseconds": 60_000, "steps": 12345}},
		{"stopped", "fraccheck.run.timeout", "0.25 s", map[string]any{"milliseconds": 250}},
	} {
		w := executor(t, workerOf("serves"))
		w.open("untitled:limit", 1, "def @down(%x : int32) -> int32 { 1 + @down(%x + 1) }\n@down(0)\n"+endless)
		w.notify("test/settings", test.settings)
		line := 1
		if test.code == "stopped" {
			line = 3
		}
		want := "; the setting `" + test.setting + "` sets this limit, " + test.amount + ": raise it, or set 0 for none"
		if r := w.runs("untitled:limit", line); r.Error == nil || r.Error.Code != test.code || r.Error.Setting != test.setting || !strings.HasSuffix(r.Error.Message, want) {
			t.Errorf("%s: there is %+v %+v", test.code, r, r.Error)
		}
	}
}

// TestRunStopped has a run and a test stopped where their lenses say for how long they have run.
func TestRunStopped(t *testing.T) {
	w := executor(t, workerOf("serves"))
	w.open("untitled:endless", 1, endless+"# @loop(1) evaluates to 2\n")
	w.notify("test/settings", map[string]any{"milliseconds": 600_000})
	stop := func(line int) string {
		m := w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.stop", "arguments": []any{"untitled:endless", position{line, 4}}})
		return string(m.Result)
	}
	if got := stop(1); got != `{"stopped":false}` {
		t.Errorf("nothing runs, and stopping it gives %s", got)
	}
	for _, test := range []struct {
		command string
		line    int
	}{{"fraccheck.run", 1}, {"fraccheck.test", 3}} {
		run := w.ask(test.command, "untitled:endless", test.line, nil)
		for running := false; !running; {
			var found []lens
			decode(t, w.result("textDocument/codeLens", map[string]any{"textDocument": document("untitled:endless")}), &found)
			for _, l := range found {
				running = running || l.Range.Start.Line == test.line && l.Command != nil && l.Command.Command == "fraccheck.stop" && strings.HasPrefix(l.Command.Title, "■ stop  (running, ")
			}
		}
		w.await("lenses that show for how long it runs", func(m message) bool { return m.Method == "workspace/codeLens/refresh" })
		if got := stop(test.line); got != `{"stopped":true}` {
			t.Errorf("%s: stopping it gives %s", test.command, got)
		}
		if m := w.answer(run); m.Error == nil || m.Error.Code != requestCancelled {
			t.Errorf("%s is answered with %s %+v", test.command, m.Result, m.Error)
		}
	}
	w.goesOn()
}

// TestWorkerDies has a worker that dies at once, each time.
func TestWorkerDies(t *testing.T) {
	w := executor(t, workerOf("dies"))
	w.open("untitled:a", 1, "1 + 1\n# @hd(Nil()) evaluates to 1\n")
	for range 2 {
		if r := w.runs("untitled:a", 0); r.Error == nil || r.Error.Code != "worker-died" || !strings.Contains(r.Error.Message, "no more memory") {
			t.Errorf("the run gives %+v %+v", r, r.Error)
		}
	}
	m := w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.test", "arguments": []any{"untitled:a"}})
	if m.Error != nil || !strings.Contains(string(m.Result), `"failed":1`) {
		t.Errorf("the test gives %s %+v", m.Result, m.Error)
	}
	w.expect("untitled:a", 1)
}

// TestWorkerKilled kills the worker in the middle of a run.
func TestWorkerKilled(t *testing.T) {
	dir := t.TempDir()
	w := executor(t, []string{os.Args[0], "worker", "tells", filepath.Join(dir, "pid")})
	w.open("untitled:a", 1, endless)
	id := w.ask("fraccheck.run", "untitled:a", 1, nil)
	kill(t, filepath.Join(dir, "pid"))
	var r runReply
	decode(t, w.answer(id).Result, &r)
	if r.Error == nil || r.Error.Code != "worker-died" {
		t.Errorf("the run gives %+v %+v", r, r.Error)
	}
	w.goesOn()
}

// kill ends the process whose number is in a file, once it is there.
func kill(t *testing.T, path string) {
	for range 1000 {
		time.Sleep(10 * time.Millisecond)
		var pid int
		if text, err := os.ReadFile(path); err == nil {
			if _, err := fmt.Sscanln(string(text), &pid); err == nil {
				p, err := os.FindProcess(pid)
				if err == nil {
					err = p.Kill()
				}
				if err != nil {
					t.Fatal(err)
				}
				return
			}
		}
	}
	t.Fatal("the worker never started")
}

func TestWorkerCannotStart(t *testing.T) {
	for _, command := range [][]string{nil, {filepath.Join(t.TempDir(), "gone")}} {
		w := executor(t, command)
		w.open("untitled:a", 1, "1 + 1\n")
		r := w.runs("untitled:a", 0)
		if r.Error == nil || r.Error.Code != "worker-unavailable" || !strings.Contains(r.Error.Message, "worker") {
			t.Errorf("%q: the run gives %+v %+v", command, r, r.Error)
		}
		w.expect("untitled:a", 1)
		var lenses []lens
		decode(t, w.result("textDocument/codeLens", map[string]any{"textDocument": document("untitled:a")}), &lenses)
		if len(lenses) != 1 || lenses[0].Command.Title != "▶ run" {
			t.Errorf("a run that did not begin is shown: %+v", lenses)
		}
	}
}

// TestWorkerHangs has a worker that never answers: the run ends with its limit.
func TestWorkerHangs(t *testing.T) {
	w := executor(t, workerOf("hangs"))
	w.open("untitled:a", 1, "1 + 1\n")
	w.notify("test/settings", map[string]any{"milliseconds": 100})
	if r := w.runs("untitled:a", 0); r.Error == nil || r.Error.Code != "stopped" {
		t.Errorf("the run gives %+v %+v", r, r.Error)
	}
	w.expect("untitled:a", 1)
}

// TestRunCancelled cancels runs by their request and by their progress; both end
// at once, and the worker goes on.
func TestRunCancelled(t *testing.T) {
	w := executor(t, workerOf("serves"))
	w.open("untitled:a", 1, endless)
	w.goesOn()
	ways := map[string]func(id string){
		"request": func(id string) {
			w.notify("$/cancelRequest", map[string]any{"id": json.Number(id)})
		},
		"progress": func(string) {
			w.notify("window/workDoneProgress/cancel", map[string]any{"token": "mine"})
		},
	}
	for way, cancel := range ways {
		fastest := time.Hour
		for range 5 {
			id := w.ask("fraccheck.run", "untitled:a", 1, map[string]any{"workDoneToken": "mine"})
			w.progressed(`"mine"`, "begin")
			time.Sleep(20 * time.Millisecond)
			began := time.Now()
			cancel(id)
			m := w.answer(id)
			fastest = min(fastest, time.Since(began))
			if m.Error == nil || m.Error.Code != requestCancelled {
				t.Errorf("%s: a cancelled run gives %s %+v", way, m.Result, m.Error)
			}
			w.progressed(`"mine"`, "end")
		}
		t.Logf("%s: the answers came %v after the runs were cancelled, or later", way, fastest)
	}
	if r := w.runs("untitled:a", 2); r.Value != "2" {
		t.Errorf("after cancelled runs there is %+v %+v", r, r.Error)
	}
}

// progressed waits for a part of the progress under a token.
func (w *wire) progressed(token, kind string) json.RawMessage {
	w.t.Helper()
	var p struct {
		Token json.RawMessage
		Value json.RawMessage
	}
	w.await(kind+" of the progress "+token, func(m message) bool {
		if m.Method != "$/progress" {
			return false
		}
		decode(w.t, m.Params, &p)
		return string(p.Token) == token && strings.Contains(string(p.Value), `"kind":"`+kind+`"`)
	})
	return p.Value
}

// TestProgressOfTheServer runs for long without a token: the server asks for a
// place to show it. What is short is not shown.
func TestProgressOfTheServer(t *testing.T) {
	w := executor(t, workerOf("serves"))
	w.open("untitled:a", 1, endless)
	id := w.ask("fraccheck.run", "untitled:a", 1, nil)
	create := w.await("a place for the progress", func(m message) bool { return m.Method == "window/workDoneProgress/create" })
	w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, create.ID))
	var p struct{ Token string }
	decode(t, create.Params, &p)
	if begin := string(w.progressed(`"`+p.Token+`"`, "begin")); !strings.Contains(begin, `"cancellable":true`) || !strings.Contains(begin, "@loop(0)") {
		t.Errorf("the progress begins with %s", begin)
	}
	w.notify("window/workDoneProgress/cancel", map[string]any{"token": p.Token})
	if m := w.answer(id); m.Error == nil || m.Error.Code != requestCancelled {
		t.Errorf("the run gives %s %+v", m.Result, m.Error)
	}
	w.progressed(`"`+p.Token+`"`, "end")
	w.notify("window/workDoneProgress/cancel", map[string]any{"token": p.Token})
	w.notify("window/workDoneProgress/cancel", map[string]any{"token": 17})
	w.goesOn()
}

// TestProgressOfATest counts the claims.
func TestProgressOfATest(t *testing.T) {
	w := executor(t, workerOf("serves"))
	w.open("untitled:a", 1, "1 # => 1\n2 # => 2\n3 # => 4\n")
	id := w.start("workspace/executeCommand", map[string]any{"command": "fraccheck.test", "arguments": []any{map[string]any{"uri": "untitled:a"}}, "workDoneToken": 7})
	w.progressed("7", "begin")
	if report := string(w.progressed("7", "report")); !strings.Contains(report, `"message":"1 of 3"`) || !strings.Contains(report, `"percentage":33`) {
		t.Errorf("the first report is %s", report)
	}
	if end := string(w.progressed("7", "end")); !strings.Contains(end, "2 passed, 1 failed") {
		t.Errorf("the progress ends with %s", end)
	}
	if m := w.answer(id); !strings.Contains(string(m.Result), `"passed":2,"failed":1`) {
		t.Errorf("the test gives %s", m.Result)
	}
}

// TestRefresh holds that lenses and hints are fetched again after a run.
func TestRefresh(t *testing.T) {
	w := executor(t, workerOf("serves"))
	w.open("untitled:a", 1, "1 + 1\n")
	w.runs("untitled:a", 0)
	for _, method := range []string{"workspace/codeLens/refresh", "workspace/inlayHint/refresh"} {
		m := w.await(method, func(m message) bool { return m.Method == method })
		w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, m.ID))
	}
}

// TestRunsBlockNothing has more endless runs than are answered at once, and
// edits and asks meanwhile.
func TestRunsBlockNothing(t *testing.T) {
	w := executor(t, workerOf("serves"))
	w.open("untitled:a", 1, endless)
	var ids []string
	for range 20 {
		ids = append(ids, w.ask("fraccheck.run", "untitled:a", 1, nil))
	}
	for i := range 20 {
		w.edit("untitled:a", i+2, change{between(2, 0, 2, 0), "@gone()\n"})
		if hover := string(w.result("textDocument/hover", at("untitled:a", 0, 6))); !strings.Contains(hover, "@loop") {
			t.Fatalf("hover shows %s", hover)
		}
	}
	w.published("untitled:a", 21)
	for _, id := range ids {
		w.notify("$/cancelRequest", map[string]any{"id": json.Number(id)})
	}
	for _, id := range ids {
		w.answer(id)
	}
	w.goesOn()
}

// TestEndWhileRunning leaves in the middle of a run; the worker goes too.
func TestEndWhileRunning(t *testing.T) {
	done := make(chan error, 1)
	w := converse(t, func(client io.ReadWriteCloser) error {
		done <- lsp.Serve(context.Background(), client, io.Discard, lsp.Options{Worker: workerOf("serves")})
		return nil
	})
	w.initialize("file:///nowhere", "utf-8")
	w.open("untitled:a", 1, endless)
	w.ask("fraccheck.run", "untitled:a", 1, map[string]any{"workDoneToken": "mine"})
	w.progressed(`"mine"`, "begin")
	w.result("shutdown", nil)
	w.notify("exit", nil)
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(2 * time.Minute):
		t.Error("the server does not end")
	}
}

func TestWrongCommands(t *testing.T) {
	w := executor(t, workerOf("serves"))
	w.open("untitled:a", 1, "def @f(%x : int32) { %x }\n@f(1)\n")
	m := w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.conjure"})
	if m.Error == nil || m.Error.Code != invalidParams || !strings.Contains(m.Error.Message, "fraccheck.runSequential") {
		t.Errorf("an unknown command gives %s %+v", m.Result, m.Error)
	}
	for _, command := range []string{"fraccheck.run", "fraccheck.runSequential", "fraccheck.test", "fraccheck.testExamples", "fraccheck.showReferences"} {
		for _, args := range []any{
			nil, []any{}, []any{5}, []any{nil}, []any{map[string]any{}}, []any{map[string]any{"uri": 5}},
			[]any{"untitled:a", "@gone"}, []any{"untitled:a", true}, []any{"untitled:a", position{-1, 0}},
			[]any{"untitled:a", position{0, 0}, 5}, []any{"untitled:a", -3}, []any{"untitled:a", 300}, []any{"untitled:gone", 0},
		} {
			m := w.call("workspace/executeCommand", map[string]any{"command": command, "arguments": args})
			if m.Error == nil || m.Error.Code != invalidParams {
				t.Errorf("%s %v gives %s %+v", command, args, m.Result, m.Error)
			}
		}
	}
	w.fails(invalidParams, "codeLens/resolve", map[string]any{"range": between(0, 0, 0, 0)})
	w.fails(invalidParams, "codeLens/resolve", map[string]any{"range": between(0, 0, 0, 0), "data": 5})
	w.fails(contentModified, "codeLens/resolve", map[string]any{"range": between(0, 0, 0, 0), "data": map[string]any{"uri": "untitled:a", "item": 0, "name": "@g"}})
	w.fails(contentModified, "codeLens/resolve", map[string]any{"range": between(0, 0, 0, 0), "data": map[string]any{"uri": "untitled:a", "item": 1 << 40, "name": "@f"}})
	w.goesOn()
}

const contentModified = -32801

// TestArguments gives what is to be run in all the ways that there are.
func TestArguments(t *testing.T) {
	w := executor(t, workerOf("serves"))
	w.open("untitled:a", 1, "def @add(%x : int32, %y : int32) { %x + %y }\n@add(1, 2)\n")
	for _, tt := range []struct {
		want string
		args []any
	}{
		{"3", []any{"untitled:a", 1}},
		{"3", []any{"untitled:a", position{1, 3}}},
		{"3", []any{map[string]any{"uri": "untitled:a", "item": 1}}},
		{"3", []any{map[string]any{"uri": "untitled:a", "position": position{1, 10}}}},
		{"9", []any{"untitled:a", "@add", []string{"4", "5"}}},
		{"9", []any{"untitled:a", position{0, 6}, []string{"4", "2 + 3"}}},
		{"9", []any{map[string]any{"uri": "untitled:a", "name": "@add", "args": []string{"4", "5"}}}},
	} {
		for _, command := range []string{"fraccheck.run", "fraccheck.runSequential"} {
			var r runReply
			decode(t, w.result("workspace/executeCommand", map[string]any{"command": command, "arguments": tt.args}), &r)
			if r.Value != tt.want || r.Type != "int32" || r.Error != nil {
				t.Errorf("%s %v gives %+v %+v", command, tt.args, r, r.Error)
			}
		}
	}
}

// TestLensSettings turns lenses off, and leaves large files alone.
func TestLensSettings(t *testing.T) {
	w := executor(t, workerOf("serves"))
	w.open("untitled:a", 1, "def @f() { 1 }\n@f() # => 1\n1 + True\n")
	for _, settings := range []map[string]any{{"lenses": false}, {"lenses": true, "largestFile": 10}} {
		w.notify("test/settings", settings)
		if got := string(w.result("textDocument/codeLens", map[string]any{"textDocument": document("untitled:a")})); got != "[]" {
			t.Errorf("with %v there are the lenses %s", settings, got)
		}
	}
}

// TestClientThatShowsReferences has a command of its own: the lens brings the
// places along, and the server does not claim the command's name.
func TestClientThatShowsReferences(t *testing.T) {
	w := pipe(t)
	announced := w.result("initialize", map[string]any{
		"processId": nil, "rootUri": nil, "capabilities": map[string]any{}, "initializationOptions": map[string]any{"showReferences": true},
	})
	if strings.Contains(string(announced), "fraccheck.showReferences") || !strings.Contains(string(announced), "fraccheck.run") {
		t.Errorf("the server announces %s", announced)
	}
	w.notify("initialized", struct{}{})
	w.open("untitled:a", 1, "def @f(%x) { @f(%x) }\n")
	var lenses []lens
	decode(t, w.result("textDocument/codeLens", map[string]any{"textDocument": document("untitled:a")}), &lenses)
	var l lens
	decode(t, w.result("codeLens/resolve", lenses[0]), &l)
	if l.Command.Title != "1 reference" || len(l.Command.Arguments) != 3 || !strings.Contains(string(l.Command.Arguments[2]), `"character":13`) {
		t.Errorf("the lens is %+v %s", l.Command, l.Command.Arguments)
	}
}

// TestManyClaims tests a large file: its text goes to the worker once.
func TestManyClaims(t *testing.T) {
	var text strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&text, "def @f%d(%%x : int32) -> int32 { %%x + %d }\n@f%d(1)    # => %d\n", i, i, i, i+1)
	}
	w := executor(t, workerOf("serves"))
	w.open("untitled:many", 1, text.String())
	m := w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.test", "arguments": []any{"untitled:many"}})
	if m.Error != nil || !strings.Contains(string(m.Result), `"passed":2000,"failed":0`) {
		t.Errorf("the test gives %.200s %+v", m.Result, m.Error)
	}
	var lenses []lens
	decode(t, w.result("textDocument/codeLens", map[string]any{"textDocument": document("untitled:many")}), &lenses)
	if len(lenses) != 2000*4+1 {
		t.Errorf("there are %d lenses", len(lenses))
	}
}

// TestBinaryRuns runs with the real command as its own worker.
func TestBinaryRuns(t *testing.T) {
	p := startProcess(t)
	p.initialize(string(uri.File(t.TempDir())), "utf-16")
	p.open("untitled:a", 1, "def @f(%n : int32) -> Tensor[(?, ?), float64] { ones(shape=[50000, 50000], dtype=float64) + 1f64 }\n2 * 21\n")
	if r := p.runs("untitled:a", 1); r.Value != "42" {
		t.Errorf("the run gives %+v %+v", r, r.Error)
	}
	m := p.call("workspace/executeCommand", map[string]any{"command": "fraccheck.run", "arguments": []any{"untitled:a", "@f", []string{"1"}}})
	if !strings.Contains(string(m.Result), "memory-limit") && !strings.Contains(string(m.Result), "worker-died") {
		t.Errorf("a run that needs 20 GB gives %s %+v", m.Result, m.Error)
	}
	if r := p.runs("untitled:a", 1); r.Value != "42" {
		t.Errorf("afterwards the run gives %+v %+v", r, r.Error)
	}
}

// TestExecuted makes the checks by execution in the worker.
func TestExecuted(t *testing.T) {
	w := executor(t, workerOf("serves"))
	w.open("untitled:a", 1, "def @rest(%xs : FractalTensor[int32]) -> int32 { reduce(fn(%a, %b) { %a - %b }, %xs) }\n")
	params := map[string]any{"textDocument": document("untitled:a")}
	if got := string(w.result("test/executed", params)); !strings.Contains(got, "not associative") {
		t.Errorf("the checks find %s", got)
	}
	w.edit("untitled:a", 2, change{between(0, 72, 0, 73), "+"})
	if got := string(w.result("test/executed", params)); got != "[]" && got != "null" {
		t.Errorf("the mended function has %s", got)
	}
	w = executor(t, workerOf("dies"))
	w.open("untitled:a", 1, "1\n")
	if m := w.call("test/executed", params); m.Error == nil || !strings.Contains(m.Error.Message, "no more memory") {
		t.Errorf("with a dead worker: %s", m.Result)
	}
}

// TestLensOfAFileOnDisk has a byte order mark, which editors do not count.
func TestLensOfAFileOnDisk(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.frac"), "\ufeff1 + 1 # => 2\n")
	w := executor(t, workerOf("serves"))
	doc := string(uri.File(filepath.Join(dir, "a.frac")))
	var lenses []lens
	decode(t, w.result("textDocument/codeLens", map[string]any{"textDocument": document(doc)}), &lenses)
	if len(lenses) != 3 || lenses[0].Range != *between(0, 0, 0, 5) || lenses[1].Range != *between(0, 0, 0, 0) {
		t.Errorf("the lenses are %+v", lenses)
	}
	if r := w.runs(doc, 0); r.Value != "2" {
		t.Errorf("the run gives %+v %+v", r, r.Error)
	}
	if m := w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.test", "arguments": []any{doc}}); !strings.Contains(string(m.Result), `"passed":1`) {
		t.Errorf("the test gives %s", m.Result)
	}
}
