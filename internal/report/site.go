package report

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
	"github.com/yuin/goldmark/ast"
	"golang.org/x/sync/errgroup"
)

// Options say what a report is made of.
type Options struct {
	Snapshot *workspace.Snapshot
	Paths    []string // of the files
	Dir      string   // that the site is written to
	Hints    bool     // are shown too
	Jobs     int      // how many threads work; below 1: one a processor
	// Explain gives the page on a code as Markdown; false where there is none.
	Explain func(code string) (markdown string, ok bool)
	// Measure tries a definition and draws what its runs cost; nil where that is not
	// asked for.
	Measure func(ctx context.Context, c *cost.Cost) Measured
	// Compare compares a file with what it was in Base; nil where that is not asked for. What it
	// gives is nil where nothing differs.
	Compare func(ctx context.Context, path string) (*Compared, error)
	Base    string // a revision
	// Progress is called with the number of files that are done and the number of all; may be nil.
	Progress func(done, all int)
}

// A Measured is what the runs of a definition came to.
type Measured struct {
	Plot []byte // an SVG, or nothing
	Text string // in words, on several lines
}

// Compared is how a file differs from what it was.
type Compared struct {
	Summary string // in a line
	Text    string // on several lines
	Page    []byte // draws both beside each other; empty for what is no model
}

// A Summary is what a report holds.
type Summary struct {
	Pages  int
	Files  int
	Counts Counts
	Hidden int // hints that are not shown
}

// Counts are the findings by severity.
type Counts [codes.Hint + 1]int

// A site is a report while it is made.
type site struct {
	Options
	folder *folder
	files  []*file
	byPath map[string]*file
	hidden int
	codes  map[codes.Code]*codeUse

	playground bool // beside a manual
}

// Write makes the report. It fails where the directory holds something else, where a file
// cannot be written or a configuration cannot be read, and where the context ends.
func Write(ctx context.Context, o Options) (*Summary, error) {
	folder, err := openFolder(o.Dir)
	if err != nil {
		return nil, err
	}
	s := &site{Options: o, folder: folder, byPath: map[string]*file{}, codes: map[codes.Code]*codeUse{}}
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	if err := folder.prepare(); err != nil {
		return nil, err
	}
	for _, step := range []func(context.Context) error{s.writeFiles, s.writeOverview, s.writeDefinitions, s.writeCodes, s.writeSearch, s.writeAssets} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return s.summary(), folder.sweep()
}

// check finds what is wrong in the files, and which files have pages.
func (s *site) check(ctx context.Context) error {
	found, err := s.Snapshot.Check(ctx, s.Paths)
	if err != nil {
		return err
	}
	if found.Findings, err = fixer.Offer(ctx, s.Snapshot, found.Findings); err != nil {
		return err
	}
	if !s.Hints {
		s.hidden = found.Count(codes.Hint)
		found.Findings = slices.DeleteFunc(found.Findings, func(f workspace.Finding) bool { return f.Severity == codes.Hint })
	}
	for _, path := range s.Paths {
		if source, err := s.Snapshot.Source(path); err == nil {
			s.fileOf(source)
		}
	}
	for _, f := range found.Findings {
		file := s.fileOf(f.Source)
		file.findings = append(file.findings, f)
		file.counts[f.Severity]++
	}
	s.nameFiles()
	for _, f := range s.files {
		s.useCodes(f)
	}
	return nil
}

// fileOf is the file that a source is of: those that were asked for, and those in which
// something was found besides, such as a configuration.
func (s *site) fileOf(source *workspace.Source) *file {
	f := s.byPath[source.Path]
	if f == nil {
		f = &file{site: s, source: source}
		s.byPath[source.Path] = f
		s.files = append(s.files, f)
	}
	return f
}

func (s *site) nameFiles() {
	slices.SortFunc(s.files, func(a, b *file) int { return strings.Compare(a.source.Name, b.source.Name) })
	names := slugs{}
	for _, f := range s.files {
		f.slug = names.of(f.source.Name)
		slices.SortStableFunc(f.findings, byPlace)
	}
}

// writeFiles writes the pages of all files.
func (s *site) writeFiles(ctx context.Context) error {
	jobs := s.Jobs
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(jobs)
	var done atomic.Int64
	for _, f := range s.files {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			defer func() { s.progress(int(done.Add(1))) }()
			return f.write(ctx)
		})
	}
	return g.Wait()
}

func (s *site) progress(done int) {
	if s.Progress != nil {
		s.Progress(done, len(s.files))
	}
}

func (s *site) counts() (all Counts) {
	for _, f := range s.files {
		for severity, n := range f.counts {
			all[severity] += n
		}
	}
	return all
}

func (s *site) summary() *Summary {
	pages := 0
	for name := range s.folder.written {
		if strings.HasSuffix(name, ".html") {
			pages++
		}
	}
	return &Summary{Pages: pages, Files: len(s.files), Counts: s.counts(), Hidden: s.hidden}
}

// What a page shows of a program that is large, so that the page stays readable and small.
// Where something is left out, the page says how much.
const (
	linesPerPage       = 1000 // of a file's source
	bytesPerLine       = 2000 // of a line that are shown
	findingsPerLine    = 20
	findingsPerPage    = 400
	findingsListed     = 50 // above the source
	rowsPerPage        = 500
	definitionsPerPage = 50
	drawnPerFile       = 100     // definitions with pictures
	bytesPerPicture    = 1 << 20 // larger ones help nobody
	occurrencesPerCode = 200
	notesPerFinding    = 10
	editsPerFix        = 5
	dearestListed      = 10
	searchedPerFile    = 2000  // entries of the index
	searched           = 20000 // entries of the index, of all files
	charactersQuoted   = 200   // of code in a fix
	charactersShown    = 2000  // of a message
	charactersTyped    = 300   // of a type or bound in a table
)

// A section is a part of a document that a heading begins.
type section struct {
	ID     string // of the heading in the page
	Title  string
	Begins string // the first paragraph, as plain text
}

// sectionsOf are the parts of a document. Headings inside of other blocks begin none.
func sectionsOf(document ast.Node, source []byte) (all []section) {
	for n := document.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			id, _ := n.AttributeString("id")
			name, _ := id.([]byte)
			all = append(all, section{ID: string(name), Title: plainText(n, source)})
		case *ast.Paragraph:
			if i := len(all) - 1; i >= 0 && all[i].Begins == "" {
				all[i].Begins = plainText(n, source)
			}
		}
	}
	return all
}

// plainText is what a block says, without marks; lines are joined.
func plainText(block ast.Node, source []byte) string {
	var b strings.Builder
	ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
