package editor

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"sync"
	"time"
)

// An Editor is a conversation with one server.
type Editor struct {
	// Patience is how long an answer is waited for; then the request is cancelled.
	Patience time.Duration

	server       *exec.Cmd
	in           io.WriteCloser
	writing      sync.Mutex
	answers      chan message
	published    chan message
	ended        chan struct{}
	id           int
	capabilities map[string]json.RawMessage
}

// An Answer is what a request came to.
type Answer struct {
	Method string
	At     string // where in the text it was asked
	Time   time.Duration
	Size   int // of the result, in bytes
	Result json.RawMessage
	Error  *Failure
	Hung   bool          // no answer came within the patience
	Cancel time.Duration // how long a hanging request took to end once it was cancelled
}

// ErrGone says that the server ended or that it does not even end a cancelled request.
var ErrGone = errors.New("the server is gone")

// Start begins a conversation with a command such as `fraccheck lsp`, in a folder.
func Start(folder string, command ...string) (*Editor, error) {
	e := &Editor{Patience: 10 * time.Second, answers: make(chan message, 64), published: make(chan message, 4096), ended: make(chan struct{})}
	e.server = exec.Command(command[0], command[1:]...)
	e.server.Dir, e.server.Stderr = folder, os.Stderr
	e.server.Env = append(os.Environ(), "FRACCHECK_CACHE=off") // nothing is known from another text
	in, err := e.server.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := e.server.StdoutPipe()
	if err != nil {
		return nil, err
	}
	e.in = in
	if err := e.server.Start(); err != nil {
		return nil, err
	}
	go e.listen(bufio.NewReader(out))
	return e, e.initialize(folder)
}

func (e *Editor) initialize(folder string) error {
	a, err := e.Ask("initialize", "", map[string]any{
		"processId": nil, "rootUri": "file://" + folder, "capabilities": abilities,
		"workspaceFolders": []any{map[string]any{"uri": "file://" + folder, "name": "attack"}},
	})
	if err != nil {
		return err
	}
	var result struct {
		Capabilities map[string]json.RawMessage `json:"capabilities"`
	}
	if err := json.Unmarshal(a.Result, &result); err != nil {
		return err
	}
	e.capabilities = result.Capabilities
	return e.Notify("initialized", map[string]any{})
}

// abilities are those of an editor that can do everything which makes the server do
// more.
var abilities = json.RawMessage(`{
	"general": {"positionEncodings": ["utf-16"]},
	"workspace": {
		"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]},
		"textDocumentContent": {"dynamicRegistration": false}
	},
	"textDocument": {
		"publishDiagnostics": {"relatedInformation": true},
		"documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
		"rename": {"prepareSupport": true},
		"completion": {"completionItem": {"snippetSupport": true}},
		"codeAction": {
			"codeActionLiteralSupport": {"codeActionKind": {"valueSet": [""]}},
			"dataSupport": true, "disabledSupport": true, "resolveSupport": {"properties": ["edit"]}
		},
		"inlayHint": {"resolveSupport": {"properties": ["tooltip", "label.location", "label.tooltip"]}},
		"semanticTokens": {"requests": {"full": {"delta": true}, "range": true}, "tokenTypes": [], "tokenModifiers": [], "formats": ["relative"]}
	}
}`)

// listen takes the server's messages apart and says yes to what it asks.
func (e *Editor) listen(r *bufio.Reader) {
	defer close(e.ended)
	for {
		m, err := receive(r)
		switch {
		case err != nil:
			return
		case m.Method == "":
			e.answers <- m
		case m.ID != nil:
			_ = e.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": nil}) // the next question fails
		case m.Method == "textDocument/publishDiagnostics":
			select {
			case e.published <- m:
			default: // nobody looks
			}
		}
	}
}

func (e *Editor) send(m any) error {
	e.writing.Lock()
	defer e.writing.Unlock()
	return send(e.in, m)
}

// Notify tells the server something.
func (e *Editor) Notify(method string, params any) error {
	return e.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// Ask sends a request and waits for its answer. One that takes longer than the patience
// is cancelled; the error is ErrGone where not even that ends it.
func (e *Editor) Ask(method, at string, params any) (Answer, error) {
	e.id++
	began := time.Now()
	a := Answer{Method: method, At: at}
	if err := e.send(map[string]any{"jsonrpc": "2.0", "id": e.id, "method": method, "params": params}); err != nil {
		return a, ErrGone
	}
	if m, ok := e.await(e.id, e.Patience); ok {
		a.Time, a.Size, a.Result, a.Error = time.Since(began), len(m.Result), m.Result, m.Error
		return a, nil
	}
	a.Hung, a.Time = true, time.Since(began)
	if e.Notify("$/cancelRequest", map[string]any{"id": e.id}) != nil {
		return a, ErrGone
	}
	began = time.Now()
	_, ok := e.await(e.id, 2*time.Second)
	a.Cancel = time.Since(began)
	if !ok {
		return a, ErrGone
	}
	return a, nil
}

// await waits for the answer to a request; those to others that were given up are left.
func (e *Editor) await(id int, patience time.Duration) (message, bool) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case m := <-e.answers:
			if string(m.ID) == strconv.Itoa(id) {
				return m, true
			}
		case <-timer.C:
			return message{}, false
		case <-e.ended:
			return message{}, false
		}
	}
}

// Published waits for the diagnostics of a document, and tells how many there are.
func (e *Editor) Published(uri string) (int, bool) {
	timer := time.NewTimer(e.Patience)
	defer timer.Stop()
	for {
		select {
		case m := <-e.published:
			var p struct {
				URI         string            `json:"uri"`
				Diagnostics []json.RawMessage `json:"diagnostics"`
			}
			if json.Unmarshal(m.Params, &p) == nil && p.URI == uri {
				return len(p.Diagnostics), true
			}
		case <-timer.C:
			return 0, false
		case <-e.ended:
			return 0, false
		}
	}
}

// Pid is the server's process.
func (e *Editor) Pid() int { return e.server.Process.Pid }

// Close ends the conversation and the server. It gives what the system counted.
func (e *Editor) Close() *os.ProcessState {
	e.Patience = time.Second
	if _, err := e.Ask("shutdown", "", nil); err == nil {
		_ = e.Notify("exit", nil) // what does not listen is killed
	}
	e.in.Close()
	select {
	case <-e.ended:
	case <-time.After(time.Second):
	}
	_ = e.server.Process.Kill() // it ended, or does so now
	_ = e.server.Wait()         // its status does not matter
	return e.server.ProcessState
}

// String describes an answer in one line.
func (a Answer) String() string {
	what := fmt.Sprintf("%d bytes", a.Size)
	switch {
	case a.Hung:
		what = fmt.Sprintf("no answer; cancelled in %d ms", a.Cancel.Milliseconds())
	case a.Error != nil:
		what = fmt.Sprintf("error %d: %.80s", a.Error.Code, a.Error.Message)
	}
	return fmt.Sprintf("%6d ms  %s at %s: %s", a.Time.Milliseconds(), a.Method, a.At, what)
}

var peakLine = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// peak is how many bytes of a process were resident at once; 0 where the system does not
// tell.
func peak(pid int) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	found := peakLine.FindSubmatch(status)
	if found == nil {
		return 0
	}
	kilobytes, _ := strconv.ParseInt(string(found[1]), 10, 64)
	return kilobytes << 10
}

// A message is one of the protocol, in either direction.
type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *Failure        `json:"error,omitempty"`
}

// A Failure is the error that a request is answered with.
type Failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// send writes a message.
func send(w io.Writer, m any) error {
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return err
}

// receive reads the next message.
func receive(r *bufio.Reader) (message, error) {
	head, err := textproto.NewReader(r).ReadMIMEHeader()
	if err != nil {
		return message{}, err
	}
	n, err := strconv.Atoi(head.Get("Content-Length"))
	if err != nil {
		return message{}, err
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		return message{}, err
	}
	var m message
	return m, json.Unmarshal(body, &m)
}
