package lsp

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/workspace"
)

// A use is a place where a name stands for an object.
type use struct {
	workspace.Place
	binds bool // declares it
}

// uses finds an object's name in a file, in the order of the text. Only items
// that hold the name's letters are looked at, and a variable's own item alone.
func (v *view) uses(ctx context.Context, source *workspace.Source, o *typecheck.Object) []use {
	var found []use
	letters := strings.TrimPrefix(o.Name, "%")
	for i, item := range source.File.Items {
		if ctx.Err() != nil {
			return nil
		}
		if isLocal(o) && o.Item != item || !strings.Contains(item.Text, letters) {
			continue
		}
		if result, err := v.result(source, i); err == nil {
			found = append(found, usesIn(source, i, result.Info, o)...)
		}
	}
	slices.SortFunc(found, func(a, b use) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return found
}

func isLocal(o *typecheck.Object) bool {
	return o.Kind == typecheck.LocalObject || o.Kind == typecheck.ParamObject
}

func usesIn(source *workspace.Source, i int, info *typecheck.Info, o *typecheck.Object) []use {
	var found []use
	for n := syntax.NodeID(1); int(n) < info.Item.Len(); n++ {
		binds := o.Item == info.Item && o.Node == n
		if !binds && !(mentions(info.Item.Kind(n)) && same(objectOf(info, n), o)) {
			continue
		}
		span := source.Absolute(i, nameSpan(info, n))
		found = append(found, use{workspace.Place{Source: source, Span: span}, binds})
	}
	return found
}

// mentions tells of the nodes that are a use where they have an object.
func mentions(k syntax.Kind) bool { return isName[k] || k == syntax.Segment }

// same tells whether two names stand for one thing. Every mention of an
// operator has an object of its own.
func same(a, b *typecheck.Object) bool {
	switch {
	case a == nil || a == b:
		return a == b
	case a.Item == nil:
		return b.Item == nil && a.Op == b.Op
	}
	return a.Item == b.Item && a.Node == b.Node
}

// A usage is what uses an object in one file.
type usage struct {
	source *workspace.Source
	uses   []use
}

// usesBySource finds an object's name in all files that may name it. Files
// without a use are left out.
func (v *view) usesBySource(ctx context.Context, from *workspace.Source, o *typecheck.Object) []usage {
	var found []usage
	v.eachUsage(ctx, from, o, func(u usage) { found = append(found, u) })
	return found
}

// searchBatch is how many files are searched before what is in them is shown.
const searchBatch = 64

// eachUsage visits the files that use an object, one behind the other; several
// are searched at once.
func (v *view) eachUsage(ctx context.Context, from *workspace.Source, o *typecheck.Object, visit func(usage)) {
	for batch := range slices.Chunk(v.searched(ctx, from, o), searchBatch) {
		found := make([]usage, len(batch))
		var g errgroup.Group
		g.SetLimit(runtime.GOMAXPROCS(0))
		for i, source := range batch {
			g.Go(func() error {
				found[i] = usage{source, v.uses(ctx, source, o)}
				return nil
			})
		}
		_ = g.Wait() // none of them fails
		for _, u := range found {
			if len(u.uses) > 0 {
				visit(u)
			}
		}
	}
}
