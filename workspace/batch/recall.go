package batch

import (
	"context"
	"sync/atomic"
)

// recall takes over what the cache knows.
func (b *batch) recall(ctx context.Context) error {
	if b.Cache == nil {
		return ctx.Err()
	}
	var known atomic.Int64
	err := b.each(ctx, len(b.files), func(i int) {
		if f := b.files[i]; b.known(f) {
			known.Add(1)
		}
	})
	b.counts.Known = int(known.Load())
	return err
}

// known takes over what the cache has of a file, if that can be used.
func (b *batch) known(f *file) bool {
	text, ok := b.Cache.Get(f.key)
	if !ok {
		return false
	}
	r, err := decode(text)
	if err != nil || !r.fits(f.Size) || !b.reads(r) {
		return false
	}
	f.result = r
	return true
}
