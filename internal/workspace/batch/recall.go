package batch

import (
	"context"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/internal/cache"
)

// recall takes over what the cache knows.
func (b *batch) recall(ctx context.Context) error {
	if b.Cache == nil {
		return ctx.Err()
	}
	var known atomic.Int64
	err := b.each(ctx, len(b.files), func(i int) {
		f := b.files[i]
		if f.result = b.recalled(f, f.key); f.result != nil {
			known.Add(1)
		}
	})
	b.counts.Known = int(known.Load())
	return err
}

// recalled is what the cache has of a file under a key; nil where that cannot be used.
func (b *batch) recalled(f *file, key cache.Key) *result {
	text, ok := b.Cache.Get(key)
	if !ok {
		return nil
	}
	return b.usable(f, text)
}

// usable is a result in the cache's form; nil where it cannot be one of a file.
func (b *batch) usable(f *file, text []byte) *result {
	r, err := decode(text)
	if err != nil || !r.fits(f.Size) || !b.reads(r) {
		return nil
	}
	return r
}
