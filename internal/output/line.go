package output

import (
	"strings"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/console"
)

const (
	maxWidth   = 100 // of a source line where the terminal's width is not known; longer ones are cut around the place
	cutContext = 30  // columns before the place that are kept

	// Terminals are taken to have so many columns, at least and at most.
	narrowestTerminal, widestTerminal = 40, 200
)

// A cell is a character as it is shown: its text, its columns and the byte of
// the line that it stands for.
type cell struct {
	text   string
	width  int
	offset int
}

// A shownLine is a source line as a terminal shows it: its cells, and which of
// them fit.
type shownLine struct {
	cells       []cell
	low, high   int
	left, right bool // something is cut off there
}

// layOut prepares a source line: what is shown of it, and where each of its bytes is then. Bytes,
// characters and columns are three measures of a line: spans count bytes, a letter with a combining
// accent is two characters in one column, 日 is one in two, and a tab goes on to the next multiple of
// four columns. Marks are under the right characters only if all sums are of columns.
// Of one that has more columns than most, what is around
// the byte focus is shown.
func layOut(line string, focus, most int) shownLine {
	from, to := clip(line, focus)
	l := shownLine{cells: split(line[from:to])}
	for i := range l.cells {
		l.cells[i].offset += from
	}
	l.low, l.high = window(l.cells, cellAt(l.cells, focus), most)
	l.left, l.right = l.low > 0 || from > 0, l.high < len(l.cells) || to < len(line)
	return l
}

// clipped is how many bytes around the focus are looked at: more than fit, and
// few of a line of megabytes.
const clipped = utf8.UTFMax * widestTerminal

// clip cuts a line of megabytes to what is around a byte, between characters.
func clip(line string, focus int) (from, to int) {
	from, to = max(0, focus-clipped), min(len(line), focus+clipped)
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to++
	}
	return from, to
}

// String is the part of the line that is shown, with an ellipsis where something is cut off.
func (l shownLine) String() string {
	text := join(l.cells[l.low:l.high])
	if l.left {
		text = "…" + text
	}
	if l.right {
		text += "…"
	}
	return text
}

// columns returns where the bytes from..to of the line stand: how many columns
// lie before them, and how many they fill, at least one. It is false if
// they are cut off.
func (l shownLine) columns(from, to int) (at, fill int, ok bool) {
	first, last := cellAt(l.cells, from), min(cellAt(l.cells, max(to, from)), l.high)
	if first < l.low || first > l.high {
		return 0, 0, false
	}
	at = width(l.cells[l.low:first])
	if l.left {
		at++
	}
	return at, max(width(l.cells[first:max(first, last)]), 1), true
}

// split turns a line into cells.
func split(line string) []cell {
	var cells []cell
	column := 0
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		text, width := console.CellOf(r, column)
		cells = append(cells, cell{text, width, i})
		column += width
		i += size
	}
	return cells
}

// cellAt is the first cell at or after a byte of the line.
func cellAt(cells []cell, offset int) int {
	for i, c := range cells {
		if c.offset >= offset {
			return i
		}
	}
	return len(cells)
}

// window chooses which cells of a long line are shown: those around the first
// marked one. It does not part a letter from what is combined with it.
func window(cells []cell, first, most int) (low, high int) {
	if width(cells) <= most {
		return 0, len(cells)
	}
	low = first
	for space := min(cutContext, most/3); low > 0 && space > 0; space -= cells[low].width {
		low--
	}
	for low > 0 && low < len(cells) && cells[low].width == 0 {
		low--
	}
	for high = low; high < len(cells) && width(cells[low:high+1]) <= most; {
		high++
	}
	return low, high
}

// width is how many columns cells fill.
func width(cells []cell) int {
	total := 0
	for _, c := range cells {
		total += c.width
	}
	return total
}

// join is the text of cells.
func join(cells []cell) string {
	var b strings.Builder
	for _, c := range cells {
		b.WriteString(c.text)
	}
	return b.String()
}
