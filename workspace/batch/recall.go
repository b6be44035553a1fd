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
		f := b.files[i]
		text, ok := b.Cache.Get(f.key)
		if !ok {
			return
		}
		if r, err := decode(text); err == nil && r.fits(f.Size) && b.reads(r) {
			f.result = r
			known.Add(1)
		}
	})
	b.counts.Known = int(known.Load())
	return err
}
