package output

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// maxSnippetLines is how many lines of a place are shown whole; of a longer
// one, the first and the last.
const maxSnippetLines = 4

// A mark is a place and how it is underlined.
type mark struct {
	workspace.Place
	sign string
	tone console.Tone
}

// snippet shows the source lines of the first mark, with signs under its
// columns; the others are underlined where they are on these lines.
func (p *Printer) snippet(marks ...mark) {
	for i := range marks {
		marks[i].Place = marks[i].Shown()
	}
	start, end := marks[0].Range()
	last := end.Line
	if end.Column == 1 && last > start.Line {
		last-- // the place ends with a line's end
	}
	p.rule()
	for line := start.Line; line <= last; line++ {
		if last-start.Line >= maxSnippetLines && line == start.Line+1 {
			fmt.Fprintf(p, "%s\n", p.style.Paint(console.Blue, strings.Repeat(".", p.gutter)))
			line = last
		}
		p.sourceLine(line, marks)
	}
}

// rule is the gutter of a line that is not the source's.
func (p *Printer) rule() {
	fmt.Fprintf(p, "%s\n", p.style.Paint(console.Blue, strings.Repeat(" ", p.gutter)+" |"))
}

func (p *Printer) sourceLine(number int, marks []mark) {
	source := marks[0].Source
	line := source.Lines.LineSpan(number)
	text := source.Text()[line.Start:line.End]
	from, _, _ := onLine(marks[0].Span, line, text)
	shown := layOut(text, from, p.available(len(" | ")))
	p.gutterLine(fmt.Sprint(number), shown.String())
	if signs := p.signs(shown, line, text, marks); signs != "" {
		p.gutterLine("", signs)
	}
}

// signs is the line under a source line. Each column belongs to the first mark that covers it: marks
// are painted from the last one to the first, as layers over one another, and then runs of one owner
// are written together, so that a colour is switched on once for each.
func (p *Printer) signs(shown shownLine, line syntax.Span, text string, marks []mark) string {
	owner := map[int]mark{}
	for _, m := range slices.Backward(marks) {
		from, to, ok := onLine(m.Span, line, text)
		at, fill, visible := shown.columns(from, to)
		for column := at; ok && visible && column < at+fill; column++ {
			owner[column] = m
		}
	}
	var b strings.Builder
	columns := slices.Sorted(maps.Keys(owner))
	for i, next := 0, 0; i < len(columns); next = columns[i-1] + 1 {
		b.WriteString(strings.Repeat(" ", columns[i]-next))
		run := 1
		for i+run < len(columns) && columns[i+run] == columns[i]+run && owner[columns[i+run]] == owner[columns[i]] {
			run++
		}
		m := owner[columns[i]]
		b.WriteString(p.style.Paint(m.tone, strings.Repeat(m.sign, run)))
		i += run
	}
	return b.String()
}

// onLine is the part of a span that is on a line, in bytes of the line. On
// the lines that a span goes on over, the blanks in front are no part of it.
func onLine(span, line syntax.Span, text string) (from, to int, ok bool) {
	from, to = int(span.Start-line.Start), int(min(span.End, line.End)-line.Start)
	if from < 0 {
		from = len(text) - len(strings.TrimLeft(text, " \t"))
		return from, to, from < to
	}
	return from, to, span.Start <= line.End
}

func (p *Printer) gutterLine(number, text string) {
	gutter := p.style.Paint(console.Blue, fmt.Sprintf("%*s |", p.gutter, number))
	p.WriteString(strings.TrimRight(gutter+" "+text, " ") + "\n")
}
