package lsp_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
)

// workers are what this test binary does as a child process.
var workers = map[string]func(){
	"serves": func() {
		if err := worker.Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	},
	"tells": func() {
		if os.WriteFile(os.Args[3], fmt.Appendln(nil, os.Getpid()), 0o666) != nil || worker.Serve(os.Stdin, os.Stdout) != nil {
			os.Exit(2)
		}
	},
	"dies":  func() { fmt.Fprintln(os.Stderr, "no more memory"); os.Exit(3) },
	"hangs": func() { time.Sleep(time.Hour) },
}

// workerOf is the command of a worker that behaves as told.
func workerOf(behaviour string) []string { return []string{os.Args[0], "worker", behaviour} }

// times are not the same twice.
var times = regexp.MustCompile(`\(?\b[0-9.]+ m?s\b\)?`)

// A lens is one of an answer.
type lens struct {
	Range   span            `json:"range"`
	Command *lensCommand    `json:"command,omitempty"`
	Data    json.RawMessage `json:"data,omitempty"`
}

type lensCommand struct {
	Title     string            `json:"title"`
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments,omitempty"`
}

// lenses shows those of a file; what the server leaves open is resolved.
func (f *folder) lenses(out io.Writer, name string) {
	var found []lens
	decode(f.t, f.result("textDocument/codeLens", map[string]any{"textDocument": document(f.uri(name))}), &found)
	for _, l := range found {
		resolved := ""
		if l.Command == nil {
			resolved = " (resolved)"
			decode(f.t, f.result("codeLens/resolve", l), &l)
		}
		place := f.show(location{f.uri(name), l.Range})
		fmt.Fprintf(out, "%s %s [%s]%s\n", place, times.ReplaceAllString(l.Command.Title, "(time)"), l.Command.Command, resolved)
	}
}

// A runReply is what commands answer.
type runReply struct {
	Value, Type, Verdict, Expected string
	Steps                          int64
	Ms                             float64
	Range                          span
	Error                          *struct {
		Code, Message, Setting string
		Place                  *location
		Calls                  []struct {
			Name string
			location
		}
	}
}

// execute sends a command; an error of it is shown.
func (f *folder) execute(out io.Writer, command string, reply any, args ...any) bool {
	m := f.call("workspace/executeCommand", map[string]any{"command": command, "arguments": args})
	if m.Error != nil {
		message := strings.ReplaceAll(m.Error.Message, f.uri(""), "")
		fmt.Fprintf(out, "error %d %s\n", m.Error.Code, message)
		return false
	}
	decode(f.t, m.Result, reply)
	return true
}

func (f *folder) showRun(out io.Writer, r runReply) {
	if r.Error == nil {
		fmt.Fprintf(out, "%s : %s\n", r.Value, r.Type)
		return
	}
	fmt.Fprintf(out, "error %s: %s\n", r.Error.Code, strings.Split(r.Error.Message, "\n")[0])
	for _, c := range r.Error.Calls {
		fmt.Fprintf(out, "  in %q at %s\n", c.Name, f.show(c.location))
	}
}

// run runs what is at a marker.
func (f *folder) run(out io.Writer, of string) { f.runBy(out, "fraccheck.run", of) }

func (f *folder) sequential(out io.Writer, of string) { f.runBy(out, "fraccheck.runSequential", of) }

func (f *folder) runBy(out io.Writer, command, of string) {
	at, reply := f.at(of), runReply{}
	if f.execute(out, command, &reply, at["textDocument"].(map[string]any)["uri"], at["position"]) {
		f.showRun(out, reply)
	}
}

// callOf runs a definition: `call a.frac @f 1; 2`.
func (f *folder) callOf(out io.Writer, of string) {
	words := strings.SplitN(of, " ", 3)
	object := map[string]any{"uri": f.uri(words[0]), "name": words[1]}
	if len(words) > 2 {
		object["args"] = strings.Split(words[2], "; ")
	}
	var reply runReply
	if f.execute(out, "fraccheck.run", &reply, object) {
		f.showRun(out, reply)
	}
}

// callArguments shows what is said of arguments while they are typed: `arguments a.frac @f 1, %`.
func (f *folder) callArguments(out io.Writer, of string) {
	words := append(strings.SplitN(of, " ", 3), "")
	var reply struct {
		Title      string
		Parameters []struct{ Name, Type string }
		Args       []string
		Problem    *string
		Candidates []struct{ Label, Detail, Text string }
		Calls      []struct{ Text string }
	}
	if !f.execute(out, "fraccheck.callArguments", &reply, map[string]any{"uri": f.uri(words[0]), "name": words[1], "text": words[2]}) {
		return
	}
	fmt.Fprintf(out, "%s takes %v, calls %v: %q\n", reply.Title, reply.Parameters, reply.Calls, reply.Args)
	if reply.Problem != nil {
		fmt.Fprintf(out, "  wrong: %s\n", strings.ReplaceAll(*reply.Problem, "\n", " / "))
	}
	for _, c := range reply.Candidates[:min(3, len(reply.Candidates))] {
		fmt.Fprintf(out, "  %s → %s\n", c.Label, c.Text)
	}
}

// test tests a file, or the claim at a marker.
func (f *folder) test(out io.Writer, of string) {
	var reply struct {
		Passed, Failed, Skipped int
		Results                 []runReply
	}
	name, args := of, []any{f.uri(of)}
	if m, ok := f.markers[of]; ok {
		name, args = m.file, []any{f.uri(m.file), f.at(of)["position"]}
	}
	if !f.execute(out, "fraccheck.test", &reply, args...) {
		return
	}
	for _, r := range reply.Results {
		fmt.Fprintf(out, "%s %s, expected %q: ", f.show(location{f.uri(name), r.Range}), r.Verdict, r.Expected)
		f.showRun(out, r)
	}
	fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", reply.Passed, reply.Failed, reply.Skipped)
}

// An examplesReply is what the command about examples answers.
type examplesReply struct {
	Passed, Failed, Skipped int
	Results                 []exampleReply
}

type exampleReply struct {
	Rule, Verdict  string
	Range          span
	Expected, Got  *string
	Notes          []string
	Compared       int
	Counterexample *struct {
		Name, Before, After string
		Inputs              map[string]string
	}
	Error *struct {
		Code, Message, Setting string
		Place                  *location
	}
}

// testExamples tries the examples of a file, or those at a marker.
func (f *folder) testExamples(out io.Writer, of string) {
	var reply examplesReply
	name, args := of, []any{f.uri(of)}
	if m, ok := f.markers[of]; ok {
		name, args = m.file, []any{f.uri(m.file), f.at(of)["position"]}
	}
	if !f.execute(out, "fraccheck.testExamples", &reply, args...) {
		return
	}
	for _, r := range reply.Results {
		fmt.Fprintf(out, "%s %s %s, %d compared\n", f.show(location{f.uri(name), r.Range}), r.Rule, r.Verdict, r.Compared)
		f.showExample(out, r)
	}
	fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", reply.Passed, reply.Failed, reply.Skipped)
}

// showExample shows why an example does not hold.
func (f *folder) showExample(out io.Writer, r exampleReply) {
	if r.Error != nil {
		fmt.Fprintf(out, "  error %s: %s\n", r.Error.Code, r.Error.Message)
	}
	if r.Error != nil && r.Error.Place != nil {
		fmt.Fprintf(out, "  at %s\n", f.show(*r.Error.Place))
	}
	if r.Expected != nil {
		fmt.Fprintf(out, "  expected %q\n  got      %q\n", *r.Expected, *r.Got)
	}
	if c := r.Counterexample; c != nil {
		fmt.Fprintf(out, "  %s on %v: %s before, %s after\n", c.Name, c.Inputs, c.Before, c.After)
	}
	for _, note := range r.Notes {
		fmt.Fprintf(out, "  note: %s\n", note)
	}
}

// showReferences asks for the references of what is declared at a marker.
func (f *folder) showReferences(out io.Writer, of string) {
	at := f.at(of)
	var found []location
	if f.execute(out, "fraccheck.showReferences", &found, at["textDocument"].(map[string]any)["uri"], at["position"]) {
		for _, l := range found {
			fmt.Fprintln(out, f.show(l))
		}
	}
}

// substitute edits: `replace NAME old => new`.
func (f *folder) substitute(out io.Writer, of string) {
	name, rest, _ := strings.Cut(of, " ")
	old, with, _ := strings.Cut(rest, " => ")
	text := strings.Replace(f.texts[name], old, with, 1)
	if text == f.texts[name] {
		f.t.Fatalf("%s does not hold %q", name, old)
	}
	f.texts[name] = text
	f.edit(f.uri(name), 2, change{nil, text})
	write(f.t, filepath.Join(f.dir, name), text) // places are shown by what the file holds
	f.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": f.uri(name), "type": 2}}})
}

// results shows the values beside the lines of a file: those hints whose label is
// of one piece.
func (f *folder) results(out io.Writer, name string) {
	var found []struct {
		Position position
		Label    any
		Tooltip  string
	}
	params := map[string]any{"textDocument": document(f.uri(name)), "range": between(0, 0, 9999, 0)}
	decode(f.t, f.result("textDocument/inlayHint", params), &found)
	for _, h := range found {
		at := span{h.Position, h.Position}
		if _, whole := h.Label.(string); !whole {
			continue
		}
		fmt.Fprintf(out, "%s %s | %s\n", f.show(location{f.uri(name), at}), h.Label, times.ReplaceAllString(strings.ReplaceAll(h.Tooltip, "\n", ", "), "(time)"))
	}
}
