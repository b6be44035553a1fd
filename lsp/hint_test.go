package lsp_test

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// inlayHint is a hint as the client sees it.
type inlayHint struct {
	Position  position `json:"position"`
	Label     []part   `json:"label"`
	Kind      int      `json:"kind"`
	TextEdits []struct {
		Range   span   `json:"range"`
		NewText string `json:"newText"`
	} `json:"textEdits,omitempty"`
	Tooltip      *struct{ Kind, Value string } `json:"tooltip,omitempty"`
	PaddingLeft  bool                          `json:"paddingLeft,omitempty"`
	PaddingRight bool                          `json:"paddingRight,omitempty"`
	Data         json.RawMessage               `json:"data,omitempty"`
}

// A part of a label may lead to a declaration.
type part struct {
	Value    string    `json:"value"`
	Location *location `json:"location,omitempty"`
}

func (f *folder) askHints(name string, r span) (found []inlayHint) {
	decode(f.t, f.result("textDocument/inlayHint", map[string]any{"textDocument": document(f.uri(name)), "range": r}), &found)
	return found
}

// everything is a range that holds every file.
var everything = span{position{0, 0}, position{1 << 20, 0}}

func (f *folder) hints(out io.Writer, name string) {
	f.showHints(out, name, f.askHints(name, everything))
}

// hintRange shows the hints between two markers.
func (f *folder) hintRange(out io.Writer, of string) {
	from, to, _ := strings.Cut(of, " ")
	name := f.markers[from].file
	f.showHints(out, name, f.askHints(name, f.between(from, to)))
}

// showHints writes hints, one a line, each with what it would write.
func (f *folder) showHints(out io.Writer, name string, hints []inlayHint) {
	if len(hints) == 0 {
		fmt.Fprintln(out, "none")
	}
	for _, h := range hints {
		label := ""
		for _, p := range h.Label {
			label += p.Value
		}
		fmt.Fprintf(out, "%s `%s` %s\n", f.spot(name, h.Position), label, [...]string{"", "type", "parameter"}[h.Kind])
		for _, e := range h.TextEdits {
			fmt.Fprintf(out, "  writes %q at %s\n", e.NewText, f.spot(name, e.Range.Start))
			if e.Range.Start != e.Range.End {
				f.t.Errorf("a hint takes text out: %v", e)
			}
		}
		if h.Tooltip != nil {
			f.t.Errorf("the tooltip of `%s` comes before it is asked for", label)
		}
	}
}

// spot is a position with the text before it.
func (f *folder) spot(name string, p position) string {
	line := clientLines(f.texts[name])[p.Line].text
	at, ok := byteOf(line, f.encoding, p.Character)
	if !ok {
		f.t.Errorf("line %d `%s` has no column %d", p.Line, line, p.Character)
	}
	before := []rune(line[:at])
	return fmt.Sprintf("%d:%d after `%s`", p.Line+1, len(before)+1, string(before[max(0, len(before)-8):]))
}

// resolveHints shows what the hints at a marker say when they are asked.
func (f *folder) resolveHints(out io.Writer, of string) {
	for _, h := range f.askHints(f.markers[of].file, f.between(of, of)) {
		var resolved inlayHint
		decode(f.t, f.result("inlayHint/resolve", h), &resolved)
		if resolved.Tooltip == nil {
			fmt.Fprintln(out, "no tooltip")
			continue
		}
		fmt.Fprint(out, indent(resolved.Tooltip.Value))
		for _, p := range resolved.Label {
			if p.Location != nil {
				fmt.Fprintf(out, "  `%s` at %s\n", p.Value, f.show(*p.Location))
			}
		}
	}
}
