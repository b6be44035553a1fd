package batch

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/fraccheck/fraccheck/digraph"
)

// scan reads the files that are asked for and all that they see, and finds who imports
// whom.
func (b *batch) scan(ctx context.Context) error {
	scans, err := b.Snapshot.ScanAll(ctx, b.paths, b.room)
	if err != nil {
		return err
	}
	b.number, b.names = map[string]int32{}, map[string]int32{}
	for i, scan := range scans {
		b.number[scan.Path], b.names[scan.Name] = int32(i), int32(i)
		b.files = append(b.files, &file{Scan: scan})
	}
	b.sort()
	return nil
}

// each calls a function with the numbers up to n, on several threads.
func (b *batch) each(ctx context.Context, n int, do func(i int)) error {
	const part = 64
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, b.Jobs))
	for first := 0; first < n; first += part {
		g.Go(func() error {
			for i := first; i < min(first+part, n) && ctx.Err() == nil; i++ {
				do(i)
			}
			return ctx.Err()
		})
	}
	return g.Wait()
}

// sort finds the order of files and which are imported.
func (b *batch) sort() {
	imported := map[string]bool{}
	var edges []digraph.Edge
	for i, f := range b.files {
		for _, at := range f.Imports {
			imported[at.Real] = true
			if to, ok := b.number[at.Real]; ok && at.Fault == "" {
				edges = append(edges, digraph.Edge{From: int32(i), To: to})
			}
		}
	}
	for _, f := range b.files {
		f.imported = imported[f.Path] || b.Snapshot.Imported(f.Asked)
	}
	b.graph = digraph.New(len(b.files), edges)
	b.graph.Components(func(component []int32) {
		b.components = append(b.components, append([]int32(nil), component...))
		for _, i := range component {
			b.files[i].circular = len(component) > 1 || slices.Contains(b.graph.Successors(i), i)
		}
	})
}
