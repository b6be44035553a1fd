package lsp_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/value"
)

// A valueReply is what the commands about values answer.
type valueReply struct {
	runReply
	Handle     *string
	Title      string
	Short      *string
	Equal      *bool
	Difference *string
	Node       json.RawMessage
	Calls      []struct{ Text string }
}

// value evaluates what is at a marker, and shows how it is kept.
func (f *folder) value(out io.Writer, of string) {
	at, reply := f.at(of), valueReply{}
	if !f.execute(out, "fraccheck.value", &reply, map[string]any{"uri": at["textDocument"].(map[string]any)["uri"], "position": at["position"]}) {
		return
	}
	if (reply.Error == nil) != (reply.Handle != nil && reply.Short != nil && string(reply.Node) != "null") {
		f.t.Errorf("the reply is %+v", reply)
	}
	r := reply.Range
	fmt.Fprintf(out, "of %d:%d to %d:%d ", r.Start.Line+1, r.Start.Character+1, r.End.Line+1, r.End.Character+1)
	if reply.Error != nil {
		f.showRun(out, reply.runReply)
		for _, call := range reply.Calls {
			fmt.Fprintf(out, "  called by %s\n", call.Text)
		}
		return
	}
	f.handle = *reply.Handle
	fmt.Fprintf(out, "%s : %s | %s\n  %s\n", reply.Title, reply.Type, *reply.Short, reply.Node)
}

// part shows a part of the last value: `part {"path": [0]}`.
func (f *folder) part(out io.Writer, of string) {
	args, reply := map[string]any{}, valueReply{}
	decode(f.t, []byte(of), &args)
	args["handle"] = f.handle
	if f.execute(out, "fraccheck.valuePart", &reply, args) {
		fmt.Fprintf(out, "  %s\n", reply.Node)
	}
}

// compareValue compares the last value with an expression.
func (f *folder) compareValue(out io.Writer, expected string) {
	var reply valueReply
	if !f.execute(out, "fraccheck.compareValue", &reply, map[string]any{"handle": f.handle, "expected": expected}) {
		return
	}
	difference := "no difference"
	if reply.Difference != nil {
		difference = *reply.Difference
	}
	fmt.Fprintf(out, "equal %t: %s\n  %s\n", *reply.Equal, difference, reply.Node)
}

// TestValueIsGone holds that values are kept in a row, and that a value which is not has an
// error of its own.
func TestValueIsGone(t *testing.T) {
	w := executor(t, workerOf("serves"))
	w.open("untitled:a", 1, "def @f(%x : int32) { (%x, [%x]) }\n")
	value := func(n int) valueReply {
		var r valueReply
		args := []any{map[string]any{"uri": "untitled:a", "name": "@f", "args": []string{fmt.Sprint(n)}}}
		decode(t, w.result("workspace/executeCommand", map[string]any{"command": "fraccheck.value", "arguments": args}), &r)
		return r
	}
	part := func(handle string) message {
		args := []any{map[string]any{"handle": handle, "path": []int{0}}}
		return w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.valuePart", "arguments": args})
	}
	first := value(1)
	if first.Title != "@f(1)" || first.Error != nil {
		t.Fatalf("%+v", first)
	}
	for n := range 15 {
		value(n)
	}
	if m := part(*first.Handle); m.Error != nil || !strings.Contains(string(m.Result), `"text":"1"`) {
		t.Fatalf("of 16 values the first is gone: %s %+v", m.Result, m.Error)
	}
	for n := range 16 {
		value(n)
	}
	for _, handle := range []string{*first.Handle, "conjured"} {
		m := part(handle)
		if m.Error == nil || m.Error.Code != -32803 || string(m.Error.Data) != `{"code":"value-gone"}` {
			t.Errorf("%s: %s %+v", handle, m.Result, m.Error)
		}
	}
}

// TestValueOfADeadWorker holds that no handle leads into another process.
func TestValueOfADeadWorker(t *testing.T) {
	w := executor(t, workerOf("dies"))
	m := w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.valuePart", "arguments": []any{map[string]any{"handle": "x"}}})
	if m.Error == nil || string(m.Error.Data) != `{"code":"value-gone"}` {
		t.Errorf("%s %+v", m.Result, m.Error)
	}
	w.open("untitled:a", 1, "1\n")
	var r valueReply
	decode(t, w.result("workspace/executeCommand", map[string]any{"command": "fraccheck.value", "arguments": []any{map[string]any{"uri": "untitled:a", "item": 0}}}), &r)
	if r.Handle != nil || r.Error == nil || r.Error.Code != "worker-died" {
		t.Errorf("%+v", r)
	}
}

// TestWrongValueArguments gives the commands what makes no sense.
func TestWrongValueArguments(t *testing.T) {
	w := executor(t, workerOf("serves"))
	w.open("untitled:a", 1, "def @f(%x : int32) { %x }\n(1, [2, 3])\n")
	var kept valueReply
	decode(t, w.result("workspace/executeCommand", map[string]any{"command": "fraccheck.value", "arguments": []any{map[string]any{"uri": "untitled:a", "item": 1}}}), &kept)
	h, dir := *kept.Handle, t.TempDir()
	object := func(pairs ...any) map[string]any {
		o := map[string]any{"handle": h}
		for i := 0; i < len(pairs); i += 2 {
			o[pairs[i].(string)] = pairs[i+1]
		}
		return o
	}
	file := func(name string) string { return string(uri.File(filepath.Join(dir, name))) }
	long := make([]int, 100_000)
	for command, all := range map[string][]any{
		"fraccheck.value": {
			map[string]any{}, map[string]any{"uri": 5}, map[string]any{"uri": "untitled:a"}, map[string]any{"uri": "untitled:gone", "item": 0},
			map[string]any{"uri": "untitled:a", "item": 9}, map[string]any{"uri": "untitled:a", "item": -1}, map[string]any{"uri": "untitled:a", "item": 1, "args": []string{"1"}},
			map[string]any{"uri": "untitled:a", "name": "@gone"}, map[string]any{"uri": "untitled:a", "item": 1, "sequential": 7},
		},
		"fraccheck.valuePart": {
			map[string]any{}, object("handle", 7), object("handle", nil), object("path", "x"), object("path", []int{2}), object("path", []int{-1}),
			object("path", []any{1e300}), object("path", []any{0.5}), object("path", long), object("offset", []int{5}), object("offset", []int{-1}),
			object("offset", []int{math.MaxInt64}), object("size", []int{-1}), object("size", []int{1, 2, 3}), object("path", []int{1}, "offset", []int{0, 0}),
		},
		"fraccheck.compareValue": {
			object(), object("expected", 5), object("expected", ""), object("expected", "}"), object("expected", "(1, "), object("expected", "1; 2"), object("expected", "3f"),
			object("expected", "%gone"), object("expected", "@gone()"), object("expected", "def @g() { 1 }"), object("expected", strings.Repeat("(", 100_000)),
		},
		"fraccheck.saveValue": {
			object(), object("file", 5), object("file", "untitled:a.npy"), object("file", file("a.txt")), object("file", file("gone/a.npy")),
			object("file", "http://a/b.npy"), object("file", "a.npy"), object("path", []int{9}, "file", file("a.npy")), object("file", file("a.npy")),
		},
	} {
		for _, args := range append([]any{5, nil, "untitled:a", []int{1}}, all...) {
			m := w.call("workspace/executeCommand", map[string]any{"command": command, "arguments": []any{args}})
			if m.Error == nil || m.Error.Code != invalidParams || m.Error.Message == "" || len(m.Error.Message) > 1<<18 {
				t.Errorf("%s %.100v gives %.200s %+v", command, args, m.Result, m.Error)
			}
		}
		if m := w.call("workspace/executeCommand", map[string]any{"command": command}); m.Error == nil || m.Error.Code != invalidParams {
			t.Errorf("%s without arguments gives %s %+v", command, m.Result, m.Error)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("there is %v", left)
	}
	w.goesOn()
}

// TestSaveValue writes tensors, and nothing where it cannot.
func TestSaveValue(t *testing.T) {
	w := executor(t, workerOf("serves"))
	w.open("untitled:a", 1, "(Constant([[1f, 2f], [3f, 4f]]), [5, 6], 7, ones(shape=[100000, 100000], dtype=float64))\n")
	var kept valueReply
	decode(t, w.result("workspace/executeCommand", map[string]any{"command": "fraccheck.value", "arguments": []any{map[string]any{"uri": "untitled:a", "item": 0}}}), &kept)
	if kept.Handle == nil {
		t.Fatalf("%+v %+v", kept, kept.Error)
	}
	file := filepath.Join(t.TempDir(), "a b.npy")
	save := func(path int, file string) message {
		args := []any{map[string]any{"handle": *kept.Handle, "path": []int{path}, "file": string(uri.File(file))}}
		return w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.saveValue", "arguments": args})
	}
	for i, want := range []string{"[[1.0, 2.0], [3.0, 4.0]]", "[5, 6]", "7"} {
		if m := save(i, file); m.Error != nil || !strings.Contains(string(m.Result), "a%20b.npy") {
			t.Fatalf("part %d: %s %+v", i, m.Result, m.Error)
		}
		in, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		a, err := value.ReadNPY(in, 1<<20)
		in.Close()
		if err != nil || value.Summary(a) != want {
			t.Errorf("part %d is read as %v, %v", i, a, err)
		}
	}
	folder := filepath.Join(filepath.Dir(file), "folder.npy")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, m := range []message{save(3, file), save(0, folder)} {
		if m.Error == nil || m.Error.Code != -32803 {
			t.Errorf("%s %+v", m.Result, m.Error)
		}
	}
	if left, _ := os.ReadDir(filepath.Dir(file)); len(left) != 2 {
		t.Errorf("there is %v", left)
	}
}

// TestClientThatShowsValues is given what to ask for, in the lens or in the hint.
func TestClientThatShowsValues(t *testing.T) {
	w := pipe(t)
	w.result("initialize", map[string]any{
		"processId": nil, "rootUri": nil, "capabilities": map[string]any{}, "initializationOptions": map[string]any{"showValue": true},
	})
	w.notify("initialized", struct{}{})
	w.open("untitled:a", 1, "1 + 2\n")
	const arguments = `{"position":{"character":0,"line":0},"uri":"untitled:a"}`
	w.result("workspace/executeCommand", map[string]any{"command": "fraccheck.value", "arguments": []any{json.RawMessage(arguments)}})
	for _, hinted := range []bool{false, true} {
		w.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"fraccheck": map[string]any{"inlayHints": map[string]any{"results": hinted}}}})
		var lenses []lens
		decode(t, w.result("textDocument/codeLens", map[string]any{"textDocument": document("untitled:a")}), &lenses)
		if c := lenses[0].Command; c.Command != "fraccheck.showValue" || strings.Contains(c.Title, "= 3") == hinted || len(c.Arguments) != 1 {
			t.Errorf("hinted %t: %+v %s", hinted, c, c.Arguments)
		}
		hints := string(w.result("textDocument/inlayHint", map[string]any{"textDocument": document("untitled:a"), "range": between(0, 0, 9, 0)}))
		if strings.Contains(hints, `"= 3"`) != hinted || strings.Contains(hints, "fraccheck.showValue") != hinted {
			t.Errorf("hinted %t: %s", hinted, hints)
		}
	}
}
