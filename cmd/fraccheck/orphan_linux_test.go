package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/resource"
)

// TestOrphans kills the process that has the connection of a language server: the one
// that does the work ends, and so does its worker, whatever they are at.
func TestOrphans(t *testing.T) {
	program := programIn(t, t.TempDir())
	long := strings.Repeat(shortDefinition, 20_000)
	for _, test := range []struct {
		name, text string
		send       string // a request
		times      int    // that it is sent
		want       int    // processes besides
		deaf       bool   // nobody reads what the server says
	}{
		{name: "idle", text: "def @f() { 1 }\n", want: 1},
		{name: "checking", text: long, want: 1},
		{name: "evaluating", text: "def @loop(%x : int32) -> int32 { @loop(%x + 1) }\n@loop(0)\n", want: 2, times: 1,
			send: `{"jsonrpc":"2.0","id":2,"method":"workspace/executeCommand","params":{"command":"fraccheck.run","arguments":["untitled:a",1]}}`},
		{name: "writing", text: long[:len(long)/10], want: 1, times: 20, deaf: true,
			send: `{"jsonrpc":"2.0","id":2,"method":"textDocument/semanticTokens/full","params":{"textDocument":{"uri":"untitled:a"}}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			command := exec.Command(program, "lsp")
			in, err := command.StdinPipe()
			check(t, err)
			out, err := command.StdoutPipe()
			check(t, err)
			check(t, command.Start())
			if !test.deaf {
				go io.Copy(io.Discard, out)
			}
			text, _ := json.Marshal(test.text)
			messages := []string{
				`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`,
				`{"jsonrpc":"2.0","method":"initialized","params":{}}`,
				fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:a","languageId":"frac","version":1,"text":%s}}}`, text),
			}
			for range test.times {
				messages = append(messages, test.send)
			}
			for _, m := range messages {
				_, err := fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(m), m)
				check(t, err)
			}
			var left []int
			await(t, fmt.Sprintf("%d processes", test.want), func() bool {
				left = living(command.Process.Pid)
				return len(left) >= test.want
			})
			check(t, command.Process.Kill())
			_ = command.Wait() // it was killed
			for _, pid := range left {
				await(t, fmt.Sprintf("the end of process %d", pid), func() bool { return !runs(pid) })
			}
		})
	}
}

// TestEndedCheck ends a check that has a process of its own: that one ends too, and
// nothing is printed.
func TestEndedCheck(t *testing.T) {
	dir := t.TempDir()
	program := programIn(t, dir)
	check(t, os.WriteFile(filepath.Join(dir, "a.frac"), []byte(strings.Repeat(shortDefinition, 60_000)), 0o644))
	for signal, want := range map[os.Signal]int{os.Interrupt: statusInterrupted, syscall.SIGTERM: statusInterrupted, os.Kill: -1} {
		command := exec.Command(program, dir)
		var out bytes.Buffer
		command.Stdout = &out
		check(t, command.Start())
		var left []int
		await(t, "a process that checks", func() bool {
			left = living(command.Process.Pid)
			return len(left) > 0
		})
		check(t, command.Process.Signal(signal))
		_ = command.Wait() // its status is looked at
		if got := command.ProcessState.ExitCode(); got != want || out.Len() > 0 {
			t.Errorf("after %v the status is %d, want %d; printed: %s", signal, got, want, out.Bytes())
		}
		await(t, "the end of the process that checks", func() bool { return !runs(left[0]) })
	}
}

// shortDefinition is one that takes the checker a moment.
const shortDefinition = "def @f(%x : int32) -> int32 { if (%x == 1) { %x + 1 } else { %x } }\n"

// programIn makes a copy of this program that is `fraccheck` by its name.
func programIn(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "fraccheck")
	data, err := os.ReadFile("/proc/self/exe")
	check(t, err)
	check(t, os.WriteFile(path, data, 0o755))
	return path
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// await waits for something that comes soon on an idle machine.
func await(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 3000 {
		if is() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%s: waited for in vain", what)
}

// living are the descendants of a process that are not dead already.
func living(of int) []int {
	return slices.DeleteFunc(resource.Descendants(of), func(pid int) bool { return !runs(pid) })
}

// runs reports whether a process is there and has not ended.
func runs(pid int) bool {
	fields := statOf(pid)
	return len(fields) > 0 && fields[0] != "Z" && fields[0] != "X"
}

// statOf are the fields of /proc/PID/stat after the name: the state, the parent.
func statOf(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
}
