package workspace

import (
	"context"
	"sync"
	"sync/atomic"
)

// While one thread goes through the folders, others read the files that it has found: what
// their texts say does not depend on which others there are. What a file is called, and where
// its imports lead, is worked out when all are known.

// A readAhead has files read that were found, for who scans them next.
type readAhead struct {
	mu       sync.Mutex
	readings map[string]reading // by path
	open     sync.WaitGroup     // readers
}

// newReadAhead is nil where there is one thread.
func newReadAhead(jobs int) *readAhead {
	if jobs < 2 {
		return nil
	}
	return &readAhead{readings: map[string]reading{}}
}

// filesAtOnce is how many files are handed to a reader at once, and lotsAhead how many such
// lots wait for one until who finds more waits too.
const (
	filesAtOnce = 32
	lotsAhead   = 1024
)

// A lister hands on the files that are found.
type lister struct {
	lots chan []string
	lot  []string
}

// begin has files read until end is called.
func (a *readAhead) begin(s *Snapshot) *lister {
	if a == nil {
		return nil
	}
	l := &lister{lots: make(chan []string, lotsAhead)}
	for range s.jobs {
		a.open.Go(func() {
			for paths := range l.lots {
				a.read(s, paths)
			}
		})
	}
	return l
}

func (a *readAhead) read(s *Snapshot, paths []string) {
	var none atomic.Int64 // no text is kept
	readings := make([]reading, len(paths))
	for i, path := range paths {
		readings[i] = s.read(path, &none)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, path := range paths {
		a.readings[path] = readings[i]
	}
}

// found hands on a file.
func (l *lister) found(path string) {
	if l == nil {
		return
	}
	if l.lot = append(l.lot, path); len(l.lot) == filesAtOnce {
		l.lots <- l.lot
		l.lot = nil
	}
}

// end hands on what is left, or takes back what nobody has begun to read.
func (l *lister) end(wanted bool) {
	if l == nil {
		return
	}
	if wanted {
		l.lots <- l.lot
	}
	close(l.lots)
	if !wanted {
		for range l.lots { // nobody reads them any more
		}
	}
}

// take gives what was read, by path, and lets go of it.
func (a *readAhead) take(ctx context.Context) (map[string]reading, error) {
	if a == nil {
		return nil, nil
	}
	read := make(chan struct{})
	go func() {
		a.open.Wait()
		close(read)
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-read:
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	readings := a.readings
	a.readings = map[string]reading{}
	return readings, nil
}
