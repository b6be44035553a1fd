package lsp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/lsp"
	"github.com/fraccheck/fraccheck/lsp/frame"
)

const (
	fuzzGreeting = `{"jsonrpc":"2.0","id":"first","method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`
	fuzzOpening  = `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:a","languageId":"frac","version":1,"text":"def @f(%x: int32) { %x + 1 }\n@f(1)  # => 2\n"}}}`
	fuzzFarewell = `{"jsonrpc":"2.0","id":"last","method":"shutdown"}`
	fuzzEnd      = `{"jsonrpc":"2.0","method":"exit"}`
)

// fuzzTalk are messages that the fuzzer begins with, without what all have.
var fuzzTalk = []string{
	`"id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"untitled:a"},"position":{"line":0,"character":5}}`,
	`"id":1,"method":"textDocument/completion","params":{"textDocument":{"uri":"untitled:a"},"position":{"line":1,"character":2}}`,
	`"id":1,"method":"textDocument/rename","params":{"textDocument":{"uri":"untitled:a"},"position":{"line":1,"character":2},"newName":"@g"}`,
	`"id":1,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"untitled:a"},"range":{"start":{"line":0,"character":0},"end":{"line":1,"character":1}},"context":{"diagnostics":[]}}`,
	`"id":1,"method":"textDocument/semanticTokens/full/delta","params":{"textDocument":{"uri":"untitled:a"},"previousResultId":"1"}`,
	`"id":1,"method":"textDocument/selectionRange","params":{"textDocument":{"uri":"untitled:a"},"positions":[{"line":9,"character":9}]}`,
	`"id":1,"method":"textDocument/inlayHint","params":{"textDocument":{"uri":"untitled:a"},"range":{"start":{"line":1,"character":0},"end":{"line":0,"character":1}}}`,
	`"id":1,"method":"textDocument/onTypeFormatting","params":{"textDocument":{"uri":"untitled:a"},"position":{"line":0,"character":5},"ch":"}","options":{"tabSize":0,"insertSpaces":true}}`,
	`"id":1,"method":"workspace/executeCommand","params":{"command":"fraccheck.convert","arguments":["untitled:a"]}`,
	`"id":1,"method":"workspace/symbol","params":{"query":"f"}`,
	`"id":1,"method":"callHierarchy/incomingCalls","params":{"item":{"name":"@f","kind":12,"uri":"untitled:a","range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"selectionRange":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}}}}`,
	`"id":1,"method":"completionItem/resolve","params":{"label":"x","data":[1]}`,
	`"id":1,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"untitled:a"}}`,
	`"method":"textDocument/didChange","params":{"textDocument":{"uri":"untitled:a","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":4},"end":{"line":9,"character":0}},"text":"é("}]}`,
	`"method":"textDocument/didClose","params":{"textDocument":{"uri":"untitled:a"}}`,
	`"method":"$/cancelRequest","params":{"id":1}`,
	`"method":"workspace/didChangeConfiguration","params":{"settings":{"fraccheck":{"severity":{"undefined-name":1}}}}`,
	`"method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":"file:///none.frac","type":9}]}`,
	`"id":null,"method":"shutdown"`, `"id":"\ud800","method":"x"`, `"id":1,"result":null`,
}

// FuzzServer says lines to a server, each as a message, and what follows a line of
// one exclamation mark as the bytes of the connection. Whatever is said, nothing panics,
// what comes back is framed JSON, and a server that was told no nonsense about frames
// and not to leave answers its last request.
func FuzzServer(f *testing.F) {
	for i, talk := range fuzzTalk {
		next := fuzzTalk[(i+1)%len(fuzzTalk)]
		f.Add([]byte(`{"jsonrpc":"2.0",` + talk + "}\n" + `{"jsonrpc":"2.0",` + next + "}"))
		f.Add([]byte(`[{"jsonrpc":"2.0",` + talk + `},1]`))
		f.Add([]byte(talk[:len(talk)/2]))
	}
	f.Add([]byte("{}\n!\nContent-Length: 3\r\n\r\n{}\n"))
	f.Add([]byte("!\nPOST / HTTP/1.1\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		lines, raw, broken := bytes.Cut(data, []byte("!\n"))
		var wire bytes.Buffer
		w := frame.NewWriter(&wire)
		say := func(message []byte) {
			if err := w.WriteFrame(message); err != nil {
				t.Fatal(err)
			}
		}
		say([]byte(fuzzGreeting))
		say([]byte(fuzzOpening))
		for line := range bytes.SplitSeq(lines, []byte("\n")) {
			say(line)
		}
		wire.Write(raw)
		say([]byte(fuzzFarewell))
		say([]byte(fuzzEnd))
		var out, log journal
		err := lsp.Serve(context.Background(), monologue{&wire, &out}, &log, lsp.Options{})
		if log.String() != "" {
			t.Fatalf("the server says of itself: %s", log.String())
		}
		answered := understood(t, out.String())
		left := bytes.Contains(lines, []byte("exit")) || bytes.Contains(lines, []byte("shutdown")) || bytes.Contains(lines, []byte("last"))
		if !broken && !left && (err != nil || !answered) {
			t.Fatalf("the last request is not answered: %v\n%s", err, out.String())
		}
	})
}

// understood reads all that a server said, and reports whether it answered the farewell.
func understood(t *testing.T, said string) (answered bool) {
	for r := frame.NewReader(strings.NewReader(said)); ; {
		message, err := r.ReadFrame()
		if wrong := (*frame.Error)(nil); err == io.EOF || errors.As(err, &wrong) && strings.Contains(err.Error(), "the connection ended") {
			return answered // what was still being said is not waited for
		}
		if err != nil || !json.Valid(message) || strings.ToValidUTF8(string(message), "") != string(message) {
			t.Fatalf("the server says %q: %v", message, err)
		}
		answered = answered || bytes.Contains(message, []byte(`"id":"last","result":null`))
	}
}
