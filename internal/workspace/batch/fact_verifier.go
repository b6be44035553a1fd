package batch

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A factVerifier reports whether facts are what was recorded. It looks at definitions in a snapshot of
// its own, which it lets go when it has read much.
type factVerifier struct {
	*batch
	snapshot  *workspace.Snapshot
	asked     map[int32]bool // files
	size      int            // of their texts
	stale     bool           // other texts were read than those that keys are made of
	confirmed []pending      // to be found by texts, too, if these are what keys were made of
}

// verifierBytes is how much text may be read for facts until it is let go.
const verifierBytes = 8 << 20

func newFactVerifier(b *batch) *factVerifier {
	return &factVerifier{batch: b, snapshot: b.Snapshot.Fresh(), asked: map[int32]bool{}}
}

// confirms reports whether what a result rests on is as it was recorded.
func (v *factVerifier) confirms(ctx context.Context, r *result) (bool, error) {
	for _, fact := range r.ImportedFacts {
		i, ok := v.names[fact.File]
		if !ok {
			return false, nil
		}
		v.ask(i)
		if holds, err := v.snapshot.FactHolds(ctx, v.files[i].Asked, fact); err != nil || !holds {
			return false, err
		}
	}
	return true, nil
}

// ask makes room for what is read of a file.
func (v *factVerifier) ask(i int32) {
	if v.asked[i] {
		return
	}
	if v.size >= verifierBytes {
		v.reset()
	}
	v.asked[i] = true
	v.size += v.files[i].Size
}

// reset forgets what was read, and notes whether it is what keys were made of.
func (v *factVerifier) reset() {
	_, same := v.unchanged(v.snapshot, nil, true)
	v.stale = v.stale || !same
	v.snapshot, v.size = v.batch.Snapshot.Fresh(), 0
	clear(v.asked)
}

// settle keeps what was confirmed, unless other texts were read for it.
func (v *factVerifier) settle() {
	if v.reset(); !v.stale {
		for _, next := range v.confirmed {
			v.Cache.Put(next.file.key, next.text)
		}
	}
	v.confirmed = nil
}
