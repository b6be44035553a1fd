package sourcefile

import (
	"strings"
	"testing"
)

// Position agrees with the count from the line's start, whatever the text.
func TestPosition(t *testing.T) {
	texts := []string{
		"", "a\nbé\r\n日本x\n",
		strings.Repeat("日本é x", 3000) + "\n" + strings.Repeat("é", 3000),
		strings.Repeat("\x80\xff", 6000),
		strings.Repeat("a", stride-1) + "日\n日" + strings.Repeat("\n", stride) + "x",
	}
	for _, text := range texts {
		s := New("/a.md", "a.md", text)
		for offset := int32(0); offset <= int32(len(text)); offset += 1 + offset/50 {
			if got, want := s.Position(offset), s.Lines.Position(offset); got != want {
				t.Fatalf("offset %d of %.20q…: got %v, want %v", offset, text, got, want)
			}
		}
	}
}
