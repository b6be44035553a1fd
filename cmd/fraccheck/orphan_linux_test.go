package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestOrphans kills the process that has the connection of a language server: the one
// that does the work ends, and so does its worker, whatever they are at.
func TestOrphans(t *testing.T) {
	program := filepath.Join(t.TempDir(), "fraccheck")
	data, err := os.ReadFile("/proc/self/exe") // it is `fraccheck` by its name
	check(t, err)
	check(t, os.WriteFile(program, data, 0o755))
	long := strings.Repeat("def @f(%x : int32) -> int32 { if (%x == 1) { %x + 1 } else { %x } }\n", 20_000)
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
				left = descendants(command.Process.Pid)
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

// descendants are the processes that one started, and those that these did.
func descendants(of int) (all []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, stat := range stats {
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(stat)))
		if fields := statOf(pid); len(fields) > 1 && fields[1] == strconv.Itoa(of) && fields[0] != "Z" {
			all = append(append(all, pid), descendants(pid)...)
		}
	}
	return all
}

// runs tells of a process that is there and is not dead already.
func runs(pid int) bool {
	fields := statOf(pid)
	return len(fields) > 0 && fields[0] != "Z" && fields[0] != "X"
}

// statOf are the fields of /proc/PID/stat behind the name: the state, the parent.
func statOf(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
}
