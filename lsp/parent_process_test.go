package lsp_test

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

// TestParent ends the process that the client named: the server follows it.
func TestParent(t *testing.T) {
	parent := exec.Command(os.Args[0], "-test.run", "^TestWaitForever$")
	parent.Env = append(os.Environ(), "FRACCHECK_TEST_WAIT=1")
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	p := startProcess(t)
	p.result("initialize", map[string]any{"processId": parent.Process.Pid, "rootUri": nil, "capabilities": map[string]any{}})
	p.notify("initialized", struct{}{})
	p.fails(methodNotFound, "still/there", nil)
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait() // it was killed
	if status := p.status(); status != 1 {
		t.Errorf("without its parent the server ends with status %d, want 1", status)
	}
}

// TestWaitForever is the process that TestParent ends.
func TestWaitForever(t *testing.T) {
	if os.Getenv("FRACCHECK_TEST_WAIT") != "" {
		time.Sleep(time.Minute)
	}
}

// TestForeignParent names processes that cannot be seen from here.
func TestForeignParent(t *testing.T) {
	for _, pid := range []any{nil, 0, -1, 1<<31 - 1} {
		w := pipe(t)
		w.result("initialize", map[string]any{"processId": pid, "rootUri": nil, "capabilities": map[string]any{}})
		w.fails(methodNotFound, "still/there", nil)
	}
}
