package batch

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
)

// report joins the results of the files that were asked for.
func (b *batch) report(ctx context.Context) (*workspace.Report, error) {
	report := &workspace.Report{Files: len(b.paths)}
	for _, path := range b.paths {
		f := b.files[b.numberOf(path)]
		if err := b.show(report, f); err != nil {
			return nil, err
		}
	}
	shared, err := b.Snapshot.Shared(b.paths)
	if err == nil {
		shared, err = fixer.Offer(ctx, b.Snapshot, shared)
	}
	if err != nil {
		return nil, err
	}
	return report.Joined(shared), nil
}

// numberOf is the number of a file that was asked for.
func (b *batch) numberOf(path string) int32 { return b.number[b.Snapshot.RealPath(path)] }

func (b *batch) show(report *workspace.Report, f *file) error {
	kept := f.result.Findings
	if b.Hints {
		kept = append(kept[:len(kept):len(kept)], f.result.Hints...)
	} else {
		report.Hidden += len(f.result.Hints)
	}
	findings, err := b.placed(f.Asked, kept)
	report.Findings = append(report.Findings, findings...)
	report.Agree += f.result.Agree
	report.Differ += f.result.Differ
	report.Crashes = append(report.Crashes, f.crashes...)
	return err
}
