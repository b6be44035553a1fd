package output

import (
	"runtime"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/console"
)

func TestLayOut(t *testing.T) {
	long := strings.Repeat("a", 500)
	tests := []struct {
		name, line string
		from, to   int
		shown      string
		at, fill   int
	}{
		{"plain", "let %x = 1", 4, 6, "let %x = 1", 4, 2},
		{"tabs", "\t\tx", 2, 3, "        x", 8, 1},
		{"tab inside", "ab\tx", 3, 4, "ab  x", 4, 1},
		{"wide runes", "日本x", 6, 7, "日本x", 4, 1},
		{"wide mark", "日本", 0, 6, "日本", 0, 4},
		{"combining", "e\u0301x", 3, 4, "e\u0301x", 1, 1},
		{"empty span", "ab", 2, 2, "ab", 2, 1},
		{"control", "a\x1b[31mb", 1, 2, "a\uFFFD[31mb", 1, 1},
		{"invalid", "a\xffb", 1, 2, "a\uFFFDb", 1, 1},
		{"direction", "a\u202eb", 1, 4, "a\uFFFDb", 1, 1},
		{"cut after", long, 0, 2, long[:100] + "…", 0, 2},
		{"cut around", long, 300, 302, "…" + long[:100] + "…", 31, 2},
		{"cut before", long, 499, 500, "…" + long[:31], 31, 1},
		{"cut mark", long, 300, 500, "…" + long[:100] + "…", 31, 70},
	}
	for _, tt := range tests {
		l := layOut(tt.line, tt.from, maxWidth)
		at, fill, ok := l.columns(tt.from, tt.to)
		if l.String() != tt.shown || at != tt.at || fill != tt.fill || !ok {
			t.Errorf("%s: got %q, %d, %d, %t; want %q, %d, %d",
				tt.name, l, at, fill, ok, tt.shown, tt.at, tt.fill)
		}
	}
}

func TestLayOutOfHugeLine(t *testing.T) {
	line := strings.Repeat("日", 5<<20)
	l := layOut(line, 3<<20, maxWidth)
	if n := len(l.cells); n > 4*clipped {
		t.Errorf("%d cells were made of a line of megabytes", n)
	}
}

// A message may quote a name of a megabyte: it is printed without taking many times as
// much.
func TestPrintableOfHugeText(t *testing.T) {
	text := strings.Repeat("日\t\x1b", 1<<18)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	shown := console.Printable(text)
	runtime.ReadMemStats(&after)
	if want := join(split(text[:100*5])); !strings.HasPrefix(shown, want) {
		t.Errorf("it is shown as %.40q…", shown)
	}
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > uint64(12*len(text)) {
		t.Errorf("%d bytes are taken to print %d", bytes, len(text))
	}
}
