package lsp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/command"
)

// TestMain keeps what the server writes for editors out of the user's cache.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "worker" {
		workers[os.Args[2]]()
		os.Exit(0)
	}
	dir, err := os.MkdirTemp("", "fraccheck-lsp-")
	if err != nil {
		panic(err)
	}
	goCache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err == nil {
		os.Setenv("GOCACHE", strings.TrimSpace(string(goCache)))
	}
	for _, name := range []string{"XDG_CACHE_HOME", "LocalAppData"} {
		os.Setenv(name, filepath.Join(dir, "cache"))
	}
	testDir = dir
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

var testDir string

// binary builds the command, once.
var binary = sync.OnceValues(func() (string, error) { return command.Build(testDir) })

// A process is the real server on its standard input and output.
type process struct {
	*wire
	command *exec.Cmd
}

func startProcess(t *testing.T) *process {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(path, "lsp")
	command.Stderr = os.Stderr
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
	return &process{newWire(t, out, in), command}
}

// status waits for the server to end.
func (p *process) status() int {
	p.t.Helper()
	done := make(chan error, 1)
	go func() { done <- p.command.Wait() }()
	select {
	case <-done:
		return p.command.ProcessState.ExitCode()
	case <-time.After(2 * time.Minute):
		p.t.Fatal("the server does not end")
		return -1
	}
}

func TestBinarySession(t *testing.T) {
	p := startProcess(t)
	dir := t.TempDir()
	p.initialize(string(uri.File(dir)), "utf-16")
	doc := string(uri.File(filepath.Join(dir, "a.frac")))

	p.open(doc, 1, "# Adds one.\ndef @inc(%x : int32) -> int32 {\n  %x + 1f\n}\n")
	found := p.published(doc, 1)
	if len(found.Diagnostics) != 1 || found.Diagnostics[0].Code != "dtype-mismatch" || found.Diagnostics[0].Severity != 1 {
		t.Errorf("an int plus a float gave %+v", found.Diagnostics)
	}
	p.edit(doc, 2, change{between(2, 8, 2, 9), ""}) // 1f → 1
	if found := p.published(doc, 2); len(found.Diagnostics) != 0 {
		t.Errorf("the mended file still has %+v", found.Diagnostics)
	}

	var hover struct{ Contents struct{ Value string } }
	decode(t, p.result("textDocument/hover", at(doc, 1, 6)), &hover)
	if !strings.Contains(hover.Contents.Value, "@inc : fn(int32) -> int32") || !strings.Contains(hover.Contents.Value, "Adds one.") {
		t.Errorf("hover shows %q", hover.Contents.Value)
	}
	var definition location
	decode(t, p.result("textDocument/definition", at(doc, 2, 3)), &definition)
	if definition != (location{doc, *between(1, 9, 1, 11)}) {
		t.Errorf("%%x is defined at %+v", definition)
	}

	p.notify("textDocument/didClose", map[string]any{"textDocument": document(doc)})
	if found := p.published(doc, -1); len(found.Diagnostics) != 0 {
		t.Errorf("a closed document has %+v", found.Diagnostics)
	}
	p.result("shutdown", nil)
	p.notify("exit", nil)
	if status := p.status(); status != 0 {
		t.Errorf("after shutdown the exit status is %d", status)
	}
}

func TestBinaryExitWithoutShutdown(t *testing.T) {
	p := startProcess(t)
	p.initialize(string(uri.File(t.TempDir())), "utf-16")
	p.notify("exit", nil)
	if status := p.status(); status != 1 {
		t.Errorf("exit without shutdown gave status %d, want 1", status)
	}
}

func TestBinaryEndOfInput(t *testing.T) {
	p := startProcess(t)
	p.initialize(string(uri.File(t.TempDir())), "utf-16")
	p.out.Close()
	if status := p.status(); status != 1 {
		t.Errorf("the end of the input gave status %d, want 1", status)
	}
}
