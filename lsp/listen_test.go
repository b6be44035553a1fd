package lsp_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/lsp"
)

func TestListen(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	logged, log := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- lsp.Listen(ctx, ":0", log, lsp.Options{}) }()
	lines := bufio.NewScanner(logged)
	lines.Scan()
	address, ok := strings.CutPrefix(lines.Text(), "fraccheck: listening on ")
	if !ok || !strings.HasPrefix(address, "127.0.0.1:") {
		t.Fatalf("the server says %q", lines.Text())
	}
	go io.Copy(io.Discard, logged)

	// Two clients, one behind the other: each has a server of its own.
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
	cancel()
	if err := <-done; err != nil {
		t.Errorf("the server ends with %v", err)
	}
}

func TestListenAddress(t *testing.T) {
	if err := lsp.Listen(context.Background(), "nonsense:x:y", io.Discard, lsp.Options{}); err == nil {
		t.Error("an address that is none is accepted")
	}
}
