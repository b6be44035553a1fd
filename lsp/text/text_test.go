package text

import (
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// pieces are what the texts of the tests are made of: every line end, and
// characters of every width.
var pieces = []string{"a", "%x", "\n", "\r\n", "\r", "é", "⊗", "𝔸", "👩‍🔬", "\ufeff", "\t", "}"}

func drawText(t *rapid.T, label string) string {
	s := ""
	for _, p := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, label) {
		s += p
	}
	return s
}

var drawEncoding = rapid.SampledFrom([]Encoding{UTF8, UTF16, UTF32})

// place is where the naive model says that a character begins.
type place struct {
	at     Position
	offset int
}

// places walks over a text character by character. The last place is its end;
// the two characters of "\r\n" share a place.
func places(s string, e Encoding) []place {
	var found []place
	var at Position
	for i, r := range s {
		found = append(found, place{at, i})
		switch {
		case r == '\r' && i+1 < len(s) && s[i+1] == '\n':
		case r == '\n' || r == '\r':
			at = Position{at.Line + 1, 0}
		default:
			at.Character += uint32(naiveUnits(r, e))
		}
	}
	return append(found, place{at, len(s)})
}

func naiveUnits(r rune, e Encoding) int {
	switch e {
	case UTF8:
		return utf8.RuneLen(r)
	case UTF16:
		return len(utf16.Encode([]rune{r}))
	}
	return 1
}

// naiveOffset finds the last character of a position's line that does not
// begin after the position.
func naiveOffset(s string, p Position, e Encoding) int {
	var found *place
	for _, here := range places(s, e) {
		fits := here.at.Line == p.Line && here.at.Character <= p.Character
		if fits && (found == nil || here.at.Character > found.at.Character) {
			found = &here
		}
	}
	if found == nil {
		return len(s)
	}
	return found.offset
}

func TestPositionsAgreeWithModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, e := drawText(t, "text"), drawEncoding.Draw(t, "encoding")
		text := New(s)
		all := places(s, e)
		for _, p := range all {
			if got := text.Position(p.offset, e); got != p.at {
				t.Fatalf("%q: position of byte %d in %v is %v, want %v", s, p.offset, e, got, p.at)
			}
		}
		if want := int(all[len(all)-1].at.Line) + 1; text.rope.Lines() != want {
			t.Fatalf("%q: %d lines, want %d", s, text.rope.Lines(), want)
		}
	})
}

func TestOffsetsAgreeWithModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, e := drawText(t, "text"), drawEncoding.Draw(t, "encoding")
		p := drawPosition(t, "position")
		if got, want := New(s).Offset(p, e), naiveOffset(s, p, e); got != want {
			t.Fatalf("%q: byte at %v in %v is %d, want %d", s, p, e, got, want)
		}
	})
}

func drawPosition(t *rapid.T, label string) Position {
	return Position{
		rapid.Uint32Range(0, 12).Draw(t, label+" line"),
		rapid.OneOf(rapid.Uint32Range(0, 12), rapid.Just(uint32(1<<32-1))).Draw(t, label+" column"),
	}
}

func TestEditsAgreeWithModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, e := drawText(t, "text"), drawEncoding.Draw(t, "encoding")
		text := New(s)
		for range rapid.IntRange(1, 5).Draw(t, "edits") {
			start, end := drawPosition(t, "start"), drawPosition(t, "end")
			with := drawText(t, "with")
			from, to := naiveOffset(s, start, e), naiveOffset(s, end, e)
			s = s[:min(from, to)] + with + s[max(from, to):]
			text = text.Replace(start, end, e, with)
			sameText(t, text, New(s))
		}
	})
}

func sameText(t *rapid.T, got, want *Text) {
	if got.String() != want.String() {
		t.Fatalf("text is %q, want %q", got, want)
	}
	for line := range max(got.rope.Lines(), want.rope.Lines()) {
		if got.rope.Start(line) != want.rope.Start(line) {
			t.Fatalf("%q: line %d begins at %d, want %d", got, line, got.rope.Start(line), want.rope.Start(line))
		}
	}
}

func TestNegotiate(t *testing.T) {
	for _, c := range []struct {
		offered []string
		want    Encoding
	}{
		{nil, UTF16},
		{[]string{"utf-16"}, UTF16},
		{[]string{"utf-16", "utf-8"}, UTF8},
		{[]string{"utf-32", "utf-16"}, UTF16},
		{[]string{"utf-32"}, UTF32},
		{[]string{"utf-7"}, UTF16},
	} {
		if got := Negotiate(c.offered); got != c.want {
			t.Errorf("of %v %v is picked, want %v", c.offered, got, c.want)
		}
	}
}

// A client may put "\n" after a lone "\r": two line ends become one.
func TestLineEndsJoin(t *testing.T) {
	text := New("a\rb").Replace(Position{1, 0}, Position{1, 0}, UTF8, "\n")
	if got := text.Position(len("a\r\n"), UTF8); got != (Position{1, 0}) || text.rope.Lines() != 2 {
		t.Errorf("b stands at %v of %d lines", got, text.rope.Lines())
	}
}
