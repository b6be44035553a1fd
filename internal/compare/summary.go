package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// longestSummary is how many bytes of Markdown are written: GitHub takes comments of
// 65,536 characters, and whoever posts it may add a line.
const longestSummary = 65_000

// A summarySection is a part of a summary. What there is no space for is counted.
type summarySection struct {
	head, tail string
	rows       []string
	what       [2]string // what the rows are, one and many
}

// writeDiffMarkdown writes a summary for a pull request. The comment in its first line
// lets who posts it find what was posted before.
func writeDiffMarkdown(con *console.Console, c *Comparison) error {
	var out strings.Builder
	fmt.Fprintf(&out, "<!-- fraccheck diff -->\n### fraccheck: %s\n\n%s\n", c.headline(), c.Summary())
	sections := slices.DeleteFunc([]summarySection{c.freshSection(), c.models.section(), c.costSection(), c.fixedSection()},
		func(s summarySection) bool { return len(s.rows) == 0 })
	for i, space := range shares(sections, longestSummary-out.Len()) {
		out.WriteString(sections[i].within(space))
	}
	con.Stdout.WriteString(out.String())
	return nil
}

// headline says in a word how it is.
func (c *Comparison) headline() string {
	switch {
	case len(c.fresh) > 0 && len(c.dearer) > 0:
		return "new diagnostics, and costs grew"
	case len(c.fresh) > 0:
		return "new diagnostics"
	case len(c.dearer) > 0:
		return "costs grew"
	case len(c.fixed) > 0 || len(c.cheaper) > 0:
		return "better than before"
	}
	if c.models != nil && len(c.models.Changed) > 0 {
		return "the models differ"
	}
	return "nothing new"
}

// freshSection lists new findings by file.
func (c *Comparison) freshSection() summarySection {
	s := summarySection{head: "\n#### New diagnostics\n", what: [2]string{"new diagnostic", "new diagnostics"}}
	file := ""
	for i, r := range c.fresh {
		row := ""
		if i == 0 || r.File != file {
			file, row = r.File, "\n"+codeMarkdown(r.File)+"\n\n"
		}
		line := strconv.Itoa(r.Range.Start.Line)
		place := linkMarkdown(fmt.Sprintf("%s:%s:%d", r.File, line, r.Range.Start.Column), sourceAddress(c.links, r.File, line))
		s.rows = append(s.rows, row+fmt.Sprintf("- %s **%s** %s: %s\n", place, r.Severity, codeMarkdown(string(r.Code)), messageMarkdown(r.Message)))
	}
	return s
}

// fixedSection lists what is found no more; it is folded.
func (c *Comparison) fixedSection() summarySection {
	s := summarySection{
		head: fmt.Sprintf("\n<details><summary>Fixed: %d</summary>\n\n", len(c.fixed)), tail: "\n</details>\n",
		what: [2]string{"fixed diagnostic", "fixed diagnostics"},
	}
	for _, r := range c.fixed {
		s.rows = append(s.rows, fmt.Sprintf("- %s %s: %s\n", codeMarkdown(fmt.Sprintf("%s:%d", r.File, r.Range.Start.Line)), codeMarkdown(string(r.Code)), messageMarkdown(r.Message)))
	}
	return s
}

// costSection is a table of the costs that grew, of those that one side alone knows, and
// of those that shrank.
func (c *Comparison) costSection() summarySection {
	s := summarySection{
		head: "\n#### Costs\n\n| | definition | cost | before | now |\n|---|---|---|---|---|\n",
		what: [2]string{"change of a cost", "changes of costs"},
	}
	for _, change := range slices.Concat(c.dearer, c.unknown, c.cheaper) {
		if change.Exact[0] == "" && change.Exact[1] == "" {
			continue
		}
		line := strconv.Itoa(change.at.Range.Start.Line)
		s.rows = append(s.rows, fmt.Sprintf("| %s | %s in %s | %s | %s | %s |\n", change.direction(),
			cellMarkdown(linkMarkdown(change.Name, sourceAddress(c.links, change.File, line))), cellMarkdown(codeMarkdown(change.File)),
			change.Metric, boundMarkdown(change.Old), boundMarkdown(change.New)))
	}
	return s
}

// direction says in a word how a cost changed.
func (c costChange) direction() string {
	switch {
	case c.order == symbolic.Greater:
		return "⬆ grew"
	case c.order == symbolic.Less:
		return "⬇ shrank"
	case c.order == symbolic.Incomparable:
		return "⬆ grew in some sizes"
	case c.Exact[1] == "":
		return "not known any more"
	case c.Exact[0] == "":
		return "was not known"
	}
	return "cannot be compared"
}

func boundMarkdown(bound string) string {
	if bound == "" {
		return "not known"
	}
	return cellMarkdown(codeMarkdown(bound))
}

// size is how long a section is in full.
func (s *summarySection) size() int {
	n := len(s.head) + len(s.tail)
	for _, row := range s.rows {
		n += len(row)
	}
	return n
}

// remainder is space for the line that counts what is left out.
const remainder = 200

// within is a section in so much space.
func (s *summarySection) within(space int) string {
	if s.size() <= space {
		return s.head + strings.Join(s.rows, "") + s.tail
	}
	var out strings.Builder
	out.WriteString(s.head)
	space -= len(s.head) + len(s.tail) + remainder
	shown := 0
	for ; shown < len(s.rows) && len(s.rows[shown]) <= space; shown++ {
		space -= len(s.rows[shown])
		out.WriteString(s.rows[shown])
	}
	fmt.Fprintf(&out, "\n… and %s, for which there is no room here; `fraccheck diff` without `--format markdown` lists all.\n", console.Count(len(s.rows)-shown, s.what[0]+" more", s.what[1]+" more"))
	return out.String() + s.tail
}

// shares divides space: small sections get what they need, the others alike of the rest.
func shares(sections []summarySection, space int) []int {
	order := make([]int, len(sections))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return sections[a].size() - sections[b].size() })
	spaces := make([]int, len(sections))
	for done, i := range order {
		spaces[i] = min(sections[i].size(), space/(len(order)-done))
		space -= spaces[i]
	}
	return spaces
}
