package batch

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/internal/digraph"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// scan reads the files that are asked for and all that they see, and finds who imports
// whom.
func (b *batch) scan(ctx context.Context) error {
	scans, err := b.Snapshot.ScanAll(ctx, b.paths, b.textBudget)
	if err != nil {
		return err
	}
	b.number, b.names = make(map[string]int32, len(scans)), make(map[string]int32, len(scans))
	for i := range scans {
		scan := &scans[i]
		b.number[scan.Path], b.names[scan.Name] = int32(i), int32(i)
		b.files = append(b.files, &file{Scan: scan})
	}
	b.sort()
	return nil
}

// each calls a function with the numbers up to n, on several threads.
func (b *batch) each(ctx context.Context, n int, do func(i int)) error {
	return workspace.Each(ctx, b.Jobs, n, func(_ context.Context, i int) error {
		do(i)
		return nil
	})
}

// sort finds the order of files and which are imported.
func (b *batch) sort() {
	var edges []digraph.Edge
	for i, f := range b.files {
		f.imported = f.imported || b.Snapshot.Imported(f.Asked)
		for _, at := range f.Imports {
			to, ok := b.number[at.Real]
			if !ok {
				continue
			}
			b.files[to].imported = true
			if at.Fault == "" {
				edges = append(edges, digraph.Edge{From: int32(i), To: to})
			}
		}
	}
	b.graph = digraph.New(len(b.files), edges)
	b.graph.Components(func(component []int32) {
		for _, i := range component {
			b.files[i].component = len(b.components)
			b.files[i].circular = len(component) > 1 || slices.Contains(b.graph.Successors(i), i)
		}
		b.components = append(b.components, slices.Clone(component))
	})
}
