package runs

import (
	"context"
	"sync"
	"time"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// running are the runs under way, by the file and the key of their subject.
type running struct {
	mu    sync.Mutex
	files map[string]map[string]*underWay
}

// An underWay run has a beginning, and can be stopped. How many runs of one subject there are is
// counted, since several clients' requests may be about one.
type underWay struct {
	since time.Time
	stops map[int]context.CancelFunc
	next  int
}

// runningTick is how often the client is asked to show for how long a run has lasted.
const runningTick = time.Second

// Begin notes that a subject of a file runs, until the function that it returns is called. As long
// as it does, lenses show for how long, and Stop ends the context.
func (r *Runner) Begin(ctx context.Context, v *request.View, source *workspace.Source, s Subject) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	number := r.running.add(source.Path, s.key, cancel)
	ticker := time.NewTicker(runningTick)
	go func() {
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				v.Session.RefreshResults()
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, func() {
		r.running.remove(source.Path, s.key, number)
		cancel()
	}
}

func (r *running) add(path, key string, stop context.CancelFunc) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.files == nil {
		r.files = map[string]map[string]*underWay{}
	}
	if r.files[path] == nil {
		r.files[path] = map[string]*underWay{}
	}
	u := r.files[path][key]
	if u == nil {
		u = &underWay{since: time.Now(), stops: map[int]context.CancelFunc{}}
		r.files[path][key] = u
	}
	u.next++
	u.stops[u.next] = stop
	return u.next
}

func (r *running) remove(path, key string, number int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	u := r.files[path][key]
	delete(u.stops, number)
	if len(u.stops) > 0 {
		return
	}
	delete(r.files[path], key)
	if len(r.files[path]) == 0 {
		delete(r.files, path)
	}
}

// Running is for how long a subject of a file has been running, and whether it is.
func (r *Runner) Running(path string, s Subject) (time.Duration, bool) {
	r.running.mu.Lock()
	defer r.running.mu.Unlock()
	u := r.running.files[path][s.key]
	if u == nil {
		return 0, false
	}
	return time.Since(u.since), true
}

// Stop ends the runs of a subject of a file, and reports whether there were any.
func (r *Runner) Stop(path string, s Subject) bool {
	r.running.mu.Lock()
	defer r.running.mu.Unlock()
	u := r.running.files[path][s.key]
	if u == nil {
		return false
	}
	for _, stop := range u.stops {
		stop()
	}
	return true
}
