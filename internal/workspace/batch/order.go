package batch

import "context"

// Files of which nothing is known are checked after those that they import. One that was
// checked before with other texts around it waits until its imports are checked: what they
// show may have stayed, and then it is known (signed.go). Files that are checked in one go
// share what they import, so that there are few rounds of waiting, whatever depends on what.

// maxRounds is how often files are checked for others that wait for them.
const maxRounds = 8

// A turn is when a file is checked.
type turn byte

const (
	undecided turn = iota
	due            // in this round
	waits          // for files that are due
)

// checkUnknown checks the files of which nothing is known, those first that others import.
func (b *batch) checkUnknown(ctx context.Context) error {
	b.reportProgress()
	for round := 1; ; round++ {
		waiting, err := b.choose(ctx, round < maxRounds)
		if err != nil {
			return err
		}
		if err := b.checkDue(ctx); err != nil || !waiting {
			return err
		}
	}
}

// choose says which files are due, and reports whether others wait for them.
func (b *batch) choose(ctx context.Context, mayWait bool) (waiting bool, err error) {
	b.verifier = newFactVerifier(b)
	defer func() {
		b.verifier.settle()
		b.verifier = nil
	}()
	for _, f := range b.files {
		f.turn = undecided
	}
	for _, component := range b.components {
		for _, i := range component {
			f := b.files[i]
			if f.result != nil {
				continue
			}
			if f.turn, err = b.turnOf(ctx, i, mayWait); err != nil {
				return false, err
			}
			waiting = waiting || f.turn == waits
		}
	}
	return waiting, nil
}

// turnOf is when a file is checked of which nothing is known by texts; undecided where what
// it imports shows that it need not be.
func (b *batch) turnOf(ctx context.Context, i int32, mayWait bool) (turn, error) {
	f, before := b.files[i], false
	for _, j := range b.graph.Successors(i) {
		to := b.files[j]
		if to.turn == waits {
			return waits, nil
		}
		before = before || to.result == nil
	}
	if before && mayWait && b.traced(f) {
		return waits, nil
	}
	if before {
		return due, nil
	}
	known, err := b.recallSigned(ctx, f)
	if !known || err != nil {
		return due, err
	}
	b.counts.Known++
	return undecided, nil
}
