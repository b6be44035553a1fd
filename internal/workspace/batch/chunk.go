package batch

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// chunkBytes is how much text is checked at once: trees and types take some sixty times
// that, which the collector goes over again and again while they are there. A chunk takes over
// what the one in front read; where it must read much itself, the next one is larger: otherwise
// files that see all others were read again and again. So it is a part of all that is seen,
// which is looked through for each chunk.
const (
	chunkBytes = 1 << 18
	seenPart   = 32
)

// after is how large the chunk after one is that saw so many bytes of text.
func (b *batch) after(c *chunk, seen int) int {
	return max(b.Chunk, (seen-c.carried-c.size)/2, seen/seenPart)
}

// A chunk is some files that are checked at once, in a snapshot of their own, which is
// dropped then.
type chunk struct {
	files    []*file
	size     int // of their texts
	snapshot *workspace.Snapshot
	carried  int // the size of the texts that the chunk in front read

	overFounded bool // those texts are known to be what keys were made of
	founded     bool // all are
}

// due are the files that are due, those first that others import, by cycles: files that
// import each other are checked at once.
func (b *batch) due() (cycles [][]*file) {
	for _, component := range b.components {
		var files []*file
		for _, i := range component {
			if f := b.files[i]; f.turn == due {
				files = append(files, f)
			}
		}
		if files != nil {
			cycles = append(cycles, files)
		}
	}
	return cycles
}

// chunk takes a chunk of so many bytes away from the front of what is due, or what there is;
// nil where there is nothing. What it sees is not read again where the one in front, nil for
// none, read it: a fifth of all that is read are files that many others import.
func (b *batch) chunk(cycles *[][]*file, most int, front *chunk) *chunk {
	if len(*cycles) == 0 {
		return nil
	}
	c := &chunk{}
	for len(*cycles) > 0 && c.size < most {
		for _, f := range (*cycles)[0] {
			c.files = append(c.files, f)
			c.size += f.Size
		}
		*cycles = (*cycles)[1:]
	}
	if c.snapshot = b.Snapshot.Fresh(); front != nil {
		c.snapshot = front.snapshot.FreshWith(b.seen(c.files))
		c.carried = c.snapshot.Size()
	}
	return c
}

// seen are the real paths of files and of all that they see.
func (b *batch) seen(files []*file) map[string]bool {
	seen := map[string]bool{}
	for open := slices.Clone(files); len(open) > 0; {
		f := open[len(open)-1]
		open = open[:len(open)-1]
		if seen[f.Path] {
			continue
		}
		seen[f.Path] = true
		for _, i := range b.graph.Successors(b.number[f.Path]) {
			open = append(open, b.files[i])
		}
	}
	return seen
}

// after has a chunk, nil for none, follow one that was checked: what that found of texts holds
// for it too, and what the files take that it only sees is dropped.
func (c *chunk) behind(front *chunk) {
	if c == nil {
		return
	}
	c.overFounded = front.founded
	due := make(map[string]bool, len(c.files))
	for _, f := range c.files {
		due[f.Path] = true
	}
	c.snapshot.Compact(due)
}

func (c *chunk) paths() []string {
	paths := make([]string, len(c.files))
	for i, f := range c.files {
		paths[i] = f.Asked
	}
	return paths
}

// readAhead reads and links files of a chunk, nil for none, until it is reported to stop: at its
// steps that are for one thread alone, a check of the chunk in front leaves processors
// idle. That takes one thread more, which there is if the check may use that many
// than there are processors.
func (b *batch) readAhead(ctx context.Context, c *chunk) (stop func()) {
	if c == nil || b.Jobs < 2 || b.Jobs < runtime.GOMAXPROCS(0) {
		return func() {}
	}
	var stopped atomic.Bool
	var done sync.WaitGroup
	done.Go(func() {
		for _, path := range c.paths() {
			if stopped.Load() || ctx.Err() != nil {
				return
			}
			c.snapshot.Ahead(ctx, path)
		}
	})
	return func() {
		stopped.Store(true)
		done.Wait()
	}
}
