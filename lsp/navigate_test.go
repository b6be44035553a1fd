package lsp_test

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/uri"
)

// lead shows the answer of a request that leads somewhere: nothing, a place or
// several.
func (f *folder) lead(out io.Writer, method, of string) {
	answer := f.result(method, f.at(of))
	var several []location
	if answer[0] != '[' {
		var one *location
		if decode(f.t, answer, &one); one != nil {
			several = append(several, *one)
		}
	} else {
		decode(f.t, answer, &several)
	}
	for _, l := range several {
		fmt.Fprintln(out, f.show(l))
	}
	if len(several) == 0 {
		fmt.Fprintln(out, "nothing")
	}
}

func (f *folder) declaration(out io.Writer, of string) { f.lead(out, "textDocument/declaration", of) }
func (f *folder) typeDefinition(out io.Writer, of string) {
	f.lead(out, "textDocument/typeDefinition", of)
}
func (f *folder) implementation(out io.Writer, of string) {
	f.lead(out, "textDocument/implementation", of)
}

// workspaceEdit is an edit of several files.
type workspaceEdit struct {
	DocumentChanges []struct {
		TextDocument struct {
			URI     string
			Version *int
		}
		Edits []textEdit
	}
}

// showEdit writes each line that an edit changes, as it is afterwards.
func (f *folder) showEdit(out io.Writer, answer json.RawMessage) {
	var edit *workspaceEdit
	if decode(f.t, answer, &edit); edit == nil || len(edit.DocumentChanges) == 0 {
		fmt.Fprintln(out, "no edits")
		return
	}
	for _, d := range edit.DocumentChanges {
		name := f.name(d.TextDocument.URI)
		version := "on disk"
		if d.TextDocument.Version != nil {
			version = fmt.Sprint("version ", *d.TextDocument.Version)
		}
		fmt.Fprintf(out, "%s, %s\n", name, version)
		before, after := strings.Split(f.texts[name], "\n"), strings.Split(f.edited(f.texts[name], d.Edits), "\n")
		for i, line := range after {
			if line != before[i] {
				fmt.Fprintf(out, "  %d: %s\n", i+1, strings.TrimRight(line, "\r"))
			}
		}
	}
}

// name is what the archive calls a file.
func (f *folder) name(u string) string {
	name, err := filepath.Rel(f.dir, uri.URI(u).FsPath())
	if err != nil {
		f.t.Fatal(err)
	}
	return filepath.ToSlash(name)
}

// rename takes a marker and the new name.
func (f *folder) rename(out io.Writer, of string) {
	marker, name, _ := strings.Cut(of, " ")
	params := f.at(marker)
	params["newName"] = name
	m := f.call("textDocument/rename", params)
	if m.Error != nil {
		fmt.Fprintln(out, "refused:", m.Error.Message)
		return
	}
	f.showEdit(out, m.Result)
}

func (f *folder) prepareRename(out io.Writer, of string) {
	m := f.call("textDocument/prepareRename", f.at(of))
	if m.Error != nil {
		fmt.Fprintln(out, "refused:", m.Error.Message)
		return
	}
	var found *struct {
		Range       span
		Placeholder string
	}
	if decode(f.t, m.Result, &found); found == nil {
		fmt.Fprintln(out, "nothing")
		return
	}
	fmt.Fprintln(out, f.show(location{f.uri(f.markers[of].file), found.Range}), found.Placeholder)
}

func (f *folder) workspaceSymbols(out io.Writer, query string) {
	var found []struct {
		Name, ContainerName string
		Kind                int
		Location            location
	}
	decode(f.t, f.result("workspace/symbol", map[string]any{"query": query}), &found)
	for _, s := range found {
		fmt.Fprintf(out, "%s %d %s %s\n", s.Name, s.Kind, s.ContainerName, f.show(s.Location))
	}
}

// hierarchyItem is one of a call or type hierarchy.
type hierarchyItem struct {
	Name           string          `json:"name"`
	Kind           int             `json:"kind"`
	Detail         string          `json:"detail,omitempty"`
	URI            string          `json:"uri"`
	Range          span            `json:"range"`
	SelectionRange span            `json:"selectionRange"`
	Data           json.RawMessage `json:"data,omitempty"`
}

func (f *folder) showHierarchyItem(i hierarchyItem) string {
	return fmt.Sprintf("%s %d %q %s", i.Name, i.Kind, i.Detail, f.show(location{i.URI, i.SelectionRange}))
}

func (f *folder) callHierarchy(out io.Writer, of string) {
	var items []hierarchyItem
	decode(f.t, f.result("textDocument/prepareCallHierarchy", f.at(of)), &items)
	if len(items) == 0 {
		fmt.Fprintln(out, "nothing")
	}
	for _, item := range items {
		fmt.Fprintln(out, f.showHierarchyItem(item))
		var incoming []struct {
			From       hierarchyItem
			FromRanges []span
		}
		decode(f.t, f.result("callHierarchy/incomingCalls", map[string]any{"item": item}), &incoming)
		for _, c := range incoming {
			fmt.Fprintln(out, "  from", f.showHierarchyItem(c.From))
			f.showRanges(out, c.From.URI, c.FromRanges)
		}
		var outgoing []struct {
			To         hierarchyItem
			FromRanges []span
		}
		decode(f.t, f.result("callHierarchy/outgoingCalls", map[string]any{"item": item}), &outgoing)
		for _, c := range outgoing {
			fmt.Fprintln(out, "  to", f.showHierarchyItem(c.To))
			f.showRanges(out, item.URI, c.FromRanges)
		}
	}
}

func (f *folder) showRanges(out io.Writer, uri string, ranges []span) {
	for _, r := range ranges {
		fmt.Fprintln(out, "    at", f.show(location{uri, r}))
	}
}

func (f *folder) typeHierarchy(out io.Writer, of string) {
	var items []hierarchyItem
	decode(f.t, f.result("textDocument/prepareTypeHierarchy", f.at(of)), &items)
	if len(items) == 0 {
		fmt.Fprintln(out, "nothing")
	}
	for _, item := range items {
		fmt.Fprintln(out, f.showHierarchyItem(item))
		for _, way := range []string{"supertypes", "subtypes"} {
			var related []hierarchyItem
			decode(f.t, f.result("typeHierarchy/"+way, map[string]any{"item": item}), &related)
			for _, r := range related {
				fmt.Fprintln(out, " ", way, f.showHierarchyItem(r))
			}
		}
	}
}

func (f *folder) links(out io.Writer, name string) {
	var found []struct {
		Range  span
		Target string
	}
	decode(f.t, f.result("textDocument/documentLink", map[string]any{"textDocument": document(f.uri(name))}), &found)
	for _, l := range found {
		fmt.Fprintln(out, f.show(location{f.uri(name), l.Range}), "→", f.name(l.Target))
	}
	if len(found) == 0 {
		fmt.Fprintln(out, "none")
	}
}

func (f *folder) folding(out io.Writer, name string) {
	var found []struct {
		StartLine, EndLine           int
		StartCharacter, EndCharacter int
		Kind                         string
	}
	decode(f.t, f.result("textDocument/foldingRange", map[string]any{"textDocument": document(f.uri(name))}), &found)
	lines := strings.Split(f.texts[name], "\n")
	for _, r := range found {
		fmt.Fprintf(out, "%d-%d %s `%s`\n", r.StartLine+1, r.EndLine+1, r.Kind, strings.TrimRight(lines[r.StartLine], "\r"))
	}
	if len(found) == 0 {
		fmt.Fprintln(out, "none")
	}
}

// selectionRange is a part with the one around it.
type selectionRange struct {
	Range  span
	Parent *selectionRange
}

func (f *folder) selection(out io.Writer, of string) {
	params := f.at(of)
	params["positions"] = []any{params["position"]}
	var found []selectionRange
	decode(f.t, f.result("textDocument/selectionRange", params), &found)
	for r := &found[0]; r != nil; r = r.Parent {
		fmt.Fprintln(out, f.show(location{f.uri(f.markers[of].file), r.Range}))
	}
}

func (f *folder) linked(out io.Writer, of string) {
	var found *struct {
		Ranges      []span
		WordPattern string
	}
	if decode(f.t, f.result("textDocument/linkedEditingRange", f.at(of)), &found); found == nil {
		fmt.Fprintln(out, "nothing")
		return
	}
	for _, r := range found.Ranges {
		fmt.Fprintln(out, f.show(location{f.uri(f.markers[of].file), r}))
	}
	fmt.Fprintln(out, found.WordPattern)
}

// fileRename takes pairs of an old and a new name.
func (f *folder) fileRename(out io.Writer, of string) {
	var files []map[string]string
	for pair := range slices.Chunk(strings.Fields(of), 2) {
		files = append(files, map[string]string{"oldUri": f.uri(pair[0]), "newUri": f.uri(pair[1])})
	}
	f.showEdit(out, f.result("workspace/willRenameFiles", map[string]any{"files": files}))
}
