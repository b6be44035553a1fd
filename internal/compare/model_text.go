package compare

import (
	"fmt"
	"io"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/excerpt"
)

// what names the node, input or output that differs.
func (c *modelChange) what() string {
	switch c.Operator {
	case "input", "output", "function":
		return fmt.Sprintf("%s %q", c.Operator, c.Node)
	}
	if c.Function != "" {
		return fmt.Sprintf("node %q (%s) of the function %q", c.Node, c.Operator, c.Function)
	}
	return fmt.Sprintf("node %q (%s)", c.Node, c.Operator)
}

// was says what differs, in words.
func (c *modelChange) was() string {
	switch {
	case c.Kind == "added" || c.Kind == "removed":
		return c.Old + c.New
	case c.Distance != nil:
		return c.Old + ": " + c.Distance.text()
	}
	verb := [2]string{"was", "is"}
	if c.Kind == "rewired" {
		verb = [2]string{"read", "reads"}
		if c.Operator == "output" {
			verb = [2]string{"was given by", "is given by"}
		}
	}
	return fmt.Sprintf("%s %s, and %s %s", verb[0], c.Old, verb[1], c.New)
}

// text says how far apart two tensors are.
func (d *distance) text() string {
	if d.Differ == 0 {
		return "equal elements of another type"
	}
	text := fmt.Sprintf("%d of %s", d.Differ, console.Count(d.Elements, "element differs", "elements differ"))
	if d.Largest != nil {
		text += ", by at most " + number(*d.Largest)
	}
	if d.Relative != nil {
		text += fmt.Sprintf(" (%s of the largest magnitude)", number(*d.Relative))
	}
	return text + fmt.Sprintf("; at %s it was %s, and is %s", indexText(d.At), d.Values[0], d.Values[1])
}

// costText says what a change costs; "" where nothing of that is known.
func (c *modelChange) costText() string {
	var parts []string
	for _, k := range c.Costs {
		parts = append(parts, fmt.Sprintf("%s %s → %s", metricTexts[k.Metric], k.Old, k.New))
	}
	return strings.Join(parts, ", ")
}

var metricTexts = map[string]string{"multiplyAdds": "multiply-adds", "parameters": "parameters", "bytesMoved": "bytes moved"}

// line is the change on one line.
func (c *modelChange) line() string {
	text := fmt.Sprintf("%s: %s", c.Kind, c.what())
	if c.File != "" {
		text = c.File + ": " + text
	}
	if was := c.was(); was != "" {
		text += ": " + was
	}
	if costs := c.costText(); costs != "" {
		text += " [" + costs + "]"
	}
	return excerpt.Of(console.OneLine(text), longestChange)
}

// longestChange is how much of a change is written on a line, in characters.
const longestChange = 1000

// write writes the changes of two models for people.
func (m *modelComparison) write(to io.Writer) {
	for i := range m.Changed {
		fmt.Fprintln(to, m.Changed[i].line())
	}
	if m.Values != nil {
		for _, line := range m.Values.lines() {
			fmt.Fprintln(to, console.OneLine(line))
		}
	}
}

// lines say where two models part.
func (v *valueComparison) lines() []string {
	switch {
	case v.Reason != nil:
		return []string{"values: not compared: " + *v.Reason}
	case v.First == nil:
		return []string{"values: equal in " + console.Count(v.Compared, "pair", "pairs")}
	}
	lines := []string{fmt.Sprintf("values: different in %d of %s; the first that diverges is %s", v.Differ, console.Count(v.Compared, "pair", "pairs"), v.First.text())}
	switch {
	case v.Beyond == nil:
		lines = append(lines, "values: none differs more than rounding allows")
	case v.Beyond != v.First:
		lines = append(lines, "values: the first that differs more than rounding allows is "+v.Beyond.text())
	}
	return lines
}

// text names a value that differs, and its element.
func (d *diverging) text() string {
	text := fmt.Sprintf("%q of node %q", d.Values[0], d.Node)
	if d.Values[0] != d.Values[1] {
		text += fmt.Sprintf(" (%q in the other model)", d.Values[1])
	}
	if d.Element == nil {
		return text + fmt.Sprintf(": it was of type %s, and is of type %s", d.Types[0], d.Types[1])
	}
	text += fmt.Sprintf(": at %s it was %s, and is %s", indexText(d.Element), d.Elements[0], d.Elements[1])
	if d.Ulps != nil {
		text += fmt.Sprintf(", %s ulps apart", number(*d.Ulps))
	}
	if d.Rounding {
		return text + ", which rounding allows"
	}
	return text + fmt.Sprintf(", where rounding allows %s", number(d.Allowed))
}

// indexText is an element of a tensor by its axes.
func indexText(at []int) string { return strings.ReplaceAll(fmt.Sprint(at), " ", ", ") }

// summary counts what differs between two models.
func (m *modelComparison) summary() string {
	return fmt.Sprintf("models of %d and %s, %d in pairs: %s", m.Nodes[0], console.Count(m.Nodes[1], "node", "nodes"),
		m.Paired, console.Count(len(m.Changed), "difference", "differences"))
}

// section is the part of a summary in Markdown that lists what differs.
func (m *modelComparison) section() summarySection {
	s := summarySection{
		head: "\n#### The models\n\n| | node | was | is | costs |\n|---|---|---|---|---|\n",
		what: [2]string{"difference", "differences"},
	}
	if m == nil {
		return s
	}
	for i := range m.Changed {
		c := &m.Changed[i]
		now := c.New
		if c.Distance != nil {
			now = c.Distance.text()
		}
		node := codeMarkdown(c.Node) + " " + plainMarkdown(c.Operator)
		if c.File != "" {
			node += " in " + codeMarkdown(c.File)
		}
		s.rows = append(s.rows, fmt.Sprintf("| %s | %s | %s | %s | %s |\n", c.Kind, cellMarkdown(node),
			cellMarkdown(orNothing(c.Old)), cellMarkdown(orNothing(now)), cellMarkdown(plainMarkdown(c.costText()))))
	}
	if m.Values != nil {
		for _, line := range m.Values.lines() {
			s.tail += "\n" + messageMarkdown(line) + "\n"
		}
	}
	return s
}

// orNothing is code, or nothing for no text.
func orNothing(text string) string {
	if text == "" {
		return ""
	}
	return codeMarkdown(text)
}
