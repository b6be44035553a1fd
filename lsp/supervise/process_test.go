package supervise_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/fatal"
	"github.com/fraccheck/fraccheck/internal/isolation"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp"
	"github.com/fraccheck/fraccheck/lsp/frame"
	"github.com/fraccheck/fraccheck/lsp/supervise"
)

// TestMain is a child where this program is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "child" {
		work(os.Args[2], os.Args[3], os.Args[4])
		return
	}
	os.Exit(m.Run())
}

// work is a server that dies of items whose names say so.
func work(restarts, record, leaveOut string) {
	if os.Getenv("FRACCHECK_TEST_DEAD") != "" {
		os.Exit(3)
	}
	if err := os.WriteFile(os.Getenv("FRACCHECK_TEST_PID"), []byte(strconv.Itoa(os.Getpid())), 0o600); err != nil {
		panic(err)
	}
	debug.SetMaxStack(16 << 20) // a large one takes its time to fill
	options := lsp.Options{Supervised: true, CrashLog: deadly(nil)}
	options.Restarts, _ = strconv.Atoi(restarts)
	if record != "" {
		r, err := isolation.Record(record, strings.Split(leaveOut, ","))
		if err != nil {
			panic(err)
		}
		options.CrashLog = deadly(r.Begin)
	}
	err := lsp.Serve(context.Background(), pipes{os.Stdin, os.Stdout}, os.Stderr, options)
	if err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// deadly dies of what it looks at, once that is written down.
func deadly(observe workspace.Observer) workspace.Observer {
	return func(s workspace.Task) (func(), bool) {
		done, ok := func() {}, true
		if observe != nil {
			done, ok = observe(s)
		}
		switch {
		case !ok:
		case strings.Contains(s.Name, "@overflow"):
			fatal.Overflow()
		case strings.Contains(s.Name, "@exhaust"):
			fatal.Exhaust()
		case strings.Contains(s.Name, "textDocument/hover") && strings.Contains(s.Name, "deadly"):
			fatal.Overflow()
		}
		return done, ok
	}
}

type pipes struct {
	io.Reader
	io.Writer
}

func (pipes) Close() error { return os.Stdin.Close() }

// A session is a client and the supervisor that serves it.
type session struct {
	t        *testing.T
	conn     net.Conn
	out      *frame.Writer
	ended    chan error
	messages chan message
	waiting  []message
	last     int

	env []string
	pid string // a file: the number of the child of this moment

	mu       sync.Mutex
	commands []*exec.Cmd // children, the last one after
}

type message struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
	}
}

// patient is a pace at which no test rests.
var patient = supervise.Pace{Crashes: 1 << 20, Within: time.Hour, Rest: time.Hour}

func start(t *testing.T, pace supervise.Pace, env ...string) *session {
	t.Helper()
	here, there := net.Pipe()
	s := &session{t: t, conn: here, out: frame.NewWriter(here), ended: make(chan error, 1), messages: make(chan message, 1000), env: env}
	s.pid = filepath.Join(t.TempDir(), "pid")
	go s.read()
	go func() {
		s.ended <- supervise.Serve(context.Background(), there, io.Discard, supervise.Options{Command: s.child, Pace: pace})
	}()
	t.Cleanup(func() { here.Close() })
	return s
}

func (s *session) child(start supervise.Start) *exec.Cmd {
	command := exec.Command(os.Args[0], "child", strconv.Itoa(start.Restarts), start.Record, strings.Join(start.LeaveOut, ","))
	command.Env = append(append(os.Environ(), "FRACCHECK_TEST_PID="+s.pid), s.env...)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.commands = append(s.commands, command)
	return command
}

// kill ends the child of this moment, if there is one.
func (s *session) kill() {
	text, _ := os.ReadFile(s.pid)
	pid, err := strconv.Atoi(string(text))
	if err != nil {
		return // none has begun
	}
	if child, err := os.FindProcess(pid); err == nil {
		_ = child.Kill()
	}
}

func (s *session) children() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.commands)
}

func (s *session) read() {
	defer close(s.messages)
	in := frame.NewReader(s.conn)
	for {
		body, err := in.ReadFrame()
		if err != nil {
			return
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			panic(err)
		}
		if m.Method != "" && m.ID != nil {
			go s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, answers[m.Method]))
		}
		s.messages <- m
	}
}

// answers are what the client says to a child's questions.
var answers = map[string]string{
	"workspace/configuration": `[{}]`, "client/registerCapability": `null`, "window/workDoneProgress/create": `null`,
	"workspace/inlayHint/refresh": `null`, "workspace/codeLens/refresh": `null`, "workspace/diagnostic/refresh": `null`, "workspace/semanticTokens/refresh": `null`,
}

func (s *session) send(body string) { _ = s.out.WriteFrame([]byte(body)) }

func (s *session) notify(method string, params any) {
	text, err := json.Marshal(params)
	if err != nil {
		s.t.Fatal(err)
	}
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, text))
}

func (s *session) ask(method string, params any) (id string) {
	text, err := json.Marshal(params)
	if err != nil {
		s.t.Fatal(err)
	}
	s.last++
	s.send(fmt.Sprintf(`{"params":%s,"id":%d,"method":%q,"jsonrpc":"2.0"}`, text, s.last, method))
	return strconv.Itoa(s.last)
}

// call asks and waits for the answer.
func (s *session) call(method string, params any) message {
	s.t.Helper()
	id := s.ask(method, params)
	return s.await("the answer to "+method, func(m message) bool { return string(m.ID) == id && m.Method == "" })
}

// insist asks again while children die of other things.
func (s *session) insist(method string, params any) json.RawMessage {
	s.t.Helper()
	for range 100 {
		m := s.call(method, params)
		if m.Error == nil {
			return m.Result
		}
		if m.Error.Code != -32803 && m.Error.Code != -32802 {
			s.t.Fatalf("%s failed: %+v", method, *m.Error)
		}
	}
	s.t.Fatalf("%s is never answered", method)
	return nil
}

func (s *session) await(what string, is func(message) bool) message {
	s.t.Helper()
	for i, m := range s.waiting {
		if is(m) {
			s.waiting = append(s.waiting[:i:i], s.waiting[i+1:]...)
			return m
		}
	}
	deadline := time.After(time.Minute)
	for {
		select {
		case m, ok := <-s.messages:
			if !ok {
				s.t.Fatalf("the server is gone; %s never came", what)
			}
			if is(m) {
				return m
			}
			s.waiting = append(s.waiting, m)
		case <-deadline:
			s.t.Fatalf("%s never came", what)
		}
	}
}

func (s *session) initialize() {
	s.t.Helper()
	s.insist("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{
		"general": map[string]any{"positionEncodings": []string{"utf-16"}},
		"window":  map[string]any{"workDoneProgress": true},
		"workspace": map[string]any{
			"configuration": true, "inlayHint": map[string]any{"refreshSupport": true},
			"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true},
		},
	}})
	s.notify("initialized", struct{}{})
}

func (s *session) open(uri string, version int, text string) {
	s.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "frac", "version": version, "text": text}})
}

// found are the codes and messages of the diagnostics of a version of a document.
func (s *session) found(uri string, version int) string {
	s.t.Helper()
	m := s.await(fmt.Sprintf("diagnostics of %s version %d", uri, version), func(m message) bool {
		var p struct {
			URI     string
			Version int
		}
		return m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == uri && p.Version == version
	})
	var p struct {
		Diagnostics []struct{ Code, Message string }
	}
	if err := json.Unmarshal(m.Params, &p); err != nil {
		s.t.Fatal(err)
	}
	return fmt.Sprint(p.Diagnostics)
}

// leave ends the conversation as the protocol wants it.
func (s *session) leave() {
	s.t.Helper()
	if m := s.call("shutdown", nil); m.Error != nil {
		s.t.Errorf("shutdown failed: %+v", *m.Error)
	}
	s.notify("exit", nil)
	if err := s.status(); err != nil {
		s.t.Errorf("after shutdown the server ends with %v", err)
	}
}

// status waits for the end of the supervisor; no child may be left then.
func (s *session) status() error {
	s.t.Helper()
	go func() {
		for range s.messages { // nobody waits for them
		}
	}()
	select {
	case err := <-s.ended:
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, c := range s.commands {
			if c.ProcessState == nil {
				s.t.Errorf("process %d is left", c.Process.Pid)
			}
		}
		return err
	case <-time.After(time.Minute):
		s.t.Fatal("the server does not end")
		return errors.New("never")
	}
}
