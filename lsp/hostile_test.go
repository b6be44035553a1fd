package lsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/lsp"
)

// wrongParams are parameters that no method takes.
var wrongParams = []string{
	`null`, `[]`, `[1,2]`, `{"textDocument":5}`, `{"textDocument":{"uri":[]},"position":{}}`,
	`{"textDocument":{"uri":"untitled:a"},"position":{"line":-1,"character":0},"range":{"start":{"line":-1,"character":0}},"uri":7,"query":{},"item":1,"command":[],"previousResultIds":3}`,
	`{"uri":5,"textDocument":{"uri":"untitled:a","version":"x"},"contentChanges":{},"changes":7,"event":[],"token":{},"id":{}}`,
	strings.Repeat("[", 9000) + strings.Repeat("]", 9000),
}

// TestWrongParams asks everything the wrong way: each request is answered, and
// the server goes on.
func TestWrongParams(t *testing.T) {
	w := pipe(t)
	w.begin(allAbilities(), nil)
	w.open("untitled:a", 1, program)
	for _, method := range lsp.Methods() {
		for _, params := range wrongParams {
			m := w.call(method, json.RawMessage(params))
			if params[0] == '[' && (m.Error == nil || m.Error.Code != invalidParams) {
				t.Errorf("%s takes %.60s and gives %.100s %+v", method, params, m.Result, m.Error)
			}
		}
	}
	deep := strings.Repeat("[", 1000000) + strings.Repeat("]", 1000000)
	w.send(`{"jsonrpc":"2.0","method":"initialized","params":` + deep + `}`)
	w.send(`{"jsonrpc":"2.0","id":"deep","method":"textDocument/hover","params":` + deep + `}`)
	for _, method := range lsp.Notifications() {
		for _, params := range wrongParams {
			w.notify(method, json.RawMessage(params))
		}
	}
	w.open("untitled:b", 1, "@gone()")
	w.expect("untitled:b", 1, "undefined-name")
}

// TestWrongPlaces asks everything at places that are not there.
func TestWrongPlaces(t *testing.T) {
	w := pipe(t)
	w.begin(allAbilities(), nil)
	r := &recorder{wire: w, doc: "untitled:a", text: []rune("def @f() -> int32 { 1 }"), answers: map[string]json.RawMessage{}}
	w.open("untitled:a", 1, string(r.text))
	for _, method := range lsp.Methods() {
		for _, p := range []position{{0, 1 << 30}, {1 << 30, 0}, {1<<31 - 1, 1<<31 - 1}} {
			if itemOf[method] != "" {
				continue
			}
			m := w.call(method, map[string]any{
				"textDocument": document("untitled:a"), "position": p, "positions": []position{p}, "range": span{p, position{}},
				"ranges":  []span{{p, p}},
				"context": map[string]any{"includeDeclaration": true, "diagnostics": []any{}, "triggerKind": 1, "isRetrigger": false},
				"options": map[string]any{"tabSize": 2, "insertSpaces": true}, "ch": "}", "newName": "%x", "query": "",
				"previousResultId": "", "previousResultIds": []any{}, "uri": "fraccheck:/prelude.frac", "command": "", "arguments": []any{}, "files": []any{},
			})
			if m.Error != nil && !tolerated(method, m.Error.Code) {
				t.Errorf("%s at %v failed: %d %s", method, p, m.Error.Code, m.Error.Message)
			}
		}
	}
}

// TestWrongEdits makes edits with versions that go back, ranges that are upside
// down or outside the text, and of documents that are not there.
func TestWrongEdits(t *testing.T) {
	w := pipe(t)
	w.begin(nil, nil)
	const doc = "untitled:a"
	w.open(doc, 7, "def @f() -> int32 { 1 }\n")
	w.expect(doc, 7)
	w.edit(doc, 3, change{between(5, 5, 0, 0), "@gone()"}) // taken as what lies between
	w.expect(doc, 3, "undefined-name")
	w.edit(doc, 3, change{nil, "def @f() -> int32 { 1 }\n"})
	w.expect(doc, 3)
	w.edit(doc, 4, change{between(99, 0, 99, 9), "@f(1)"})
	w.expect(doc, 4, "arity-mismatch")
	w.edit(doc, 5)
	w.expect(doc, 5, "arity-mismatch")
	w.edit(doc, -1, change{nil, ""})
	w.expect(doc, -1)
	w.edit("untitled:none", 1, change{nil, ""})
	w.open(doc, 1, "@gone()") // again
	w.expect(doc, 1, "undefined-name")
	for range 2 {
		w.notify("textDocument/didClose", map[string]any{"textDocument": document(doc)})
	}
	w.edit(doc, 2, change{nil, "@gone()"})
	w.notify("textDocument/didSave", map[string]any{"textDocument": document(doc)})
	w.fails(invalidParams, "textDocument/hover", at(doc, 0, 0))
}

// TestSameID gives two requests one id, and cancels what was answered before.
func TestSameID(t *testing.T) {
	w, _ := faulty(t)
	for range 2 {
		w.send(`{"jsonrpc":"2.0","id":"same","method":"test/wait","params":{"textDocument":{"uri":"untitled:a"},"position":{"line":0,"character":0}}}`)
	}
	w.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"same"}}`)
	w.await("an answer", func(m message) bool {
		return string(m.ID) == `"same"` && m.Error != nil && m.Error.Code == requestCancelled
	})
	w.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"same"}}`)
	w.fails(methodNotFound, "still/there", nil)
}

// TestWrongFrames breaks the framing: the conversation may end, the process
// may not, nor take the memory that a header promises.
func TestWrongFrames(t *testing.T) {
	for _, frame := range []string{
		"Content-Length: 99999999999999\r\n\r\n{}", "Content-Length: 9999999999999999999999\r\n\r\n{}", "Content-Length: -5\r\n\r\n{}",
		"Content-Length: x\r\n\r\n{}", "\r\n\r\n{}", "nonsense", "Content-Length: 2000000000\r\n\r\n{}", strings.Repeat("X: y\r\n", 100000) + "\r\n",
		"Content-Length: 2\n\n{}", "Content-Length: 0\r\n\r\n", "Content-Type: x\r\n\r\n",
	} {
		toServer, fromClient := io.Pipe()
		toClient, fromServer := io.Pipe()
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 1)
		before := heap()
		go func() { done <- lsp.Serve(ctx, rwc{toServer, fromServer}, io.Discard, lsp.Options{}) }()
		go io.Copy(io.Discard, toClient)
		go func() {
			io.WriteString(fromClient, frame)
			fromClient.Close()
		}()
		select {
		case <-done:
		case <-time.After(2 * time.Minute):
			t.Errorf("after %.40q the server hangs", frame)
		}
		if grown := int64(heap()) - int64(before); grown > 64<<20 {
			t.Errorf("%.40q took %d bytes", frame, grown)
		}
		cancel()
		toClient.Close()
	}
}

// TestStoppedReader asks and edits without reading answers, fewer than the server waits for
// (see backlog.go), then reads them all.
func TestStoppedReader(t *testing.T) {
	w := pipe(t)
	w.begin(nil, nil)
	const doc = "untitled:deaf"
	w.open(doc, 0, "def @f() -> int32 { 1 }\n")
	var ids []string
	for i := range 700 {
		ids = append(ids, w.start("textDocument/hover", at(doc, 0, 5)))
		w.edit(doc, i+1, change{nil, fmt.Sprintf("def @f%d() -> int32 { 1 }\n", i)})
	}
	for _, id := range ids[len(ids)-50:] {
		w.await("the answer to "+id, func(m message) bool { return string(m.ID) == id && m.Error == nil })
	}
	w.expect(doc, 700)
}

// TestHundredThousandEdits types for a long time.
func TestHundredThousandEdits(t *testing.T) {
	edits := 100000
	if testing.Short() || os.Getenv("CI") != "" {
		edits = 10000
	}
	w := pipe(t)
	w.begin(nil, nil)
	const doc = "untitled:long"
	w.open(doc, 0, strings.Repeat(program, 20))
	for i := range edits {
		w.edit(doc, i+1, change{between(1, 0, 1, i%2), strings.Repeat("é", 1-i%2)})
		if i%1000 == 0 {
			w.fails(methodNotFound, "still/there", nil)
			w.waiting = nil
		}
	}
	w.edit(doc, edits+1, change{nil, "@gone()"})
	w.expect(doc, edits+1, "undefined-name")
}

// TestExits leaves without shutdown, twice, before initialize, and with more
// after it.
func TestExits(t *testing.T) {
	const shutdown = `{"jsonrpc":"2.0","id":1,"method":"shutdown"}`
	const exit = `{"jsonrpc":"2.0","method":"exit"}`
	const initialize = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`
	for _, c := range []struct {
		messages []string
		want     error
	}{
		{[]string{exit}, lsp.ErrNoShutdown},
		{[]string{initialize, exit}, lsp.ErrNoShutdown},
		{[]string{initialize, shutdown, exit}, nil},
		{[]string{initialize, shutdown, exit, exit, initialize}, nil},
		{[]string{shutdown, exit}, lsp.ErrNoShutdown},
		{[]string{initialize, shutdown}, nil},
		{nil, lsp.ErrNoShutdown},
	} {
		in := ""
		for _, m := range c.messages {
			in += fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(m), m)
		}
		if err := lsp.Serve(context.Background(), script{strings.NewReader(in)}, io.Discard, lsp.Options{}); err != c.want {
			t.Errorf("%v ends with %v, want %v", c.messages, err, c.want)
		}
	}
}

// A script is a client that says what it has to say and does not listen.
type script struct{ io.Reader }

func (script) Write(p []byte) (int, error) { return len(p), nil }
func (script) Close() error                { return nil }

// TestMethodsAreKnown holds that the lists of the tests are of this server.
func TestMethodsAreKnown(t *testing.T) {
	m := theModel()
	for _, method := range slices.Concat(lsp.Methods(), lsp.Notifications()) {
		if m != nil && m.messages[method].Method == "" {
			t.Errorf("the protocol has no %s; what it has no request for is a command (command.go) or a document of the server (server_document.go)", method)
		}
	}
}
