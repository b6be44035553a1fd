package page

import (
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/fraccheck/fraccheck/internal/drawing"
)

// widths are those of the printable characters of ASCII in Helvetica, from the blank
// on, in thousandths of the size.
var widths = [95]int{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

// otherWidths are the widths of a few characters beyond ASCII.
var otherWidths = map[rune]int{'…': 1000, '·': 278, '×': 584, '→': 1000}

// width is how wide a text is at a size.
func width(text string, size float64) float64 {
	sum := 0
	for _, r := range text {
		switch w, known := otherWidths[r]; {
		case r >= ' ' && r <= '~':
			sum += widths[r-' ']
		case known:
			sum += w
		default:
			sum += 600 * runewidth.RuneWidth(r)
		}
	}
	return float64(sum) * size / 1000
}

// bold is how much wider bold letters are.
const bold = 1.08

// sizes are those of the letters by a word of their class, as the style sheet has them,
// with what bold ones are wider.
var sizes = map[string]float64{"name": nameSize, "caption": nameSize * bold, "arg": argSize, "type": typeSize}

// widthIn is how wide a text of a class is; 0 where that is not known: of a class without
// a size, and of letters that another font than Helvetica has.
func widthIn(class, text string) float64 {
	for _, r := range text {
		if _, known := otherWidths[r]; !known && (r < ' ' || r > '~') {
			return 0
		}
	}
	for word := range strings.FieldsSeq(class) {
		if size, known := sizes[word]; known {
			return width(text, size)
		}
	}
	return 0
}

// TreesText draws structure trees with the characters of a terminal.
func TreesText(trees []drawing.TypeTree) []byte {
	w := &writer{}
	of := ""
	for i, t := range trees {
		if i > 0 {
			w.WriteString("\n")
		}
		if t.Of != of || t.Name == "" {
			of = t.Of
			w.WriteString(of + "\n")
		}
		if t.Name != "" {
			w.WriteString(t.Title() + "\n")
		}
		w.WriteString(t.Root.String() + "\n")
	}
	return []byte(w.String())
}
