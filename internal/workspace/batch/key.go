package batch

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"

	"github.com/fraccheck/fraccheck/internal/cache"
)

// name gives each file the key of its findings.
func (b *batch) name(ctx context.Context) error {
	if err := b.nameOwn(ctx); err != nil {
		return err
	}
	deep := make([]cache.Key, len(b.files))
	for _, component := range b.components {
		cycle := b.cycleKey(component, deep)
		for _, i := range component {
			s := cache.NewSum("file and what it sees")
			s.Text(string(b.files[i].own[:]))
			s.Text(string(cycle[:]))
			deep[i] = s.Key()
		}
	}
	return b.each(ctx, len(b.files), func(i int) { b.files[i].key = b.sumFor(b.kind, b.files[i], deep[i]).Key() })
}

// cycleKey is that of files that import each other, or of a single file: of what they
// are, and of what else they see, which has its keys.
func (b *batch) cycleKey(component []int32, deep []cache.Key) cache.Key {
	members := slices.Clone(component)
	slices.SortFunc(members, func(i, j int32) int { return bytes.Compare(b.files[i].own[:], b.files[j].own[:]) })
	s := cache.NewSum("cycle")
	for _, i := range members {
		s.Text(string(b.files[i].own[:]))
		for _, to := range b.graph.Successors(i) {
			if b.files[to].component != b.files[i].component {
				s.Text(string(deep[to][:]))
			}
		}
	}
	return s.Key()
}

// sumFor begins a key of what is known of a file, of which there is a key.
func (b *batch) sumFor(kind string, f *file, key cache.Key) *cache.Sum {
	s := cache.NewSum(kind)
	s.Text(b.Tool)
	s.Text(string(key[:]))
	if f.imported {
		s.Text("imported")
	}
	if f.shows {
		s.Text("shows")
	}
	return s
}

// nameOwn gives each file the key of what it is itself.
func (b *batch) nameOwn(ctx context.Context) error {
	basis, err := b.bases()
	if err != nil {
		return err
	}
	return b.each(ctx, len(b.files), func(i int) {
		f := b.files[i]
		f.own = b.ownKey(f, basis[filepath.Dir(f.Asked)])
	})
}

// bases are the keys of what holds for files, by directory.
func (b *batch) bases() (map[string]cache.Key, error) {
	basis := map[string]cache.Key{}
	for _, f := range b.files {
		dir := filepath.Dir(f.Asked)
		if _, known := basis[dir]; known {
			continue
		}
		parts, err := b.Snapshot.Basis(f.Asked)
		if err != nil {
			return nil, err
		}
		basis[dir] = keyOf("basis", parts)
	}
	return basis, nil
}

func keyOf(kind string, parts []string) cache.Key {
	s := cache.NewSum(kind)
	for _, part := range parts {
		s.Text(part)
	}
	return s.Key()
}

// ownKey is that of a file's name and text, of what holds for it, and of where its
// imports lead.
func (b *batch) ownKey(f *file, basis cache.Key) cache.Key {
	s := cache.NewSum("file")
	s.Text(f.Name)
	s.Text(f.Fault)
	s.Text(string(f.Sum[:]))
	s.Text(string(basis[:]))
	for _, i := range f.Imports {
		s.Text(i.Written)
		s.Text(i.Fault)
		if to, ok := b.number[i.Real]; ok && i.Fault == "" {
			s.Text(b.files[to].Name)
		}
	}
	return s.Key()
}
