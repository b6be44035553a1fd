package dap

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
	protocol "github.com/google/go-dap"
)

// A client is an editor; what comes is read by the types of go-dap.
type client struct {
	t    *testing.T
	in   chan protocol.Message
	out  io.WriteCloser
	seq  int
	past []protocol.Message
	text string // of the output events that stopped has passed
}

func connect(t *testing.T) *client { return connectTo(t, workspace.Disk{}) }

func connectTo(t *testing.T, files workspace.Files) *client {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	go func() {
		Serve(fromClient, toClient, files)
		toClient.Close()
	}()
	t.Cleanup(func() { toServer.Close() })
	c := &client{t: t, in: make(chan protocol.Message, 1000), out: toServer}
	go c.receive(fromServer)
	return c
}

// An ownResponse is the response to a request that is none of the protocol's.
type ownResponse struct {
	protocol.Response
	Body valueBody `json:"body"`
}

var ownResponses = map[string]func() protocol.Message{
	"value": func() protocol.Message { return &ownResponse{} }, "valuePart": func() protocol.Message { return &ownResponse{} },
	"stepIntoElement": func() protocol.Message { return &ownResponse{} },
}

// receive reads all the time, since a pipe holds nothing.
func (c *client) receive(from io.Reader) {
	defer close(c.in)
	codec := protocol.NewCodec()
	for command, body := range ownResponses {
		if err := codec.RegisterRequest(command, func() protocol.Message { return &protocol.Request{} }, body); err != nil {
			panic(err)
		}
	}
	for in := bufio.NewReader(from); ; {
		text, err := protocol.ReadBaseMessage(in)
		if err != nil {
			return
		}
		m, err := codec.DecodeMessage(text)
		if err != nil {
			return
		}
		c.in <- m
	}
}

// ask sends a request and gives its response; events before it are kept.
func (c *client) ask(command string, arguments any) protocol.ResponseMessage {
	c.t.Helper()
	c.seq++
	c.send(command, arguments)
	for {
		if r := c.response(); r.GetResponse().RequestSeq == c.seq {
			return r
		}
	}
}

func (c *client) send(command string, arguments any) {
	c.t.Helper()
	text, _ := json.Marshal(map[string]any{"seq": c.seq, "type": "request", "command": command, "arguments": arguments})
	if err := protocol.WriteBaseMessage(c.out, text); err != nil {
		c.t.Fatal(err)
	}
}

// response waits for the next one.
func (c *client) response() protocol.ResponseMessage {
	c.t.Helper()
	for {
		m, open := <-c.in
		if !open {
			c.t.Fatal("the connection ended")
		}
		if r, ok := m.(protocol.ResponseMessage); ok {
			return r
		}
		c.past = append(c.past, m)
	}
}

// done is ask for what must succeed.
func (c *client) done(command string, arguments any) protocol.ResponseMessage {
	c.t.Helper()
	r := c.ask(command, arguments)
	if !r.GetResponse().Success {
		c.t.Fatalf("%s: %s", command, r.GetResponse().Message)
	}
	return r
}

// stopped waits until the program stops, and gives why; "" when it has ended.
func (c *client) stopped() string {
	c.t.Helper()
	for {
		var m protocol.Message
		if len(c.past) > 0 {
			m, c.past = c.past[0], c.past[1:]
		} else {
			var open bool
			if m, open = <-c.in; !open {
				c.t.Fatal("the connection ended")
			}
		}
		switch m := m.(type) {
		case *protocol.OutputEvent:
			c.text += m.Body.Output
		case *protocol.StoppedEvent:
			return m.Body.Reason
		case *protocol.TerminatedEvent:
			return ""
		}
	}
}

func (c *client) frames() []protocol.StackFrame {
	return c.done("stackTrace", map[string]any{"threadId": 1}).(*protocol.StackTraceResponse).Body.StackFrames
}

func (c *client) value(expression string) string {
	r := c.ask("evaluate", map[string]any{"expression": expression, "frameId": 1, "context": "watch"})
	if e, ok := r.(*protocol.EvaluateResponse); ok && e.Success {
		return e.Body.Result
	}
	return "error: " + r.GetResponse().Message
}

const program = `def @double(%x: int32) -> int32 {
  let %y = %x * 2;
  %y + 1
}
def @count(%n: int32) -> int32 { if (%n == 0) { 1 / %n } else { 1 + @count(%n - 1) } }
let %k = 10;
map(fn(%e: int32) -> int32 {
  let %s = @double(%e);
  %s + %k
}, [1, 2, 3])
`

func launch(t *testing.T, text string, arguments map[string]any) *client {
	t.Helper()
	path := filepath.Join(t.TempDir(), "p.frac")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := connect(t)
	c.done("initialize", map[string]any{"adapterID": "fraccheck"})
	arguments["program"] = path
	c.done("launch", arguments)
	return c
}

func (c *client) setLines(path string, breakpoints ...map[string]any) []protocol.Breakpoint {
	c.t.Helper()
	return c.done("setBreakpoints", map[string]any{"source": map[string]any{"path": path}, "breakpoints": breakpoints}).(*protocol.SetBreakpointsResponse).Body.Breakpoints
}

func (c *client) path() string {
	for _, s := range c.done("loadedSources", nil).(*protocol.LoadedSourcesResponse).Body.Sources {
		if s.Name == "p.frac" {
			return s.Path
		}
	}
	c.t.Fatal("the program is no source")
	return ""
}

// A conditional breakpoint in a function that a map calls stops at the element for which
// it holds; the stack names the element, and expressions see the variables.
func TestBreakpoints(t *testing.T) {
	c := launch(t, program, map[string]any{"stopOnEntry": false, "expression": "map(fn(%e) { let %s = @double(%e); %s + 10 }, [1, 2, 3])"})
	set := c.setLines(c.path(), map[string]any{"line": 1, "condition": "%x == 2"}, map[string]any{"line": 99})
	if !set[0].Verified || set[0].Line != 2 || set[1].Verified {
		t.Errorf("set %+v", set)
	}
	c.done("configurationDone", nil)
	if why := c.stopped(); why != "breakpoint" {
		t.Fatalf("stopped for %q", why)
	}
	frames := c.frames()
	if frames[0].Name != "@double" || frames[0].Line != 2 || frames[1].Name != "function, element 1" {
		t.Errorf("frames %+v", frames)
	}
	for expression, want := range map[string]string{"%x": "2", "%x * 3": "6", "[%x, %x]": "[2, 2]", "%x / 0": "error: division by zero: 2 / 0"} {
		if got := c.value(expression); got != want {
			t.Errorf("%s is %s, want %s", expression, got, want)
		}
	}
	c.done("next", map[string]any{"threadId": 1})
	c.stopped()
	if got := c.value("%y"); got != "4" || c.frames()[0].Line != 3 {
		t.Errorf("after the step %%y is %s in line %d", got, c.frames()[0].Line)
	}
	c.done("stepOut", map[string]any{"threadId": 1})
	c.stopped()
	if name := c.frames()[0].Name; name != "function, element 1" {
		t.Errorf("out of the function is %s", name)
	}
	c.done("continue", map[string]any{"threadId": 1})
	if why := c.stopped(); why != "" {
		t.Errorf("stopped for %q", why)
	}
}

// A run of many calls stops where it fails, and shows its stack in pages.
func TestFault(t *testing.T) {
	c := launch(t, program, map[string]any{"stopOnEntry": false, "definition": "@count", "args": []string{"100000"}})
	c.done("setExceptionBreakpoints", map[string]any{"filters": []string{"fault"}})
	c.done("configurationDone", nil)
	if why := c.stopped(); why != "exception" {
		t.Fatalf("stopped for %q", why)
	}
	r := c.done("stackTrace", map[string]any{"threadId": 1, "startFrame": 99_990, "levels": 5}).(*protocol.StackTraceResponse)
	if r.Body.TotalFrames < 100_000 || len(r.Body.StackFrames) != 5 || r.Body.StackFrames[0].Name != "@count" {
		t.Errorf("%d frames, of which %+v", r.Body.TotalFrames, r.Body.StackFrames)
	}
	if info := c.done("exceptionInfo", map[string]any{"threadId": 1}).(*protocol.ExceptionInfoResponse); info.Body.ExceptionId != "division-by-zero" {
		t.Errorf("the fault is %+v", info.Body)
	}
	c.done("terminate", nil)
	if why := c.stopped(); why != "" {
		t.Errorf("stopped for %q", why)
	}
}

// What cannot be done is refused with a sentence, and the connection goes on.
func TestRefusals(t *testing.T) {
	c := connect(t)
	for command, arguments := range map[string]any{"hop": nil, "next": nil, "launch": map[string]any{}, "initialize": []int{1}, "stackTrace": map[string]any{"threadId": 1}} {
		if r := c.ask(command, arguments).GetResponse(); r.Success || r.Message == "" {
			t.Errorf("%s: %+v", command, r)
		}
	}
	c.done("initialize", map[string]any{})
	c.done("disconnect", nil)
}
