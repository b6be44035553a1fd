package lsp_test

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// action is an answer to textDocument/codeAction or codeAction/resolve.
type action struct {
	Title       string                   `json:"title"`
	Kind        string                   `json:"kind,omitempty"`
	IsPreferred bool                     `json:"isPreferred,omitempty"`
	Disabled    *struct{ Reason string } `json:"disabled,omitempty"`
	Data        json.RawMessage          `json:"data,omitempty"`
	Edit        *struct {
		Changes         map[string][]textEdit
		DocumentChanges []struct {
			TextDocument struct {
				URI     string
				Version int
			}
			Edits []textEdit
		}
	} `json:"edit,omitempty"`
}

// choosing opens the folder's files for a client that resolves actions and
// shows those that cannot be done.
func (f *folder) choosing() *folder {
	g := *f
	g.wire = pipe(f.t)
	g.result("initialize", map[string]any{
		"processId": nil, "rootUri": f.uri(""),
		"capabilities": map[string]any{
			"general": map[string]any{"positionEncodings": []string{f.encoding}},
			"textDocument": map[string]any{"codeAction": map[string]any{
				"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{""}}},
				"dataSupport":              true, "disabledSupport": true,
				"resolveSupport": map[string]any{"properties": []string{"edit"}},
			}},
		},
	})
	g.notify("initialized", struct{}{})
	for name, text := range f.texts {
		g.open(f.uri(name), 1, text)
	}
	return &g
}

// asked are the actions of a kind at a marker or between two.
func (f *folder) asked(from, to string, kinds ...string) []action {
	params := f.at(from)
	params["range"] = span{params["position"].(position), f.at(to)["position"].(position)}
	delete(params, "position")
	context := map[string]any{"diagnostics": []int{}}
	if len(kinds) > 0 {
		context["only"] = kinds
	}
	params["context"] = context
	var found []action
	decode(f.t, f.result("textDocument/codeAction", params), &found)
	return found
}

// choose is `choose marker kind` or `choose from to kind`: all actions of the
// kind, each resolved; with the text that it leaves.
func (f *folder) choose(out io.Writer, of string) {
	words := strings.Fields(of)
	g := f.choosing()
	file := f.markers[words[0]].file
	for _, a := range g.asked(words[0], words[len(words)-2], words[len(words)-1]) {
		g.print(out, file, a)
	}
}

// selectRange is `select from to`: the actions that a client which resolves
// nothing is offered for a selection.
func (f *folder) selectRange(out io.Writer, of string) {
	words := strings.Fields(of)
	for _, a := range f.asked(words[0], words[1]) {
		f.print(out, f.markers[words[0]].file, a)
	}
}

func (f *folder) print(out io.Writer, file string, a action) {
	fmt.Fprintf(out, "%s %s\n", a.Kind, a.Title)
	if a.Disabled != nil {
		fmt.Fprintf(out, "  cannot: %s\n", a.Disabled.Reason)
		return
	}
	if a.Data != nil {
		if a.Edit != nil {
			f.t.Errorf("%s has its edit and is to be resolved", a.Title)
		}
		m := f.answers("codeAction/resolve", a)
		if m.Error != nil {
			fmt.Fprintf(out, "  fails: %s\n", m.Error.Message)
			return
		}
		decode(f.t, m.Result, &a)
	}
	fmt.Fprint(out, changedLines(f.texts[file], f.after(file, a)))
}

// after is a file's text after an action.
func (f *folder) after(file string, a action) string {
	text := f.texts[file]
	edits := a.Edit.Changes[f.uri(file)]
	for _, d := range a.Edit.DocumentChanges {
		if d.TextDocument.URI == f.uri(file) {
			edits = append(edits, d.Edits...)
		}
	}
	type change struct {
		start, end int
		text       string
	}
	var changes []change
	for _, e := range edits {
		changes = append(changes, change{f.byteAt(text, e.Range.Start), f.byteAt(text, e.Range.End), e.NewText})
	}
	slices.SortStableFunc(changes, func(a, b change) int { return b.start - a.start })
	for _, c := range changes {
		text = text[:c.start] + c.text + text[c.end:]
	}
	return text
}

// changedLines shows the lines by which two texts differ.
func changedLines(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	var out strings.Builder
	for _, line := range x {
		fmt.Fprintf(&out, "  - %s\n", strings.ReplaceAll(line, "\r", "␍"))
	}
	for _, line := range y {
		fmt.Fprintf(&out, "  + %s\n", strings.ReplaceAll(line, "\r", "␍"))
	}
	return out.String()
}

// An action that was offered for a text is refused once the text is another;
// edits elsewhere do not matter.
func TestResolvingStaleActions(t *testing.T) {
	f := &folder{wire: pipe(t), dir: t.TempDir(), encoding: "utf-16", texts: map[string]string{}, markers: map[string]marker{}}
	f.add("a.frac", "def @f(%x : int32) -> int32 { «a»%x + 1«b» }\ndef @g(%n : int32) -> int32 { %n }\n")
	g := f.choosing()
	offered := g.asked("a", "b", "refactor.extract")
	if len(offered) != 2 {
		t.Fatalf("offered %+v", offered)
	}
	g.edit(f.uri("a.frac"), 2, change{between(0, 0, 0, 0), "def @above() -> int32 { 0 }\n"})
	var resolved action
	decode(t, g.result("codeAction/resolve", offered[0]), &resolved)
	if resolved.Edit == nil {
		t.Fatalf("resolved: %+v", resolved)
	}
	if got := resolved.Edit.Changes[f.uri("a.frac")]; len(got) != 1 || got[0].Range.Start.Line != 1 {
		t.Errorf("moved by one line, the action gives %+v", got)
	}
	g.edit(f.uri("a.frac"), 3, change{between(1, 30, 1, 32), "%y"})
	g.fails(-32801, "codeAction/resolve", offered[0])
	g.fails(-32602, "codeAction/resolve", map[string]any{"title": "x", "data": []int{1}})
	g.fails(-32801, "codeAction/resolve", map[string]any{"title": "x", "data": map[string]any{"uri": f.uri("a.frac"), "id": "extract.let", "item": -7, "start": -1, "end": 1 << 30}})
	g.fails(-32801, "codeAction/resolve", map[string]any{"title": "x", "data": map[string]any{"uri": f.uri("a.frac"), "id": "fixAll:", "hash": "0"}})
	bare := map[string]any{"title": "x"}
	if got := string(g.result("codeAction/resolve", bare)); got != `{"title":"x"}` {
		t.Errorf("an action without data resolves to %s", got)
	}
}
