package lsp_test

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A completionItem is one of a list of completions.
type completionItem struct {
	Label               string                               `json:"label"`
	Kind                int                                  `json:"kind"`
	Detail              string                               `json:"detail,omitempty"`
	SortText            string                               `json:"sortText"`
	FilterText          string                               `json:"filterText,omitempty"`
	InsertTextFormat    int                                  `json:"insertTextFormat,omitempty"`
	TextEdit            textEdit                             `json:"textEdit"`
	AdditionalTextEdits []textEdit                           `json:"additionalTextEdits"`
	Data                json.RawMessage                      `json:"data,omitempty"`
	LabelDetails        struct{ Detail, Description string } `json:"labelDetails,omitzero"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

type completionList struct {
	IsIncomplete bool
	Items        []completionItem
}

// completionKinds are the protocol's names of those that the server uses.
var completionKinds = map[int]string{
	3: "function", 5: "field", 6: "variable", 7: "class", 10: "property", 12: "value", 14: "keyword",
	15: "snippet", 17: "file", 19: "folder", 20: "constructor", 24: "operator", 25: "parameter",
}

// shownItems is how many completions an archive shows.
const shownItems = 15

// complete shows the completions at a marker: what is replaced, then the best,
// or those whose labels begin with one of the words after the marker.
func (f *folder) complete(out io.Writer, of string) {
	name, words, _ := strings.Cut(of, " ")
	found := f.completions(name)
	if len(found.Items) == 0 {
		fmt.Fprintln(out, "nothing")
		return
	}
	shown := found.Items
	if words != "" {
		shown = slices.DeleteFunc(slices.Clone(shown), func(i completionItem) bool { return !beginsWithOne(i.Label, words) })
	}
	cut := map[bool]string{true: ", and more"}[found.IsIncomplete]
	if len(found.Items) > 20 {
		fmt.Fprintf(out, "many items%s", cut) // the prelude and the operators may grow
	} else {
		fmt.Fprintf(out, "%d items%s", len(found.Items), cut)
	}
	fmt.Fprintf(out, " for %s\n", f.show(location{f.uri(f.markers[name].file), found.Items[0].TextEdit.Range}))
	for _, item := range shown[:min(len(shown), shownItems)] {
		f.showItem(out, item)
	}
}

func beginsWithOne(label, words string) bool {
	return slices.ContainsFunc(strings.Fields(words), func(w string) bool { return strings.HasPrefix(label, w) })
}

func (f *folder) showItem(out io.Writer, item completionItem) {
	fmt.Fprintf(out, "  %s (%s)", item.Label, completionKinds[item.Kind])
	if item.Detail != "" {
		fmt.Fprintf(out, " : %s", item.Detail)
	}
	if item.FilterText != "" {
		fmt.Fprintf(out, " ~ %s", item.FilterText)
	}
	if item.TextEdit.NewText != item.Label {
		fmt.Fprintf(out, " → %q", item.TextEdit.NewText)
	}
	for _, e := range item.AdditionalTextEdits {
		fmt.Fprintf(out, " + %q at %d:%d", e.NewText, e.Range.Start.Line+1, e.Range.Start.Character+1)
	}
	fmt.Fprintln(out)
}

// How long a list is that was cut, and how often one that is short is asked for again.
const (
	cutItems = 300
	mostAsks = 50
)

// completions are those at a marker, in the order of their sort texts. They are asked for again as
// long as not all are there: a slow machine has no time to read the other files for one list.
func (f *folder) completions(name string) completionList {
	var found completionList
	for asks := 0; asks == 0 || found.IsIncomplete && len(found.Items) < cutItems && asks < mostAsks; asks++ {
		found = completionList{}
		decode(f.t, f.result("textDocument/completion", f.at(name)), &found)
	}
	if !slices.IsSortedFunc(found.Items, func(a, b completionItem) int { return strings.Compare(a.SortText, b.SortText) }) {
		f.t.Errorf("%s: the list is not in the order of its sort texts", name)
	}
	return found
}

// resolve shows one completion at a marker, with its documentation.
func (f *folder) resolve(out io.Writer, of string) {
	name, label, _ := strings.Cut(of, " ")
	items := f.completions(name).Items
	i := slices.IndexFunc(items, func(i completionItem) bool { return i.Label == label })
	if i < 0 {
		fmt.Fprintln(out, "nothing")
		return
	}
	var resolved struct {
		completionItem
		Documentation struct{ Value string }
	}
	decode(f.t, f.result("completionItem/resolve", items[i]), &resolved)
	f.showItem(out, resolved.completionItem)
	if resolved.Documentation.Value != "" {
		fmt.Fprint(out, indent(indent(resolved.Documentation.Value)))
	}
}

// signature shows the signatures at a marker, the active parameter between
// « and ».
func (f *folder) signature(out io.Writer, of string) {
	var found *struct {
		Signatures []struct {
			Label         string
			Documentation struct{ Value string }
			Parameters    []struct {
				Label         [2]int
				Documentation struct{ Value string }
			}
		}
		ActiveSignature int
		ActiveParameter *int
	}
	decode(f.t, f.result("textDocument/signatureHelp", f.at(of)), &found)
	if found == nil {
		fmt.Fprintln(out, "nothing")
		return
	}
	for i, g := range found.Signatures {
		label := []rune(g.Label) // none has letters of two UTF-16 units
		if a := found.ActiveParameter; i == found.ActiveSignature && a != nil {
			p := g.Parameters[*a]
			label = slices.Concat(label[:p.Label[0]], []rune("«"), label[p.Label[0]:p.Label[1]], []rune("»"), label[p.Label[1]:])
			fmt.Fprint(out, string(label), "\n", documentation(p.Documentation.Value))
		} else {
			fmt.Fprintln(out, string(label))
		}
		fmt.Fprint(out, documentation(g.Documentation.Value))
	}
}

func documentation(text string) string {
	if text == "" {
		return ""
	}
	return indent(text)
}
