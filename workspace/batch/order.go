package batch

import "context"

// Files of which nothing is known are checked behind those that they import. One that was
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

// checkOthers checks the files of which nothing is known, those first that others import.
func (b *batch) checkOthers(ctx context.Context) error {
	b.tell()
	for round := 1; ; round++ {
		waiting := b.choose(round < maxRounds)
		if err := b.checkDue(ctx); err != nil || !waiting {
			return err
		}
	}
}

// choose says which files are due, and tells whether others wait for them.
func (b *batch) choose(mayWait bool) (waiting bool) {
	for _, f := range b.files {
		f.turn = undecided
	}
	for _, component := range b.components {
		for _, i := range component {
			if f := b.files[i]; f.result == nil {
				f.turn = b.turnOf(i, mayWait)
				waiting = waiting || f.turn == waits
			}
		}
	}
	return waiting
}

// turnOf is when a file is checked of which nothing is known by texts; undecided where what
// it imports shows that it need not be.
func (b *batch) turnOf(i int32, mayWait bool) turn {
	f, before := b.files[i], false
	for _, j := range b.graph.Successors(i) {
		to := b.files[j]
		if to.turn == waits {
			return waits
		}
		before = before || to.result == nil
	}
	switch {
	case !before && b.recallSigned(f):
		b.counts.Known++
		return undecided
	case before && mayWait && b.traced(f):
		return waits
	}
	return due
}
