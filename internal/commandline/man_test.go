package commandline

import (
	"strings"
	"testing"
)

func TestRoff(t *testing.T) {
	for text, want := range map[string]string{
		`a-b \n 'c' "d"`: `a\-b \en \(aqc\(aq "d"`, "|l|^2 … `x` ~y": `|l|\(ha2 \[u2026] \(gax\(ga \(tiy`, "two\nlines": "two lines",
	} {
		if got := roff(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	p := &manual{}
	p.text("%s", roff(".hidden "+strings.Repeat("word ", 30)+"... end"))
	for line := range strings.Lines(p.out.String()) {
		if strings.HasPrefix(line, ".") || len(line) > widest+3 {
			t.Errorf("got %q", line)
		}
	}
}
