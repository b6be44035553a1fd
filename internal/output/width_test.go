package output

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestLayOutHeedsTheWidth lays out random lines for terminals of all widths: a line with its
// ellipses fits, and the marks are under the characters that are meant, however the terminal
// counts columns: tabs, wide and combining characters, and a line's end of two bytes.
func TestLayOutHeedsTheWidth(t *testing.T) {
	r := rand.New(rand.NewPCG(40, 200))
	letters := []string{"a", "b", "\t", "日", "é", "e\u0301", "😀", " ", "%x", "\r", "\x1b"}
	for range 3000 {
		var before, marked, behind strings.Builder
		for _, part := range []*strings.Builder{&before, &marked, &behind} {
			for range r.IntN(90) {
				part.WriteString(letters[r.IntN(len(letters))])
			}
		}
		most := 30 + r.IntN(170)
		line := before.String() + "X" + marked.String() + behind.String()
		from := before.Len()
		to := from + 1 + marked.Len()
		l := layOut(line, from, most)
		at, fill, ok := l.columns(from, to)
		shown := l.String()
		if w := width(split(shown)); w > most+2 {
			t.Fatalf("%q has %d columns, and %d are there", shown, w, most+2)
		}
		if !ok {
			t.Fatalf("%q: the place %d is not shown of %q", shown, from, line)
		}
		if got := inColumns(split(shown), at, at+1); !strings.Contains(got, "X") {
			t.Fatalf("%q: the mark at %d is under %q", shown, at, got)
		}
		if end := width(split(shown)); at+fill > end {
			t.Fatalf("%q: the mark ends at %d of %d", shown, at+fill, end)
		}
	}
}

// TestRoom holds what is printed to the width of the terminal.
func TestRoom(t *testing.T) {
	for _, test := range []struct{ columns, room int }{{0, 100}, {20, 31}, {40, 31}, {80, 71}, {200, 191}, {900, 191}} {
		if got := (&Printer{columns: test.columns, gutter: 4}).room(3); got != test.room {
			t.Errorf("%d columns have room for %d, want %d", test.columns, got, test.room)
		}
	}
}

// TestMarkedNotesFit cuts the lines of a note so that its marks stay under what they mark.
func TestMarkedNotesFit(t *testing.T) {
	for _, mark := range []int{10, 30, 59, 99, 149} {
		body := strings.Repeat("0123456789", 14)
		lines := []string{"expected: " + body, "   found: " + body[:mark-10] + "X" + body[mark-9:], strings.Repeat(" ", mark) + "^"}
		for most := 30; most < 170; most++ {
			got := fitMarked(lines, most)
			at := strings.IndexByte(got[2], '^')
			if marked := []rune(got[1])[at]; marked != 'X' {
				t.Fatalf("%d columns: the mark is under %c\n%s", most, marked, strings.Join(got, "\n"))
			}
			for _, line := range got {
				if n := len([]rune(line)); n > most+2 {
					t.Fatalf("%d columns: %d\n%s", most, n, line)
				}
			}
			if !strings.HasPrefix(got[0], "expected: ") {
				t.Fatal(got[0])
			}
		}
	}
	for _, lines := range [][]string{{"one"}, {strings.Repeat("a", 200), "b"}, {"a", "^"}} {
		if got := fitMarked(lines, 50); fmt.Sprint(got) != fmt.Sprint(lines) {
			t.Errorf("%q becomes %q", lines, got)
		}
	}
}
