package report

import (
	"cmp"
	"context"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/token"
)

// A file is one that the report has pages of.
type file struct {
	site     *site
	source   *workspace.Source
	slug     string
	findings []workspace.Finding // in the order of the text
	counts   Counts

	// What writing its pages leaves for the others.
	definitions []definitionRow
	compared    *Compared // nil where nothing differs, or nobody asked
	entries     []entry   // of the search
	unlisted    int       // of them, how many are left out
}

// byPlace orders findings by the line that they begin on, the worst first.
func byPlace(a, b workspace.Finding) int {
	la, _ := a.Range()
	lb, _ := b.Range()
	return cmp.Or(cmp.Compare(la.Line, lb.Line), cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Span.Start, b.Span.Start))
}

func (f *file) write(ctx context.Context) error {
	if err := f.writeDefinitions(ctx); err != nil {
		return err
	}
	f.indexFindings()
	if err := f.compare(ctx); err != nil {
		return err
	}
	if f.source.Origin != nil { // the pages show the text that the user wrote
		f.source = f.source.Origin
	}
	return f.writeSource(ctx)
}

// name is what the file is called on pages.
func (f *file) name() string { return visible(f.source.Name) }

// page is the address of page n (from 0) of the file's source.
func (f *file) page(n int) string {
	if n == 0 {
		return "files/" + f.slug + ".html"
	}
	return "files/" + f.slug + "+" + strconv.Itoa(n+1) + ".html"
}

// at is the address of a line.
func (f *file) at(line int) string {
	return f.page((line-1)/linesPerPage) + "#L" + strconv.Itoa(line)
}

// link is the address of a place in some file; "" where the report has no page of that.
func (s *site) link(p workspace.Place) string {
	f := s.byPath[p.Source.Path]
	if f == nil {
		return ""
	}
	start, _ := p.Range()
	return f.at(start.Line)
}

// tokens are the words of the file; none of a file that has no program.
func (f *file) tokens(ctx context.Context) ([]token.Token, error) {
	source := f.source
	if sourcefile.IsRules(source.Path) { // which are written in the words of programs
		source = sourcefile.New(source.Path+".frac", source.Name, source.Text())
	}
	if !source.Parsed {
		return nil, nil
	}
	words := token.Unchecked(source, table.Default())
	if source == f.source {
		if checked, err := token.Checked(f.site.Snapshot, source); err == nil {
			words = checked
		}
	}
	return words.Tokens(ctx, &token.Cache{}, syntax.Span{End: int32(len(source.Text()))})
}

// severities are those that are counted, the worst first.
func (s *site) severities() []codes.Severity {
	all := []codes.Severity{codes.Error, codes.Warning, codes.Info}
	if s.Hints {
		all = append(all, codes.Hint)
	}
	return all
}
