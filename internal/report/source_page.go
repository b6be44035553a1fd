package report

import (
	"context"
	"html/template"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/token"
)

// A sourcePage is a piece of a file's source with what was found in it.
type sourcePage struct {
	Name        string
	Lines       int
	Counts      []countView
	Definitions string        // the address of the page of its definitions; "" where there are none
	Defined     string        // how many there are
	Graph       string        // the address of the page of a model's graph; "" where there is none
	Compared    *comparedView // on the first page; nil where nothing differs
	Listed      []findingView // of the whole file, on the first page
	Unlisted    int
	Rows        []sourceRow
	Pager       pager
}

// A comparedView is how a file differs from what it was.
type comparedView struct {
	Base, Text string
	At         string // the address of the page that draws both; "" where there is none
}

// A sourceRow is a line.
type sourceRow struct {
	Number   int
	Code     template.HTML
	Cut      int // bytes that are not shown
	Findings []findingView
	More     int // findings that are not shown
}

// writeSource writes the pages of the source.
func (f *file) writeSource(ctx context.Context) error {
	tokens, err := f.tokens(ctx)
	if err != nil {
		return err
	}
	graph, err := f.writeGraph()
	if err != nil {
		return err
	}
	lines := f.source.Lines.Count()
	pages := (lines + linesPerPage - 1) / linesPerPage
	findings := f.findings
	for n := range pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		first, last := n*linesPerPage+1, min((n+1)*linesPerPage, lines)
		here := until(&findings, last)
		view := f.sourcePage(n, pager{Page: n, Pages: pages, At: f.page})
		view.Graph = graph
		f.addRows(&view, first, last, here, tokens)
		if err := f.site.write(f.page(n), "source.html", page{Title: f.name(), Section: "files", Body: view}); err != nil {
			return err
		}
	}
	return nil
}

// until takes the findings up to a line off a list.
func until(findings *[]workspace.Finding, line int) []workspace.Finding {
	n := 0
	for n < len(*findings) {
		if start, _ := (*findings)[n].Range(); start.Line > line {
			break
		}
		n++
	}
	here := (*findings)[:n]
	*findings = (*findings)[n:]
	return here
}

func (f *file) sourcePage(n int, p pager) sourcePage {
	v := sourcePage{Name: f.name(), Lines: f.source.Lines.Count(), Counts: f.site.countViews(f.counts), Pager: p}
	if len(f.definitions) > 0 {
		v.Definitions, v.Defined = f.definitionPage(0), count(len(f.definitions), "definition", "definitions")
	}
	if c := f.compared; n == 0 && c != nil {
		v.Compared = &comparedView{Base: f.site.Base, Text: c.Text}
		if len(c.Page) > 0 {
			v.Compared.At = f.comparedAt()
		}
	}
	if n == 0 && len(f.findings) > 1 {
		for _, found := range f.findings[:min(len(f.findings), findingsListed)] {
			v.Listed = append(v.Listed, f.view(found))
		}
		v.Unlisted = len(f.findings) - len(v.Listed)
	}
	return v
}

func (f *file) addRows(v *sourcePage, first, last int, findings []workspace.Finding, tokens []token.Token) {
	left := findingsPerPage
	for n := first; n <= last; n++ {
		here := until(&findings, n)
		shown := min(len(here), findingsPerLine, left)
		left -= shown
		row := f.row(n, here[:shown], tokens)
		row.More = len(here) - shown
		v.Rows = append(v.Rows, row)
	}
}

func (f *file) row(n int, findings []workspace.Finding, tokens []token.Token) sourceRow {
	line := f.source.Lines.LineSpan(n)
	shown := f.clip(line, line.Start, line.Start+bytesPerLine)
	row := sourceRow{Number: n, Cut: int(line.End - shown.End)}
	var marks []mark
	for _, found := range findings {
		m := mark{found.Span, found.Severity}
		m.span.End = max(m.span.End, m.span.Start+1)
		view := f.view(found)
		if m.span.Start >= shown.End && row.Cut > 0 {
			around := f.clip(line, m.span.Start-bytesPerLine/20, m.span.Start+bytesPerLine/20)
			view.Excerpt = paint(f.source.Text(), around, tokens, []mark{m})
		} else {
			marks = append(marks, m)
		}
		row.Findings = append(row.Findings, view)
	}
	row.Code = paint(f.source.Text(), shown, tokens, marks)
	return row
}

// clip is the part of a line between two offsets, by whole characters.
func (f *file) clip(line syntax.Span, from, to int32) syntax.Span {
	from, to = max(from, line.Start), min(to, line.End)
	for from > line.Start && !utf8.RuneStart(f.source.Text()[from]) {
		from--
	}
	for to < line.End && !utf8.RuneStart(f.source.Text()[to]) {
		to++
	}
	return syntax.Span{Start: from, End: to}
}
