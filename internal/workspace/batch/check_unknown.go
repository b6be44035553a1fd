package batch

import (
	"context"
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// flushBytes is after how much text that was checked the cache is written.
const flushBytes = 16 << 20

// checkDue checks the files that are due.
func (b *batch) checkDue(ctx context.Context) error {
	cycles, most, unwritten := b.due(), b.Chunk, 0
	for next := b.chunk(&cycles, most, nil); next != nil; {
		now := next
		next = b.chunk(&cycles, most, now)
		stop := b.readAhead(ctx, next)
		seen, err := b.checkChunk(ctx, now)
		stop()
		if err != nil {
			return err
		}
		next.behind(now)
		most, unwritten = b.after(now, seen), unwritten+now.size
		if b.reportProgress(); b.Cache != nil && unwritten >= flushBytes {
			_ = b.Cache.Flush() // Close reports it
			unwritten = 0
		}
	}
	return nil
}

func (b *batch) reportProgress() {
	if b.Progress != nil {
		b.Progress(b.counts.Known+b.counts.Checked, len(b.files))
	}
}

// checkChunk checks the files of a chunk. It gives the size of all texts that were read for
// it.
func (b *batch) checkChunk(ctx context.Context, c *chunk) (seen int, err error) {
	reports, err := c.snapshot.CheckEach(ctx, c.paths(), checked{b})
	if err != nil {
		return 0, err
	}
	if err := fixer.OfferEach(ctx, c.snapshot, reports); err != nil {
		return 0, err
	}
	b.counts.Checked += len(c.files)
	seen, c.founded = b.unchanged(c.snapshot, c.files, !c.overFounded)
	if c.overFounded {
		seen += c.carried
	}
	for i, f := range c.files {
		keep := c.founded && durable(&reports[i].Report)
		if !keep || !b.founded(f) {
			reports[i].Signature = "" // nothing is to be concluded from it
		}
		if err := b.take(f, reports[i], keep); err != nil {
			return 0, err
		}
	}
	return seen, nil
}

// take makes a report a file's result, in the form in which the cache has it: what is
// found is the same whether it was known or not. What that form cannot hold is not kept.
func (b *batch) take(f *file, report *workspace.FileReport, keep bool) error {
	f.result = resultOf(f.Name, &report.Report, report.Broken)
	f.result.Signature, f.result.ImportedFacts = report.Signature, report.ImportedFacts
	if text, lossless := f.result.encode(); lossless {
		var err error
		if f.result, err = decode(text); err != nil {
			return fmt.Errorf("reading the findings of %s: %w", f.Name, err)
		}
		if keep && f.Fault == "" && b.Cache != nil {
			b.keep(f, text, report.Beyond)
		}
	}
	f.crashes = report.Crashes
	for _, found := range report.Findings {
		if at := found.Source; b.sources[at.Path] == nil && (b.Hints || found.Severity != codes.Hint) {
			b.sources[at.Path] = sourcefile.TextOf(at.Path, at.Name, at.Text())
			b.sources[at.Path].Model = at.Model
		}
	}
	return nil
}

// durable reports whether a report is the same whenever the file is checked: where
// fraccheck failed, it may not be.
func durable(report *workspace.Report) bool {
	return len(report.Crashes) == 0 && !slices.ContainsFunc(report.Findings, func(f workspace.Finding) bool {
		return f.Code == codes.InternalError
	})
}

// unchanged reports whether what a snapshot read of some files and of all that they see is
// what keys were made of: somebody may write, remove or make a file between. It counts the
// bytes of the texts, too. Unless all are asked for, it looks only at the texts that the
// snapshot did not take over from the one in front.
func (b *batch) unchanged(snapshot *workspace.Snapshot, files []*file, all bool) (seen int, same bool) {
	same = true
	for _, f := range files {
		same = same && (snapshot.HasRead(f.Path) || f.Fault != "")
	}
	for path, scan := range snapshot.Scanned(all) {
		seen += scan.Size
		i, ok := b.number[path]
		same = same && ok && b.files[i].Same(scan) && !slices.ContainsFunc(scan.Imports, func(i workspace.ScannedImport) bool {
			return i.Fault == "" && !snapshot.HasRead(i.Real)
		})
	}
	return seen, same
}

// checked is what the batch knows of files that are checked.
type checked struct{ *batch }

func (k checked) Broken(path string) (*workspace.Broken, bool) {
	i, ok := k.number[path]
	if !ok || k.files[i].result == nil || !k.files[i].imported {
		return nil, false
	}
	return k.files[i].result.Broken, true
}

func (k checked) Imported(path string) bool {
	i, ok := k.number[path]
	return ok && k.files[i].imported
}

func (k checked) Signature(path string) (digest string, ok bool) {
	i, found := k.number[path]
	if !found || k.files[i].circular {
		return "", true
	}
	if f := k.files[i]; f.result != nil {
		return f.result.Signature, true
	}
	return "", false
}

// Signs is whether findings may be kept by what a file shows.
func (k checked) Signs(path string) bool {
	return k.Cache != nil && k.Imported(path) && !k.files[k.number[path]].circular
}
