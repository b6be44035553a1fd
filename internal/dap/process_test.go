package dap

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/command"
	protocol "github.com/google/go-dap"
)

// The command is built once, and tried in each of these ways.
func TestProcess(t *testing.T) {
	binary, err := command.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Run("session", func(t *testing.T) { wholeSession(t, binary) })
	t.Run("memory", func(t *testing.T) { tooMuchMemory(t, binary) })
	t.Run("other text", func(t *testing.T) { otherText(t, binary) })
	t.Run("listen", func(t *testing.T) { connected(t, binary) })
}

// wholeSession goes from the first message to the end.
func wholeSession(t *testing.T, binary string) {
	path := filepath.Join(t.TempDir(), "p.frac")
	if err := os.WriteFile(path, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	command, c := start(t, os.Stderr, binary, "dap")
	c.done("initialize", map[string]any{"adapterID": "fraccheck"})
	c.done("launch", map[string]any{"program": path, "expression": "map(fn(%e) { @double(%e) + 10 }, [1, 2, 3])"})
	c.setLines(path, map[string]any{"line": 3})
	c.done("configurationDone", nil)
	var stops []string
	for why := c.stopped(); why != ""; why = c.stopped() {
		stops = append(stops, why)
		c.done("continue", map[string]any{"threadId": 1})
	}
	if got := strings.Join(stops, " "); got != "entry breakpoint breakpoint breakpoint" || c.text != "[13, 15, 17]\n" {
		t.Errorf("the stops are %s, the output %q", got, c.text)
	}
	c.done("disconnect", nil)
	if err := command.Wait(); err != nil {
		t.Error(err)
	}
}

// connected holds that clients which connect have a session each, on this machine alone, and
// that what web pages send is no message.
func connected(t *testing.T, binary string) {
	path := filepath.Join(t.TempDir(), "p.frac")
	if err := os.WriteFile(path, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	server := exec.Command(binary, "dap", "--listen=:0")
	said, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Process.Kill() })
	log := bufio.NewReader(said)
	line, err := log.ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "fraccheck: listening on ")
	if !ok || !strings.HasPrefix(address, "127.0.0.1:") {
		t.Fatalf("it says %q, %v", line, err)
	}
	first, second := dial(t, address), dial(t, address)
	for _, c := range []*client{first, second} {
		c.done("initialize", map[string]any{"adapterID": "fraccheck"})
		c.done("launch", map[string]any{"program": path, "expression": "@double(21)"})
		c.done("configurationDone", nil)
		if why := c.stopped(); why != "entry" {
			t.Errorf("stopped for %q", why)
		}
	}
	second.done("disconnect", nil)
	for range second.in { // until the connection ends
	}
	first.done("continue", map[string]any{"threadId": 1})
	if why := first.stopped(); why != "" || first.text != "43\n" {
		t.Errorf("stopped for %q, %q", why, first.text)
	}
	body := `Content-Length: 62\r\n\r\n{"seq":1,"type":"request","command":"initialize","arguments":{}}`
	if answer, err := http.Post("http://"+address+"/", "text/plain", strings.NewReader(body)); err == nil {
		t.Errorf("a page is answered with status %d", answer.StatusCode)
	}
	if line, err := log.ReadString('\n'); !strings.Contains(line, `"POST / HTTP/1.1" is no header of the protocol`) {
		t.Errorf("it says %q, %v", line, err)
	}
}

func dial(t *testing.T, address string) *client {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	c := &client{t: t, in: make(chan protocol.Message, 1000), out: connection}
	go c.receive(connection)
	return c
}

// TestRefuse tells who finds no place why.
func TestRefuse(t *testing.T) {
	var out bytes.Buffer
	Refuse(&out, errors.New("full"))
	in := bufio.NewReader(&out)
	m, err := protocol.ReadProtocolMessage(in)
	if e, ok := m.(*protocol.OutputEvent); !ok || e.Body.Output != "fraccheck: full\n" {
		t.Errorf("it says %v, %v", m, err)
	}
	m, err = protocol.ReadProtocolMessage(in)
	if _, ok := m.(*protocol.TerminatedEvent); !ok {
		t.Errorf("it says %v, %v", m, err)
	}
}

// otherText holds that what is no message ends the command with a sentence.
func otherText(t *testing.T, binary string) {
	command := exec.Command(binary, "dap")
	command.Stdin = strings.NewReader("GET / HTTP/1.1\r\n\r\n")
	output, err := command.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.HasPrefix(string(output), "fraccheck: ") || strings.Count(string(output), "\n") != 1 {
		t.Errorf("%v, %q", err, output)
	}
}

// tooMuchMemory holds that the command ends with a sentence when it takes too much.
func tooMuchMemory(t *testing.T, binary string) {
	path := filepath.Join(t.TempDir(), "p.frac")
	if err := os.WriteFile(path, []byte(growing), 0o600); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	command, c := start(t, &said, binary, "dap", "--max-memory=64MiB")
	c.done("initialize", map[string]any{})
	c.done("launch", map[string]any{"program": path, "stopOnEntry": false})
	c.done("configurationDone", nil)
	for range c.in { // until it ends
	}
	if err := command.Wait(); command.ProcessState.ExitCode() != 2 || !strings.Contains(said.String(), "--max-memory") {
		t.Errorf("%v, %q", err, said.String())
	}
}

func start(t *testing.T, stderr io.Writer, name string, arguments ...string) (*exec.Cmd, *client) {
	command := exec.Command(name, arguments...)
	command.Stderr = stderr
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { command.Process.Kill() })
	c := &client{t: t, in: make(chan protocol.Message, 1000), out: in}
	go c.receive(out)
	return command, c
}
