package batch

import (
	"context"

	"golang.org/x/sync/errgroup"

	"github.com/fraccheck/fraccheck/digraph"
	"github.com/fraccheck/fraccheck/workspace"
)

// scan reads the files that are asked for and all that they see, finds who imports
// whom, and drops the texts again.
func (b *batch) scan(ctx context.Context) error {
	b.number, b.names = map[string]int32{}, map[string]bool{}
	for next := b.paths; len(next) > 0; {
		scans, err := b.scanAll(ctx, next)
		if err != nil {
			return err
		}
		next = b.add(next, scans)
	}
	b.sort()
	return nil
}

func (b *batch) scanAll(ctx context.Context, paths []string) ([]workspace.Scan, error) {
	scans := make([]workspace.Scan, len(paths))
	err := b.each(ctx, len(paths), func(i int) { scans[i] = b.Snapshot.Scan(paths[i]) })
	return scans, err
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

// add takes files in, and gives the paths that they import and nobody has read.
func (b *batch) add(paths []string, scans []workspace.Scan) (next []string) {
	fresh := map[string]bool{}
	for i, scan := range scans {
		if _, again := b.number[scan.Path]; again {
			continue // by another link
		}
		b.number[scan.Path], b.names[scan.Name] = int32(len(b.files)), true
		b.files = append(b.files, &file{Scan: scan, asked: paths[i]})
	}
	for _, scan := range scans {
		for _, i := range scan.Imports {
			if _, known := b.number[i.Real]; !known && i.Fault == "" && !fresh[i.Real] {
				fresh[i.Real] = true
				next = append(next, i.Path)
			}
		}
	}
	return next
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
		f.imported = imported[f.Path] || b.Snapshot.Imported(f.asked)
	}
	b.graph = digraph.New(len(b.files), edges)
	b.graph.Components(func(component []int32) {
		b.components = append(b.components, append([]int32(nil), component...))
	})
}
