package format

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Width is how many columns a line may fill. Comments at the end of a line do
// not count.
const Width = 100

// indentation is how much further in a line stands for each open bracket that
// broke.
const indentation = 2

// deepest is the column beyond which nothing is indented: nesting could go on
// for thousands of brackets.
const deepest = 80

// Options say how a text stands in what surrounds it.
type Options struct {
	Margin   int           // blanks before every line
	Fragment bool          // a part of a document: no line end after the last line
	LineEnd  string        // "\n" or "\r\n"; that of the text's last line if empty
	Within   []syntax.Span // lay out only the statements that these touch; nil: all
	Stopped  func() bool   // reports whether nobody waits any more: there are no edits then; nil: never
}

func (o *Options) stopped() bool { return o.Stopped != nil && o.Stopped() }

// Edits are the changes that lay a file out, in the order of the text. They do
// not touch each other.
func Edits(f *syntax.File, o Options) []syntax.Edit {
	edits, _ := formatted(f, o)
	return edits
}

// Text is a program laid out.
func Text(name, text string) string {
	return syntax.ApplyEdits(text, Edits(syntax.ParseFile(name, text), Options{}))
}

// rounds bounds how often items whose tree would change are taken out.
const rounds = 4

// formatted gives the edits and the items without errors that had to stay as
// they are, which is none unless the formatter has a defect or a broken item
// is read differently beside a new neighbour.
func formatted(f *syntax.File, o Options) (edits []syntax.Edit, left []int) {
	if o.LineEnd == "" {
		o.LineEnd = LineEnd(f.Text())
	}
	from, to, regions := o.window(f)
	stays := map[int]bool{}
	for range rounds {
		edits = newPrinter(f, o, stays).run(from, to)
		if o.stopped() {
			return nil, nil
		}
		edits = keepWithin(edits, regions)
		changed := changedItems(f, edits)
		if len(changed) == 0 {
			return edits, left
		}
		for _, i := range changed {
			stays[i] = true
		}
		left = append(left, changed...)
	}
	return nil, left
}

// LineEnd is how the last line of a text ends. In a text that mixes line ends,
// the last one is sure to be there still when it has been laid out.
func LineEnd(text string) string {
	if n := strings.LastIndexByte(text, '\n'); n > 0 && text[n-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
