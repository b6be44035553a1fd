package batch

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A witness says whether facts are what was recorded. It looks at definitions in a snapshot of
// its own, which it lets go when it has read much.
type witness struct {
	*batch
	snapshot  *workspace.Snapshot
	asked     map[int32]bool // files
	size      int            // of their texts
	stale     bool           // other texts were read than those that keys are made of
	confirmed []unkept       // to be found by texts, too, if these are what keys were made of
}

// witnessBytes is how much text may be read for facts until it is let go.
const witnessBytes = 8 << 20

func newWitness(b *batch) *witness {
	return &witness{batch: b, snapshot: b.Snapshot.Fresh(), asked: map[int32]bool{}}
}

// confirms reports whether what a result rests on is as it was recorded.
func (w *witness) confirms(ctx context.Context, r *result) (bool, error) {
	for _, told := range r.Told {
		i, ok := w.names[told.File]
		if !ok {
			return false, nil
		}
		w.ask(i)
		if holds, err := w.snapshot.Tells(ctx, w.files[i].Asked, told); err != nil || !holds {
			return false, err
		}
	}
	return true, nil
}

// ask makes room for what is read of a file.
func (w *witness) ask(i int32) {
	if w.asked[i] {
		return
	}
	if w.size >= witnessBytes {
		w.letGo()
	}
	w.asked[i] = true
	w.size += w.files[i].Size
}

// letGo forgets what was read, and notes whether it is what keys were made of.
func (w *witness) letGo() {
	_, same := w.unchanged(w.snapshot, nil, true)
	w.stale = w.stale || !same
	w.snapshot, w.size = w.batch.Snapshot.Fresh(), 0
	clear(w.asked)
}

// settle keeps what was confirmed, unless other texts were read for it.
func (w *witness) settle() {
	if w.letGo(); !w.stale {
		for _, next := range w.confirmed {
			w.Cache.Put(next.file.key, next.text)
		}
	}
	w.confirmed = nil
}
