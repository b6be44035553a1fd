package lsp_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/lsp"
)

// pastes are what the edits of the fuzz target put in, besides the characters
// of its input.
var pastes = append([]string{
	"def @h(%x : int32, %y : float32) -> float32 { %x + %y }\n", "import \"none.frac\"\n", "@f(", "let %z = 1; ", "match (%t) { case A() { 1 } }",
	"data U { C : (T[int32]) -> U }\n", "#[allow(undefined-name)]\n", "# fraccheck:ignore undefined-name\n", "'", "\ufeff", "é", "\u2028", "\x00", "/* ty=int32 */",
}, scraps...)

// FuzzSession plays edits in any encoding. After each, the text, the tree and
// the diagnostics are those of the same text opened anew.
func FuzzSession(f *testing.F) {
	f.Add([]byte{0, 0, 10, 3, 5, 0, 70, 2, 9, 1, 4, 0, 20})
	f.Add([]byte{1, 0, 0, 200, 0, 0, 3, 0, 14, 0, 40, 6, 20})
	f.Add([]byte{2, 0, 30, 0, 22, 0, 31, 0, 23, 0, 32, 1, 24, 1, 5, 9, 1})
	for i := range pastes {
		f.Add([]byte{byte(i), 0, byte(40 + 3*i), 2, byte(i), 0, byte(200 - i), 0, byte(i + 1)})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		encoding := []string{"utf-8", "utf-16", "utf-32"}[int(data[0])%3]
		edited, text := lsp.BeginEditing("fuzz", encoding, program), program
		for at := 1; at+4 <= len(data) && at < 4*30; at += 4 {
			text = playEdit(edited, encoding, text, data[at:at+4])
			sameAnew(t, edited, encoding, text)
		}
	})
}

// playEdit reads an edit off four bytes: where it begins, how long it is and what
// it puts in.
func playEdit(e *lsp.Editing, encoding, text string, data []byte) string {
	runes := []rune(text)
	from := (int(data[0])<<8 + int(data[1])) % (len(runes) + 1)
	to := min(len(runes), from+int(data[2])%48)
	from, to = outOfLineEnd(runes, from), outOfLineEnd(runes, to)
	with := pastes[int(data[3])%len(pastes)]
	start, end := placeOf(runes[:from], encoding), placeOf(runes[:to], encoding)
	e.Edit(uint32(start.Line), uint32(start.Character), uint32(end.Line), uint32(end.Character), with)
	return string(runes[:from]) + with + string(runes[to:])
}

func sameAnew(t *testing.T, edited *lsp.Editing, encoding, text string) {
	t.Helper()
	if got := edited.Text(); got != text {
		t.Fatalf("the text is\n%q\nwant\n%q", got, text)
	}
	fresh := lsp.BeginEditing("fuzz", encoding, text)
	for what, ask := range map[string]func(*lsp.Editing) (string, error){"tree": (*lsp.Editing).Tree, "diagnostics": (*lsp.Editing).Findings} {
		got, err := ask(edited)
		want, err2 := ask(fresh)
		if err != nil || err2 != nil || got != want {
			t.Fatalf("of %q the %s after edits %v is\n%s\nanew %v\n%s", text, what, err, got, err2, want)
		}
	}
}
