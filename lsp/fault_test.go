package lsp_test

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fraccheck/fraccheck/lsp"
)

const internalError = -32603

// faulty is a conversation with a server that can be made to fail, and what it
// logs.
func faulty(t *testing.T) (*wire, *journal) {
	return faultyFor(t, map[string]any{"general": map[string]any{"positionEncodings": []string{"utf-8"}}})
}

// faultyFor is faulty for a client that can do something.
func faultyFor(t *testing.T, capabilities map[string]any) (*wire, *journal) {
	log := &journal{}
	w := converse(t, func(client io.ReadWriteCloser) error {
		return lsp.ServeFaulty(context.Background(), client, log)
	})
	w.begin(capabilities, nil)
	return w, log
}

type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// TestPanic fails twice: both requests are answered, the fault is reported
// once, and the server goes on.
func TestPanic(t *testing.T) {
	w, log := faulty(t)
	for range 2 {
		w.fails(internalError, "test/panic", at("untitled:a", 0, 0))
	}
	w.open("untitled:a", 1, "@gone()")
	w.expect("untitled:a", 1, "undefined-name")
	if n := strings.Count(log.String(), "out of ideas"); n != 1 {
		t.Errorf("the fault is logged %d times:\n%s", n, log)
	}
}

// TestCancelRunning cancels requests that run and some that wait for their
// turn.
func TestCancelRunning(t *testing.T) {
	w, _ := faulty(t)
	var ids []string
	for range 40 {
		ids = append(ids, w.start("test/wait", at("untitled:a", 0, 0)))
	}
	for _, id := range ids {
		number, _ := strconv.Atoi(id)
		w.notify("$/cancelRequest", map[string]any{"id": number})
	}
	for _, id := range ids {
		m := w.await("the answer to "+id, func(m message) bool { return string(m.ID) == id && m.Method == "" })
		if m.Error == nil || m.Error.Code != requestCancelled {
			t.Errorf("request %s gave %s %+v", id, m.Result, m.Error)
		}
	}
	w.fails(methodNotFound, "still/there", nil)
}

// TestExitWhileRunning leaves while requests run.
func TestExitWhileRunning(t *testing.T) {
	w, _ := faulty(t)
	for range 20 {
		w.start("test/wait", at("untitled:a", 0, 0))
	}
	w.result("shutdown", nil)
	w.notify("exit", nil)
}
