package batch

import (
	"context"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/cache"
)

// recall takes over what the cache knows.
func (b *batch) recall(ctx context.Context) error {
	if b.Cache == nil {
		return ctx.Err()
	}
	var known atomic.Int64
	err := b.each(ctx, len(b.files), func(i int) {
		if _, ok := b.known(b.files[i], b.files[i].key); ok {
			known.Add(1)
		}
	})
	b.counts.Known = int(known.Load())
	return err
}

// known takes over what the cache has of a file under a key, if that can be used.
func (b *batch) known(f *file, key cache.Key) (text []byte, ok bool) {
	if text, ok = b.Cache.Get(key); !ok {
		return nil, false
	}
	r, err := decode(text)
	if err != nil || !r.fits(f.Size) || !b.reads(r) {
		return nil, false
	}
	f.result = r
	return text, true
}
