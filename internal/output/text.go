package output

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// writeText writes findings for people: each with its source, what belongs to
// it, and how to fix it.
func writeText(con *console.Console, report *workspace.Report) error {
	p := NewPrinter(con)
	for _, findings := range ByFile(report.Findings) {
		p.File(findings)
	}
	fmt.Fprintln(p, summary(report))
	con.Stdout.WriteString(p.String())
	return nil
}

// NewPrinter shows diagnostics in the colours and the width of a console.
func NewPrinter(con *console.Console) *Printer {
	return &Printer{style: con.Palette(), columns: con.Columns}
}

var severityTones = map[codes.Severity]console.Tone{
	codes.Error: console.Red, codes.Warning: console.Yellow, codes.Info: console.Blue, codes.Hint: console.Cyan,
}

type Printer struct {
	strings.Builder
	style  console.Palette
	gutter int // the width of the line numbers of the finding at hand
	// columns is how wide the terminal is; 0 where there is none.
	columns int
}

// space is how many columns a line has after the gutter and something else, with an
// ellipsis at either end.
func (p *Printer) available(lead int) int {
	if p.columns == 0 {
		return maxWidth
	}
	return min(max(p.columns, narrowestTerminal), widestTerminal) - p.gutter - lead - len("……")/len("…")
}

// maxShown is how many findings of one file are shown with their source: more
// than anybody reads.
const maxShown = 1000

func (p *Printer) File(findings []workspace.Finding) {
	for _, f := range findings[:min(maxShown, len(findings))] {
		p.Finding(f)
	}
	if more := len(findings) - maxShown; more > 0 {
		fmt.Fprintf(p, "%s: %s not shown; --format short lists them\n\n",
			console.Printable(findings[0].Source.Name), console.Count(more, "diagnostic is", "diagnostics are"))
	}
}

// ByFile cuts sorted findings where another file begins.
func ByFile(findings []workspace.Finding) [][]workspace.Finding {
	var files [][]workspace.Finding
	for start := 0; start < len(findings); start += len(files[len(files)-1]) {
		end := start
		for end < len(findings) && findings[end].Source == findings[start].Source {
			end++
		}
		files = append(files, findings[start:end])
	}
	return files
}

func (p *Printer) Finding(f workspace.Finding) {
	p.gutter = gutterWidth(f)
	severity := severityTones[f.Severity]
	fmt.Fprintf(p, "%s: %s: %s\n",
		p.style.Paint(console.Bold, AtFinding(&f)),
		p.style.Paint(severity, fmt.Sprintf("%s[%s]", f.Severity, f.Code)),
		p.style.Paint(console.Bold, console.OneLine(f.Message)))
	if !sourcefile.IsModel(f.Source.Path) {
		p.snippet(marksOf(f)...)
	}
	for _, note := range f.Notes {
		p.remark("note", note)
	}
	for _, r := range f.Related {
		p.remark("see", At(r.Place)+": "+r.Message)
		if !sameLine(f.Place, r.Place) {
			p.snippet(mark{r.Place, "-", console.Blue})
		}
	}
	for _, fix := range f.Fixes {
		p.remark("help", fix.Title)
	}
	p.WriteByte('\n')
}

// marksOf are the marks of a finding's snippet: its place, and the related
// places on the same line, which need no snippet of their own.
func marksOf(f workspace.Finding) []mark {
	marks := []mark{{f.Place, "^", severityTones[f.Severity]}}
	for _, r := range f.Related {
		if sameLine(f.Place, r.Place) {
			marks = append(marks, mark{r.Place, "-", console.Blue})
		}
	}
	return marks
}

// sameLine reports whether two places are on one and the same line.
func sameLine(a, b workspace.Place) bool {
	aStart, aEnd := a.Range()
	bStart, bEnd := b.Range()
	return a.Source == b.Source && aStart.Line == bStart.Line && aStart.Line == aEnd.Line && bStart.Line == bEnd.Line
}

// remark writes a line that belongs to a finding; more lines of its text stand
// under the first.
func (p *Printer) remark(label, text string) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if p.columns > 0 {
		lines = fitMarked(lines, p.available(len(" = : ")+len(label)))
	}
	for i, line := range lines {
		lead := "= " + label + ": "
		if i > 0 {
			lead = strings.Repeat(" ", len(lead))
		}
		fmt.Fprintf(p, "%*s %s%s\n", p.gutter, "", p.style.Paint(console.Blue, lead), console.Printable(line))
	}
}

// fitMarked cuts lines of which the last one marks a column of those above, so that they
// fit a number of columns: a terminal would wrap the lines and the marks apart. What names
// the lines, up to a colon, stays.
func fitMarked(lines []string, most int) []string {
	last := lines[len(lines)-1]
	mark := strings.IndexByte(last, '^')
	longest := 0
	for _, line := range lines {
		longest = max(longest, width(split(line)))
	}
	if len(lines) < 2 || mark < 0 || strings.Trim(last, " ^") != "" || longest <= most {
		return lines
	}
	label := strings.Index(lines[0], ": ") + len(": ")
	if label > mark || label > most/2 || label < len(": ") {
		label = 0
	}
	space := max(most-label, 1)
	from := max(label, mark-space/3)
	fitted := make([]string, len(lines))
	for i, line := range lines {
		cells := split(line)
		before, behind := "", ""
		if from > label {
			before = "…"
		}
		if width(cells) > from+space {
			behind = "…"
		}
		if i == len(lines)-1 {
			before, behind = strings.Repeat(" ", len([]rune(before))), ""
		}
		fitted[i] = inColumns(cells, 0, label) + before + inColumns(cells, from, from+space) + behind
	}
	return fitted
}

// inColumns is what of a line is in some columns.
func inColumns(cells []cell, from, to int) string {
	var b strings.Builder
	at := 0
	for _, c := range cells {
		if at >= from && at+c.width <= to {
			b.WriteString(c.text)
		}
		at += c.width
	}
	return b.String()
}

// gutterWidth is the space for the greatest line number of a finding.
func gutterWidth(f workspace.Finding) int {
	_, end := f.Range()
	greatest := end.Line
	for _, r := range f.Related {
		_, end := r.Range()
		greatest = max(greatest, end.Line)
	}
	return len(fmt.Sprint(greatest)) + 1
}

// unaffected returns how many files were left out, in parentheses after a blank; it is empty
// where none were.
func unaffected(report *workspace.Report) string {
	if report.Unaffected == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s not affected by what changed)", console.Count(report.Unaffected, "more is", "more are"))
}

// summary is what was looked at and what was found, on a line.
func summary(report *workspace.Report) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s checked%s, %s, %s",
		console.Count(report.Files, "file", "files"), unaffected(report),
		console.Count(report.Count(codes.Error), "error", "errors"),
		console.Count(report.Count(codes.Warning), "warning", "warnings"))
	if n := report.Count(codes.Info); n > 0 {
		fmt.Fprintf(&out, ", %s", console.Count(n, "remark", "remarks"))
	}
	if n := report.Hints(); n > 0 {
		fmt.Fprintf(&out, ", %s", console.Count(n, "hint", "hints"))
	}
	if report.Hidden > 0 {
		out.WriteString(" (--hints shows them)")
	}
	if report.Known > 0 {
		fmt.Fprintf(&out, "; not shown: %s", KnownText(report.Known))
	}
	if report.Agree+report.Differ > 0 {
		fmt.Fprintf(&out, "; type comments: %d agree, %d differ", report.Agree, report.Differ)
	}
	return out.String()
}

// known counts the findings that are in baselines.
func KnownText(n int) string {
	return console.Count(n, "diagnostic listed in the baseline", "diagnostics listed in the baseline")
}

// writeShort writes a line a finding, as compilers do.
func writeShort(con *console.Console, report *workspace.Report) error {
	for _, f := range report.Findings {
		fmt.Fprintln(con.Stdout, ShortLine(&f))
	}
	return nil
}

func ShortLine(f *workspace.Finding) string {
	return fmt.Sprintf("%s: %s %s: %s", AtFinding(f), f.Severity, f.Code, console.OneLine(f.Message))
}

// AtFinding writes where a finding is: in a program by line and column, in a model by the node
// and its input.
func AtFinding(f *workspace.Finding) string {
	node := f.AtNode()
	if node == "" {
		return At(f.Place)
	}
	return console.OneLine(console.Printable(f.Source.Name) + ": " + node)
}

// At writes where a place begins: `file:line:col`, in a model the node.
func At(p workspace.Place) string {
	if m := p.Source.Model; m != nil {
		if i := m.NodeAt(p.Span.Start); i >= 0 {
			return console.OneLine(fmt.Sprintf("%s: node %q (%s)", console.Printable(p.Source.Name), m.Nodes[i].Name, m.Nodes[i].Op))
		}
	}
	start, _ := p.Range()
	return fmt.Sprintf("%s:%d:%d", console.Printable(p.Source.Name), start.Line, start.Column)
}

// FileHeads are lines that name the file of what follows, where there are several.
type FileHeads struct {
	Several bool
	last    string
}

// Next is the line above what is at a place, with a blank one in front; "" where the file
// is still the same.
func (h *FileHeads) Next(p workspace.Place) string {
	name := console.Printable(p.Source.Name)
	if !h.Several || name == h.last {
		return ""
	}
	blank := "\n"
	if h.last == "" {
		blank = ""
	}
	h.last = name
	return blank + "# " + name + "\n"
}
