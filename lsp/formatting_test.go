package lsp_test

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
)

// format shows a file as formatting leaves it, and how many edits that takes.
func (f *folder) format(out io.Writer, name string) {
	f.showFormatted(out, name, "textDocument/formatting", map[string]any{})
}

// formatRange formats between the markers `…a` and `…b`.
func (f *folder) formatRange(out io.Writer, of string) {
	name, r := f.marked(of)
	f.showFormatted(out, name, "textDocument/rangeFormatting", map[string]any{"range": r})
}

// formatRanges formats between several pairs of markers.
func (f *folder) formatRanges(out io.Writer, of string) {
	var ranges []span
	var name string
	for _, pair := range strings.Fields(of) {
		file, r := f.marked(pair)
		name, ranges = file, append(ranges, r)
	}
	f.showFormatted(out, name, "textDocument/rangesFormatting", map[string]any{"ranges": ranges})
}

// typed sends what a client does when the character before a marker has
// been typed: `type } marker`; a new line is written `newline`.
func (f *folder) typed(out io.Writer, of string) {
	ch, name, _ := strings.Cut(of, " ")
	if ch == "newline" {
		ch = "\n"
	}
	f.showFormatted(out, f.markers[name].file, "textDocument/onTypeFormatting",
		map[string]any{"ch": ch, "position": f.at(name)["position"]})
}

func (f *folder) marked(of string) (name string, r span) {
	start, end := f.at(of+"a"), f.at(of+"b")
	return f.markers[of+"a"].file, span{start["position"].(position), end["position"].(position)}
}

// showFormatted asks, makes the edits and shows what changed: of a text with
// carriage returns, those too.
func (f *folder) showFormatted(out io.Writer, name, method string, params map[string]any) {
	params["textDocument"] = document(f.uri(name))
	params["options"] = map[string]any{"tabSize": 8, "insertSpaces": false}
	var edits []textEdit
	decode(f.t, f.result(method, params), &edits)
	text := f.texts[name]
	after := f.edited(text, edits)
	switch {
	case len(edits) == 0:
		fmt.Fprintln(out, "nothing")
	case method == "textDocument/formatting":
		fmt.Fprintf(out, "%d edits\n%s", len(edits), indent(visible(after)))
	default:
		showLines(out, strings.SplitAfter(text, "\n"), strings.SplitAfter(after, "\n"))
	}
}

// visible shows blanks that matter.
func visible(text string) string {
	return strings.NewReplacer("\r", "␍", "\t", "→", "\ufeff", "⌂", " \n", "¬\n").Replace(text)
}

// showLines shows the lines between what two texts have in common.
func showLines(out io.Writer, before, after []string) {
	for len(before) > 0 && len(after) > 0 && before[0] == after[0] {
		before, after = before[1:], after[1:]
	}
	for len(before) > 0 && len(after) > 0 && before[len(before)-1] == after[len(after)-1] {
		before, after = before[:len(before)-1], after[:len(after)-1]
	}
	for _, l := range before {
		fmt.Fprintf(out, "- %s\n", strings.TrimSuffix(visible(l), "\n"))
	}
	for _, l := range after {
		fmt.Fprintf(out, "+ %s\n", strings.TrimSuffix(visible(l), "\n"))
	}
}

// edited makes edits as a client does: none may touch another.
func (f *folder) edited(text string, edits []textEdit) string {
	slices.SortFunc(edits, func(a, b textEdit) int { return f.byteAt(text, a.Range.Start) - f.byteAt(text, b.Range.Start) })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		start, end := f.byteAt(text, e.Range.Start), f.byteAt(text, e.Range.End)
		if start < at || end < start {
			f.t.Errorf("the edit %v is out of order", e)
			return text
		}
		b.WriteString(text[at:start] + e.NewText)
		at = end
	}
	return b.String() + text[at:]
}

// TestFormattingIsAnnounced holds what a client must know to ask.
func TestFormattingIsAnnounced(t *testing.T) {
	var found struct {
		Capabilities map[string]any
	}
	w := pipe(t)
	decode(t, w.result("initialize", map[string]any{"capabilities": map[string]any{}}), &found)
	got := map[string]any{}
	for key := range maps.Keys(found.Capabilities) {
		if strings.HasSuffix(key, "FormattingProvider") {
			got[key] = found.Capabilities[key]
		}
	}
	const want = "map[documentFormattingProvider:true " +
		"documentOnTypeFormattingProvider:map[firstTriggerCharacter:} moreTriggerCharacter:[; \n]] " +
		"documentRangeFormattingProvider:map[rangesSupport:true]]"
	if fmt.Sprint(got) != want {
		t.Errorf("announced\n%v\nwant\n%v", got, want)
	}
}
