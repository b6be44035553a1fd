package lsp_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/lsp"
)

func TestListen(t *testing.T) {
	address, _, end := listening(t)
	// Two clients, one after the other: each has a server of its own.
	for range 2 {
		client, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		w := newWire(t, client, client)
		w.initialize("file:///nowhere", "utf-8")
		w.open("untitled:a", 1, "@gone()")
		w.expect("untitled:a", 1, "undefined-name")
		w.result("shutdown", nil)
		w.notify("exit", nil)
		if _, ok := <-w.received; ok {
			t.Error("after exit the connection is open")
		}
	}
	end()
}

func TestListenAddress(t *testing.T) {
	if err := lsp.Listen(context.Background(), "nonsense:x:y", io.Discard, lsp.Options{}); err == nil {
		t.Error("an address that is none is accepted")
	}
}

// listening starts a server and gives its address and the lines that it says.
func listening(t *testing.T) (address string, said chan string, end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	logged, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- lsp.Listen(ctx, ":0", out, lsp.Options{})
		out.Close()
	}()
	lines := bufio.NewReader(logged)
	line, err := lines.ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "fraccheck: listening on ")
	if !ok || !strings.HasPrefix(address, "127.0.0.1:") {
		t.Fatalf("the server says %q, %v", line, err)
	}
	said = make(chan string, 100)
	go func() {
		for line, err := lines.ReadString('\n'); err == nil; line, err = lines.ReadString('\n') {
			said <- line
		}
	}()
	return address, said, func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the server ends with %v", err)
		}
	}
}

const framedInitialize = "Content-Length: 107\r\n\r\n" + `{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`

// TestListenHTTP is what a web page can do: none of what it sends is a message.
func TestListenHTTP(t *testing.T) {
	address, log, end := listening(t)
	defer end()
	body := "\r\n" + framedInitialize
	if answer, err := http.Post("http://"+address+"/", "text/plain", strings.NewReader(body)); err == nil {
		said, _ := io.ReadAll(answer.Body)
		t.Errorf("a page is answered %q", said)
	}
	if line := <-log; !strings.Contains(line, `byte 0: "POST / HTTP/1.1" is no header of the protocol`) {
		t.Errorf("the log says %q", line)
	}
}

// TestListenSockets sends what is no message of the protocol over plain sockets,
// and what would be one after it.
func TestListenSockets(t *testing.T) {
	address, _, end := listening(t)
	defer end()
	for _, in := range []string{
		"Host: x\r\n", "POST / HTTP/1.1\r\nContent-Length: 20\r\n\r\n", "X: y\r\nContent-Length: 2\r\n\r\n{}",
		strings.Repeat("a", 5000), "Content-Length: 5\r\nOrigin: http://evil\r\n\r\n", "\x16\x03\x01\x02\x00", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
	} {
		client, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(client, in+framedInitialize)
		client.(*net.TCPConn).CloseWrite()
		said, _ := io.ReadAll(client) // until it is closed, with a reset where bytes were left
		if strings.Contains(string(said), `"id":7`) || strings.Contains(string(said), "capabilities") {
			t.Errorf("%.40q is answered %.200s", in, said)
		}
		client.Close()
	}
}
