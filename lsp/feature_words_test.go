package lsp_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/uri"
)

// Words of archives that are about the conversation rather than a feature.
// Files are named with a `/` in front where they are not to be opened for it.

// bareName is the file that a word is about.
func bareName(of string) string { return strings.TrimPrefix(of, "/") }

// configure pushes a section.
func (f *folder) configure(_ io.Writer, section string) {
	f.notify("workspace/didChangeConfiguration", map[string]any{
		"settings": map[string]any{"fraccheck": json.RawMessage(section)},
	})
}

// warned shows the next message to the user.
func (f *folder) warned(out io.Writer, _ string) {
	m := f.await("a message to the user", func(m message) bool { return m.Method == "window/showMessage" })
	var p struct {
		Type    int
		Message string
	}
	decode(f.t, m.Params, &p)
	fmt.Fprintln(out, p.Type, p.Message)
}

// closed shows what is published next for a file that is not open.
func (f *folder) closed(out io.Writer, of string) {
	f.list(out, bareName(of), f.published(f.uri(bareName(of)), -1).Diagnostics)
}

// list shows diagnostics by their place, severity, code and first line.
func (f *folder) list(out io.Writer, file string, found []diagnostic) {
	if len(found) == 0 {
		fmt.Fprintln(out, "none")
	}
	for _, d := range found {
		first, _, _ := strings.Cut(d.Message, "\n")
		fmt.Fprintln(out, f.show(location{f.uri(file), d.Range}), d.Severity, d.Code, first)
	}
}

// A diagnosticReport is the answer to a pull.
type diagnosticReport struct {
	Kind     string
	ResultID string
	URI      string
	Version  *int
	Items    []diagnostic
}

// pull asks for the diagnostics of a file, then once more with what it has.
func (f *folder) pull(out io.Writer, of string) {
	params := map[string]any{"textDocument": document(f.uri(bareName(of)))}
	var first, second diagnosticReport
	decode(f.t, f.result("textDocument/diagnostic", params), &first)
	f.list(out, bareName(of), first.Items)
	params["previousResultId"] = first.ResultID
	decode(f.t, f.result("textDocument/diagnostic", params), &second)
	if second.Kind != "unchanged" || second.ResultID != first.ResultID {
		f.t.Errorf("pulled again, %s is %+v", of, second)
	}
}

// pullAll asks for the diagnostics of all files, whole, in parts, and once more
// with what it has.
func (f *folder) pullAll(out io.Writer, _ string) {
	whole := f.workspaceReports(map[string]any{"previousResultIds": []any{}})
	var known []any
	for _, r := range whole {
		version := "closed"
		if r.Version != nil {
			version = fmt.Sprint("version ", *r.Version)
		}
		file, _ := filepath.Rel(f.dir, uri.URI(r.URI).FsPath())
		fmt.Fprintf(out, "%s %s\n", filepath.ToSlash(file), version)
		f.list(out, file, r.Items)
		known = append(known, map[string]any{"uri": r.URI, "value": r.ResultID})
	}
	if parts := f.workspaceReports(map[string]any{"previousResultIds": []any{}, "partialResultToken": "parts"}); encode(parts) != encode(whole) {
		f.t.Errorf("in parts the answer is %s, whole %s", encode(parts), encode(whole))
	}
	if len(known) == 0 {
		return
	}
	known[0] = map[string]any{"uri": whole[0].URI, "value": "another"} // else it waits
	for i, r := range f.workspaceReports(map[string]any{"previousResultIds": known}) {
		if r.Kind != "unchanged" && i > 0 {
			f.t.Errorf("pulled again, there is %+v", r)
		}
	}
}

// workspaceReports are the answer's and those of its parts, by address.
func (f *folder) workspaceReports(params map[string]any) []diagnosticReport {
	var answer struct{ Items []diagnosticReport }
	decode(f.t, f.result("workspace/diagnostic", params), &answer)
	all := answer.Items
	for _, m := range f.waiting {
		if m.Method == "$/progress" {
			var part struct {
				Value struct{ Items []diagnosticReport }
			}
			decode(f.t, m.Params, &part)
			all = append(all, part.Value.Items...)
		}
	}
	f.waiting = slices.DeleteFunc(f.waiting, func(m message) bool { return m.Method == "$/progress" })
	slices.SortFunc(all, func(a, b diagnosticReport) int { return strings.Compare(a.URI, b.URI) })
	return all
}

// content shows a document of the server: the first line of the prelude, or a
// program with its types, or in the form that precedes its name.
func (f *folder) content(out io.Writer, of string) {
	kind, file, ok := strings.Cut(of, " ")
	if !ok {
		kind, file = "types", of
	}
	address := "fraccheck:/" + kind + "/" + url.PathEscape(f.uri(bareName(file)))
	if of == "prelude" {
		address = "fraccheck:/prelude.frac"
	}
	m := f.call("workspace/textDocumentContent", map[string]any{"uri": address})
	if m.Error != nil {
		fmt.Fprintln(out, m.Error.Code, strings.ReplaceAll(m.Error.Message, f.dir, ""))
		return
	}
	var text struct{ Text string }
	decode(f.t, m.Result, &text)
	if of == "prelude" {
		text.Text, _, _ = strings.Cut(text.Text, "\n")
	}
	fmt.Fprint(out, indent(text.Text))
}

// put writes the text of one file into another, on disk.
func (f *folder) put(_ io.Writer, words string) {
	to, from, _ := strings.Cut(words, " ")
	f.save(bareName(to), f.texts[bareName(from)])
	f.news(bareName(to), 2)
}

// remove takes a file away from the disk.
func (f *folder) remove(_ io.Writer, of string) {
	if err := os.Remove(filepath.Join(f.dir, bareName(of))); err != nil {
		f.t.Fatal(err)
	}
	f.news(bareName(of), 3)
}

func (f *folder) news(file string, kind int) {
	f.notify("workspace/didChangeWatchedFiles", map[string]any{
		"changes": []any{map[string]any{"uri": f.uri(file), "type": kind}},
	})
}

func (f *folder) save(file, text string) {
	f.texts[file] = text
	if err := os.WriteFile(filepath.Join(f.dir, file), []byte(text), 0o666); err != nil {
		f.t.Fatal(err)
	}
}

// openFile and closeFile are what an editor does with a file.
func (f *folder) openFile(_ io.Writer, of string) {
	f.open(f.uri(bareName(of)), 1, f.texts[bareName(of)])
}

func (f *folder) closeFile(_ io.Writer, of string) {
	f.notify("textDocument/didClose", map[string]any{"textDocument": document(f.uri(bareName(of)))})
}

// folders says which directories the client has open: `+dir` and `-dir`.
func (f *folder) folders(_ io.Writer, changes string) {
	event := map[string][]any{"+": {}, "-": {}}
	for _, change := range strings.Fields(changes) {
		event[change[:1]] = append(event[change[:1]], map[string]any{"uri": f.uri(change[1:]), "name": change[1:]})
	}
	f.notify("workspace/didChangeWorkspaceFolders", map[string]any{
		"event": map[string]any{"added": event["+"], "removed": event["-"]},
	})
}
