package typecheck

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/symbolic"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

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
	comparison := types.Compare(c.clean(want), c.clean(got))
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

// shownShapes writes the shapes of a relation's error below each other.
func (c *checker) shownShapes(k *constraint, e *op.Error) string {
	names := make([]string, len(e.Shapes))
	cells := make([][]string, len(e.Shapes))
	width, columns := 0, 0
	for i, s := range e.Shapes {
		names[i] = c.shownName(k, s)
		for _, d := range s.Shape {
			cells[i] = append(cells[i], c.extent(d).String())
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

func (c *checker) shownName(k *constraint, s op.Shown) string {
	if s.Label != "" {
		return s.Label
	}
	if s.Arg < len(k.nodes) && k.nodes[s.Arg] != syntax.NoNode {
		if text := c.item.SourceText(k.nodes[s.Arg]); len(text) <= maxShownName && !strings.Contains(text, "\n") {
			return text
		}
	}
	if s.Arg < len(k.op.Params) {
		return k.op.Params[s.Arg].Name
	}
	return "argument " + strconv.Itoa(s.Arg+1)
}

// endless explains a type that would have to contain itself, with a letter for
// the type that nobody can write down.
func (c *checker) endless(clash *clash) []string {
	texts := types.Strings(c.clean(clash.want), c.clean(clash.got))
	notes := []string{"If its type is called `" + texts[0] + "`, then `" + texts[0] + "` must also be `" + texts[1] + "`, which goes on for ever."}
	switch types.Head(clash.got).(type) {
	case *types.Func:
		notes = append(notes, "A function cannot be its own argument or its own result.")
	case *types.ADT, *types.Fractal, *types.Tuple, *types.Ref:
		notes = append(notes, "A value cannot be a part of itself.")
	}
	return notes
}

// origins are the places where the types of a clash come from: what asks for
// the one, and where the variable that has the other gets it, if that is not
// to be seen on the same line.
func (c *checker) origins(n syntax.NodeID, clash *clash, why reason) []syntax.Related {
	var out []syntax.Related
	if clash.code == syntax.FractalElement || clash.code == syntax.InfiniteType {
		return nil
	}
	if text := reasonPlaces[why.kind]; text != "" && why.node != syntax.NoNode && c.item.Span(why.node) != c.item.Span(n) {
		out = append(out, syntax.Related{Place: syntax.Place{Span: c.item.Span(why.node)}, Message: text})
	}
	if why.kind == argumentReason {
		out = append(out, c.parameterPlace(why)...)
	}
	if o := c.info.Objects[n]; c.item.Kind(n) == syntax.Local && o != nil && o.Item == c.item {
		at := c.item.Span(o.Node)
		if between := c.item.Text[min(at.End, c.item.Span(n).Start):c.item.Span(n).Start]; strings.Contains(between, "\n") {
			out = append(out, syntax.Related{Place: syntax.Place{Span: at}, Message: "`" + o.Name + "` gets its " + aspect(clash.code) + " here"})
		}
	}
	return out
}

// parameterPlace finds the parameter of a user's function, or the field of a
// constructor, that asks for an argument.
func (c *checker) parameterPlace(why reason) []syntax.Related {
	o := c.m.value(why.name, c.unit.block)
	if o == nil || o.Item == nil || c.m.config.Prelude != nil && c.m.config.Prelude.owns(o) {
		return nil
	}
	var parts []syntax.NodeID
	text := "the parameter is declared here"
	switch o.Kind {
	case DefObject:
		for _, p := range o.Item.Kids(o.Item.Kid(o.Item.Root, 2)) {
			if o.Item.Kind(p) == syntax.Param {
				parts = append(parts, p)
			}
		}
	case ConstructorObject:
		parts, text = fieldNodes(o), "the field is declared here"
	}
	if why.index < 1 || why.index > len(parts) {
		return nil
	}
	return []syntax.Related{{Place: syntax.Place{Item: o.Item, Span: o.Item.Span(parts[why.index-1])}, Message: text}}
}

// fieldNodes are the types of a constructor's fields.
func fieldNodes(o *Object) []syntax.NodeID {
	for _, n := range o.Item.Kids(o.Item.Root) {
		if o.Item.Kind(n) == syntax.Constructor && o.Item.Kid(n, 0) == o.Node && o.Item.Kid(n, 1) != syntax.NoNode {
			return o.Item.Kids(o.Item.Kid(n, 1))
		}
	}
	return nil
}

// chosen names the type parameter or shape variable of the user's that stands
// against something else; its value is the caller's choice.
func (c *checker) chosen(clash *clash) (name string, size bool) {
	for _, t := range []types.Type{clash.want, clash.got} {
		if v, ok := types.Head(t).(*types.Var); ok && v.Rigid {
			return v.Name, false
		}
	}
	w, ok := clash.want.(*types.Tensor)
	g, also := clash.got.(*types.Tensor)
	if !ok || !also || clash.dim < 0 {
		return "", false
	}
	for _, d := range []types.Dim{w.Shape[clash.dim], g.Shape[clash.dim]} {
		if e, ok := c.extent(d).Symbolic(); ok {
			e.Symbols(func(s *symbolic.Symbol) {
				if !c.metas[s] && name == "" {
					name = s.Name
				}
			})
		}
	}
	return name, true
}
