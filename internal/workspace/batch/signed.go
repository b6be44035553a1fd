package batch

import (
	"bytes"
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/internal/cache"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// What a file shows to those that import it, and facts of definitions, which are reported with
// a result (workspace.FileReport), is all of it that findings in these rest on, but for what
// follows. So such findings have a second key, which has the digests of signatures in place
// of texts: where a body is edited, and what the file shows stays as it is, its importers
// are known by that key, if the facts are still what was recorded. No second key has
//   - what has places in other files, since these move with bodies,
//   - what looks into bodies that are imported: cost contracts and some lint rules,
//   - what is found in documents,
//   - what is found in files that import each other, and in those that see such files.
//
// The second key is known once all that a file imports is: what is found there has to come
// first (order.go).

// signedKey is the key of a file's findings by what its imports show; not ok where there is
// none, or where it would tell no more than the key by texts.
func (b *batch) signedKey(f *file) (key cache.Key, ok bool) {
	if f.circular {
		return key, false
	}
	s := b.sumFor(b.kind+" by signatures", f, f.own)
	for _, i := range f.Imports {
		if i.Fault != "" {
			continue // which is part of the file's own key
		}
		shown := b.shown(i)
		if shown == "" {
			return key, false
		}
		s.Text(shown)
		ok = true
	}
	return s.Key(), ok
}

// shown is what an import shows, as far as keys need it; empty where that is not known.
func (b *batch) shown(i workspace.ScannedImport) string {
	to, ok := b.number[i.Real]
	switch f := b.files[to]; {
	case !ok || f.circular:
		return ""
	case f.Fault != "":
		return "unreadable: " + f.Fault
	case f.result != nil:
		return f.result.Signature
	}
	return ""
}

// founded reports whether what a file's imports show is known.
func (b *batch) founded(f *file) bool {
	return !slices.ContainsFunc(f.Imports, func(i workspace.ScannedImport) bool { return i.Fault == "" && b.shown(i) == "" })
}

// recallSigned takes over what the cache has of a file by what its imports show.
func (b *batch) recallSigned(ctx context.Context, f *file) (bool, error) {
	key, ok := b.signedKey(f)
	if !ok || b.Cache == nil {
		return false, nil
	}
	for _, text := range b.variants(key) {
		r := b.usable(f, text)
		if r == nil {
			continue
		}
		holds, err := b.verifier.confirms(ctx, r)
		if err != nil {
			return false, err
		}
		if holds {
			f.result = r
			b.verifier.confirmed = append(b.verifier.confirmed, pending{file: f, text: text})
			return true, nil
		}
	}
	return false, nil
}

// keep puts a file's result into the cache. It is found by what imports show where it rests
// on no more of these.
func (b *batch) keep(f *file, text []byte, beyond bool) {
	b.Cache.Put(f.key, text)
	if b.keepSigned(f, text, beyond) {
		b.Cache.Put(b.traceKey(f), nil)
	}
}

// keepSigned puts a result where it is found by what imports show, and reports whether there
// is such a place.
func (b *batch) keepSigned(f *file, text []byte, beyond bool) bool {
	key, ok := b.signedKey(f)
	if !ok || beyond || f.result.foreign() {
		return false
	}
	b.Cache.Put(key, b.joined(key, text, f.result.ImportedFacts))
	return true
}

// mostVariants is how many results are kept under a second key. They differ in the facts that
// they rest on, which change there and back where branches are switched.
const mostVariants = 4

// variants are the results under a second key, the last one first: lines, of which JSON has
// none.
func (b *batch) variants(key cache.Key) [][]byte {
	text, ok := b.Cache.Get(key)
	if !ok {
		return nil
	}
	lines := bytes.SplitN(text, []byte("\n"), mostVariants+1)
	return lines[:min(len(lines), mostVariants)]
}

// joined are a result and those under a key that rest on other facts.
func (b *batch) joined(key cache.Key, text []byte, facts []workspace.ImportedFact) []byte {
	lines := [][]byte{text}
	for _, line := range b.variants(key) {
		if r, err := decode(line); err == nil && !slices.Equal(r.ImportedFacts, facts) && len(lines) < mostVariants {
			lines = append(lines, line)
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

// traceKey is that of an entry which says that a file, as it is, has results by what its
// imports show: there may be one for what they show now.
func (b *batch) traceKey(f *file) cache.Key {
	return b.sumFor(b.kind+" by some signatures", f, f.own).Key()
}

func (b *batch) traced(f *file) bool {
	if b.Cache == nil || f.circular {
		return false
	}
	_, ok := b.Cache.Get(b.traceKey(f))
	return ok
}
