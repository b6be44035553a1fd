package workspace

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A FileReport is what was found in one file.
type FileReport struct {
	Report
	Broken *Broken // of a file that others import; nil where errors reach nothing that it shows
	// Signature is the digest of what the file shows (Snapshot.Signatures), facts left out,
	// where it was asked for; empty where it cannot be said.
	Signature string
	// ImportedFacts are the facts of imported definitions that the findings rest on.
	ImportedFacts []ImportedFact
	// Beyond is set if diagnostics may depend on more of what the file imports than what that
	// shows, and these facts.
	Beyond bool
}

// CheckEach is Check for callers that check many files a few at a time: it gives a
// report for each of some files, without what no file is to blame for (Shared), and is
// informed of what is known of others. Fixes are not tried (fixes.OfferEach).
func (s *Snapshot) CheckEach(ctx context.Context, paths []string, known Known) ([]*FileReport, error) {
	checks, err := s.checkFiles(ctx, paths, known)
	if err != nil {
		return nil, err
	}
	reports := make([]*FileReport, len(checks))
	for _, c := range checks {
		c.imported = c.entry != nil && known.Imported(c.entry.path)
	}
	if err := s.Each(ctx, len(checks), func(_ context.Context, i int) error {
		reports[i] = s.reportOf(checks[i])
		return nil
	}); err != nil {
		return nil, err
	}
	b := newBreakage(s, known)
	if err := b.ofEach(ctx, checks, reports); err != nil {
		return nil, err
	}
	return reports, signEach(ctx, b, checks, reports)
}

// Ahead reads and links a file that will be checked. CheckEach reports what cannot be read.
func (s *Snapshot) Ahead(ctx context.Context, path string) { _, _ = s.newFileCheck(ctx, path) }

// CheckFile is Check of a single file for who keeps what is found: without what no file is
// to blame for (Shared). Fixes are not tried.
func (s *Snapshot) CheckFile(ctx context.Context, path string, known Known) (*FileReport, error) {
	checks, err := s.checkFiles(ctx, []string{path}, known)
	if err != nil {
		return nil, err
	}
	s.noteImported(checks)
	report := s.reportOf(checks[0])
	return report, signEach(ctx, newBreakage(s, known), checks, []*FileReport{report})
}

func (s *Snapshot) reportOf(c *fileCheck) *FileReport {
	report := &FileReport{Report: Report{Files: 1}}
	if c.entry != nil {
		report.recordFacts(c)
	}
	c.finish(s, &report.Report)
	report.Findings = sourcefile.Sorted(report.Findings)
	return report
}

// ofEach finds what errors reach of the files that others import: nobody else asks for them.
func (b *breakage) ofEach(ctx context.Context, checks []*fileCheck, reports []*FileReport) (err error) {
	for i, c := range checks {
		if c.entry == nil || !c.imported {
			continue
		}
		if reports[i].Broken, err = b.conclude(ctx, c.entry, c.errors(reports[i].Findings)); err != nil {
			return err
		}
	}
	return nil
}

// Text is the text of a file as it is now.
func (s *Snapshot) Text(path string) (*Source, error) {
	if sourcefile.IsTranslated(path) {
		source, err := s.readTranslated(s.held(path, s.realPath(path)))
		if err != nil {
			return sourcefile.TextOf(path, s.Name(path), ""), err
		}
		return source.Origin, nil
	}
	text, code, err := s.readProgram(s.held(path, s.realPath(path)))
	source := sourcefile.TextOf(path, s.Name(path), text)
	source.Encoding = code
	if err == nil && sourcefile.IsModel(path) {
		source.Model, err = s.readModel(s.files, path)
	}
	return source, err
}
