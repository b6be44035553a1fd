package typecheck

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
)

// Types and shapes below each other, with marks under what differs. Widths are in
// letters of the text; a type that is too long is cut to the neighbourhood of the
// first difference.

// comparisonLabels name the two types of a comparison where neither is simply
// the expected one.
var comparisonLabels = map[reasonKind][2]string{
	branchReason:    {"first branch", "this branch"},
	clauseReason:    {"first clause", "this clause"},
	elementReason:   {"first element", "this element"},
	patternReason:   {"matched", "pattern"},
	parameterReason: {"given", "parameter"},
}

// compared prints what was expected and found, one under the other, and marks
// the parts that differ.
func (c *checker) compared(labels [2]string, want, got types.Type) []string {
	comparison := types.Compare(c.ResolveVars(want), c.ResolveVars(got))
	if comparison.Want == "_" {
		return nil // nothing is known of one side that could be compared
	}
	return []string{aligned(labels, comparison)}
}

// maxCompared is the length from which on a type is cut to what stands around
// the first difference.
const maxCompared = 120

// aligned writes a comparison below each other: labels, types and marks.
func aligned(labels [2]string, comparison types.Comparison) string {
	if labels[0] == "" {
		labels = [2]string{"expected", "found"}
	}
	want, got, marks := clipped(comparison)
	width := max(len(labels[0]), len(labels[1]))
	lead := func(label string) string { return strings.Repeat(" ", width-len(label)) + label + ": " }
	text := lead(labels[0]) + want + "\n" + lead(labels[1]) + got
	if signs := underline(marks); signs != "" && !comparison.Whole() {
		text += "\n" + strings.Repeat(" ", width+2) + signs
	}
	return text
}

func underline(marks []types.Mark) string {
	var b strings.Builder
	at := 0
	for _, m := range marks {
		b.WriteString(strings.Repeat(" ", m.From-at) + strings.Repeat("^", m.To-m.From))
		at = m.To
	}
	return strings.TrimRight(b.String(), " ")
}

// clipped cuts texts that are too long to what stands around the first mark.
func clipped(comparison types.Comparison) (want, got string, marks []types.Mark) {
	w, g := []rune(comparison.Want), []rune(comparison.Got)
	if max(len(w), len(g)) <= maxCompared {
		return comparison.Want, comparison.Got, comparison.Marks
	}
	first := types.Mark{}
	if len(comparison.Marks) > 0 {
		first = comparison.Marks[0]
	}
	wantFrom, from := max(0, first.WantFrom-maxCompared/2), max(0, first.From-maxCompared/2)
	shown := func(text []rune, from int) string {
		to := min(len(text), from+maxCompared)
		out := string(text[from:to])
		if from > 0 {
			out = "…" + out
		}
		if to < len(text) {
			out += "…"
		}
		return out
	}
	for _, m := range comparison.Marks {
		if from > 0 {
			m.From, m.To = m.From-from+1, m.To-from+1
		}
		if m.To = min(m.To, maxCompared); m.From < m.To {
			marks = append(marks, m)
		}
	}
	return shown(w, wantFrom), shown(g, from), marks
}

// renderShapes writes the shapes of a relation's error below each other.
func (c *checker) renderShapes(k *infer.Constraint, e *op.Error) string {
	names := make([]string, len(e.Shapes))
	cells := make([][]string, len(e.Shapes))
	width, columns := 0, 0
	for i, s := range e.Shapes {
		names[i] = c.argumentLabel(k, s)
		for _, d := range s.Shape {
			cells[i] = append(cells[i], c.Extent(d).String())
		}
		width, columns = max(width, len(names[i])), max(columns, len(s.Shape))
	}
	lead := func(i int) int {
		if e.FromRight {
			return columns - len(cells[i])
		}
		return 0
	}
	widths := make([]int, columns)
	for i, row := range cells {
		for j, cell := range row {
			widths[j+lead(i)] = max(widths[j+lead(i)], len(cell))
		}
	}
	var b strings.Builder
	for i, row := range cells {
		b.WriteString(strings.Repeat(" ", width-len(names[i])) + names[i] + ": ")
		b.WriteString(shapeRow(row, lead(i), widths) + "\n")
	}
	last := e.Shapes[len(e.Shapes)-1]
	if last.Clash >= 0 {
		at := last.Clash + lead(len(cells)-1)
		from := width + 3
		for _, w := range widths[:at] {
			from += w + 2
		}
		b.WriteString(strings.Repeat(" ", from) + strings.Repeat("^", widths[at]))
	}
	return strings.TrimRight(b.String(), "\n")
}

// shapeRow writes a shape in columns; lead of them stay empty.
func shapeRow(row []string, lead int, widths []int) string {
	indent := 0
	for _, w := range widths[:lead] {
		indent += w + 2
	}
	padded := make([]string, len(row))
	for j, cell := range row {
		padded[j] = strings.Repeat(" ", widths[j+lead]-len(cell)) + cell
	}
	return strings.Repeat(" ", indent) + "(" + strings.Join(padded, ", ") + ")"
}

// maxShownName is how long the text of an argument may be to stand for it.
const maxShownName = 20

func (c *checker) argumentLabel(k *infer.Constraint, s op.Shown) string {
	if s.Label != "" {
		return s.Label
	}
	if s.Arg < len(k.Nodes) && k.Nodes[s.Arg] != syntax.NoNode {
		if text := c.Item.SourceText(k.Nodes[s.Arg]); len(text) <= maxShownName && !strings.Contains(text, "\n") {
			return text
		}
	}
	if s.Arg < len(k.Op.Params) {
		return k.Op.Params[s.Arg].Name
	}
	return "argument " + strconv.Itoa(s.Arg+1)
}
