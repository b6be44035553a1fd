package lsp_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"testing"
	"time"
)

// A wire is a client of the tests: it frames the messages by itself, so that
// the server is not held against the library that it is made of.
type wire struct {
	t        testing.TB
	out      io.WriteCloser
	received chan message
	audit    *audit
	waiting  []message // received and not yet asked for
	lastID   int
}

// A message is any message of JSON-RPC.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data,omitempty"`
	} `json:"error"`
}

func newWire(t testing.TB, in io.Reader, out io.WriteCloser) *wire {
	w := &wire{t: t, out: out, received: make(chan message, 1000), audit: newAudit()}
	if _, timed := t.(*testing.B); timed {
		w.audit.model = nil // it would take longer than what is measured
	}
	t.Cleanup(func() { w.audit.report(t) })
	go w.read(bufio.NewReader(in))
	return w
}

func (w *wire) read(in *bufio.Reader) {
	defer close(w.received)
	for {
		header, err := textproto.NewReader(in).ReadMIMEHeader()
		if err != nil {
			return
		}
		length, err := strconv.Atoi(header.Get("Content-Length"))
		if err != nil {
			return
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(in, body); err != nil {
			return
		}
		var batch []message
		if err := json.Unmarshal(body, &batch); err != nil {
			batch = make([]message, 1)
			if json.Unmarshal(body, &batch[0]) != nil {
				return // the test misses its answer
			}
		}
		for _, m := range batch {
			w.audit.hear(m)
			w.received <- m
		}
	}
}

// send writes a frame.
func (w *wire) send(body string) {
	w.t.Helper()
	if _, err := fmt.Fprintf(w.out, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		w.t.Fatalf("writing to the server: %v", err)
	}
}

func (w *wire) notify(method string, params any) {
	w.t.Helper()
	w.send(encode(map[string]any{"jsonrpc": "2.0", "method": method, "params": params}))
}

// start sends a request and gives its id.
func (w *wire) start(method string, params any) string {
	w.t.Helper()
	w.lastID++
	body := map[string]any{"jsonrpc": "2.0", "id": w.lastID, "method": method}
	if params != nil {
		body["params"] = params
	}
	text := encode(body)
	w.audit.ask(strconv.Itoa(w.lastID), method, text)
	w.send(text)
	return strconv.Itoa(w.lastID)
}

// call sends a request and waits for the answer.
func (w *wire) call(method string, params any) message {
	w.t.Helper()
	id := w.start(method, params)
	return w.await("the answer to "+method, func(m message) bool { return string(m.ID) == id && m.Method == "" })
}

// result is the answer to a request that must be met.
func (w *wire) result(method string, params any) json.RawMessage {
	w.t.Helper()
	m := w.call(method, params)
	if m.Error != nil {
		w.t.Fatalf("%s failed: %d %s", method, m.Error.Code, m.Error.Message)
	}
	return m.Result
}

// fails checks the code that a request fails with.
func (w *wire) fails(code int, method string, params any) {
	w.t.Helper()
	m := w.call(method, params)
	if m.Error == nil || m.Error.Code != code {
		w.t.Errorf("%s %v gave %s %+v, want error %d", method, params, m.Result, m.Error, code)
	}
}

// await gives the next message of a kind; others are kept.
func (w *wire) await(what string, is func(message) bool) message {
	w.t.Helper()
	for i, m := range w.waiting {
		if is(m) {
			w.waiting = append(w.waiting[:i:i], w.waiting[i+1:]...)
			return m
		}
	}
	deadline := time.After(2 * time.Minute)
	for {
		select {
		case m, ok := <-w.received:
			if !ok {
				w.t.Fatalf("the server is gone; %s never came", what)
			}
			if is(m) {
				return m
			}
			w.waiting = append(w.waiting, m)
		case <-deadline:
			w.t.Fatalf("%s never came", what)
		}
	}
}

// published are the diagnostics of one message.
type published struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type diagnostic struct {
	Range              span                   `json:"range"`
	Severity           int                    `json:"severity"`
	Code               string                 `json:"code"`
	Message            string                 `json:"message"`
	Tags               []int                  `json:"tags"`
	Data               json.RawMessage        `json:"data"`
	CodeDescription    *struct{ Href string } `json:"codeDescription"`
	RelatedInformation []struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	} `json:"relatedInformation"`
}

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

// published waits for the diagnostics of a version of a document; a negative
// version represents those without one.
func (w *wire) published(uri string, version int) published {
	w.t.Helper()
	var found published
	w.await(fmt.Sprintf("diagnostics of %s version %d", uri, version), func(m message) bool {
		if m.Method != "textDocument/publishDiagnostics" {
			return false
		}
		found = published{}
		decode(w.t, m.Params, &found)
		return found.URI == uri && (found.Version == nil && version < 0 || found.Version != nil && *found.Version == version)
	})
	return found
}

// initialize begins a conversation with a client that can do all that answers
// depend on.
func (w *wire) initialize(folder, encoding string) json.RawMessage {
	w.t.Helper()
	result := w.result("initialize", map[string]any{
		"processId": nil,
		"rootUri":   folder,
		"capabilities": map[string]any{
			"general":   map[string]any{"positionEncodings": []string{encoding}},
			"workspace": map[string]any{"workspaceEdit": map[string]any{"documentChanges": true}},
			"textDocument": map[string]any{
				"publishDiagnostics": map[string]any{
					"relatedInformation": true, "codeDescriptionSupport": true,
					"tagSupport": map[string]any{"valueSet": []int{1, 2}},
				},
				"semanticTokens": map[string]any{
					"requests":   map[string]any{"range": true, "full": map[string]any{"delta": true}},
					"tokenTypes": []string{}, "tokenModifiers": []string{}, "formats": []string{"relative"},
				},
				"inlayHint":      map[string]any{"resolveSupport": map[string]any{"properties": []string{"tooltip", "label.location"}}},
				"documentSymbol": map[string]any{"hierarchicalDocumentSymbolSupport": true},
				"completion": map[string]any{"completionItem": map[string]any{
					"snippetSupport": true, "documentationFormat": []string{"markdown"},
					"insertTextModeSupport": map[string]any{"valueSet": []int{1, 2}},
				}},
				"signatureHelp": map[string]any{"signatureInformation": map[string]any{
					"documentationFormat": []string{"markdown"}, "noActiveParameterSupport": true,
					"parameterInformation": map[string]any{"labelOffsetSupport": true},
				}},
				"codeAction": map[string]any{"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{"quickfix"}}}},
			},
		},
	})
	w.notify("initialized", struct{}{})
	return result
}

func (w *wire) open(uri string, version int, text string) {
	w.t.Helper()
	w.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": "frac", "version": version, "text": text,
	}})
}

// change is one of the changes of an edit; without a range it is the whole
// text.
type change struct {
	Range *span  `json:"range,omitempty"`
	Text  string `json:"text"`
}

func (w *wire) edit(uri string, version int, changes ...change) {
	w.t.Helper()
	w.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": changes,
	})
}

// at is the parameters of a request on a position.
func at(uri string, line, character int) map[string]any {
	return map[string]any{"textDocument": document(uri), "position": position{line, character}}
}

func document(uri string) map[string]any { return map[string]any{"uri": uri} }

func between(startLine, startCharacter, endLine, endCharacter int) *span {
	return &span{position{startLine, startCharacter}, position{endLine, endCharacter}}
}

func encode(v any) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err)
	}
	return b.String()
}

func decode(t testing.TB, data json.RawMessage, v any) {
	t.Helper()
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("the server wrote %s: %v", data, err)
	}
}
