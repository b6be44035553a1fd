package lsp

import (
	"context"
	"slices"
	"sync"
	"time"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/lsp/request"
)

// How long nothing may change before the folders are checked: after edits and changes on
// disk, of which more may come, and when documents were opened or settings came, as they
// do at the start.
const (
	quietTime = 300 * time.Millisecond
	openTime  = 20 * time.Millisecond
)

// checkingTitle is the title under which a round shows how far it is.
const checkingTitle = "Checking the workspace"

// A closedFileChecker is the diagnoser of all other files of the folders: the same loop at a
// lower priority. It begins a round when nothing has changed for quietTime and the open
// documents have been checked, and an edit ends it. Progress is kept between rounds in the
// summaries, so that a round of n files of which k are known costs n − k checks: in a folder
// where the user types all the time every file is checked once in the end.
//
// A closedFileChecker checks the files of the folders that are not open, on a
// goroutine of its own and after all else, the open documents first, and publishes
// what it finds. An edit ends the round that runs, as the user may; the next one goes on
// where it was. Clients that pull diagnostics ask for those of closed files, too.
type closedFileChecker struct {
	*checker
	out     *outbox
	looked  func() <-chan struct{} // closed once what was edited is looked at
	faulted func(doing string, value any) error
	wake    chan struct{}

	mu     sync.Mutex
	view   *request.View
	pause  time.Duration // before what changed is looked at
	cancel context.CancelFunc
	shown  map[string]string // names of the published diagnostics, by path
}

func newClosedFileChecker(c *checker, out *outbox, looked func() <-chan struct{}, faulted func(string, any) error) *closedFileChecker {
	return &closedFileChecker{
		checker: c,
		out:     out, looked: looked, faulted: faulted, wake: make(chan struct{}, 1), cancel: func() {}, shown: map[string]string{},
	}
}

// changed has the folders checked in a new view when nothing changed for a while.
func (s *closedFileChecker) changed(v *request.View) { s.after(v, quietTime) }

// soon is changed where more changes need not be waited for.
func (s *closedFileChecker) soon(v *request.View) { s.after(v, openTime) }

// after has the folders checked in a new view. What was published for a file
// that is open now is the diagnoser's.
func (s *closedFileChecker) after(v *request.View, pause time.Duration) {
	if v.Client.PullsDiagnostics {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.view, s.pause = v, max(s.pause, pause)
	for path, d := range v.ByPath {
		if closed := v.ClosedAddress(path); s.shown[path] != "" && d.URI != closed {
			s.out.publish(&protocol.PublishDiagnosticsParams{URI: closed})
		}
		delete(s.shown, path)
	}
	s.cancel()
	signal(s.wake)
}

// run makes rounds until the context ends. Wakes while one runs are one more round.
func (s *closedFileChecker) run(ctx context.Context) {
	for {
		select {
		case <-s.wake:
		case <-ctx.Done():
			return
		}
		if !s.rested(ctx) {
			return
		}
		s.round(s.begin(ctx))
	}
}

// rested waits until nothing changes; it is false where the context ends first.
func (s *closedFileChecker) rested(ctx context.Context) bool {
	for {
		s.mu.Lock()
		quiet := s.pause
		s.mu.Unlock()
		if !pause(ctx, quiet) {
			return false
		}
		select {
		case <-s.wake:
		default:
			return true
		}
	}
}

// begin takes what there is to do.
func (s *closedFileChecker) begin(ctx context.Context) (context.Context, *request.View) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ctx, s.cancel = context.WithCancel(ctx)
	s.pause = 0
	return ctx, s.view
}

// round checks what is not known yet, and publishes what is not published. A
// failure in it is reported, and the rest left to the next change.
func (s *closedFileChecker) round(ctx context.Context, v *request.View) {
	defer func() {
		if r := recover(); r != nil {
			_ = s.faulted("workspace diagnostics", r)
		}
	}()
	select {
	case <-s.looked():
	case <-ctx.Done():
		return
	}
	closed := closedFiles(ctx, v)
	if ctx.Err() != nil {
		return // an edit came while the folders were listed
	}
	ctx, work := v.Session.Begin(ctx, v.Client, nil, checkingTitle, s.unknown(closed))
	defer work.End("")
	err := s.summarize(ctx, v, closed, func(path string, sum *summary) {
		s.show(ctx, path, sum)
		work.Step()
	})
	if err == nil {
		s.withdraw(ctx, closed)
	}
}

// show publishes the diagnostics of a closed file, unless they are published.
func (s *closedFileChecker) show(ctx context.Context, path string, sum *summary) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := sum.id
	if len(sum.found) == 0 {
		name = ""
	}
	if ctx.Err() != nil || s.view.ByPath[path] != nil || s.shown[path] == name {
		return
	}
	s.out.publish(&protocol.PublishDiagnosticsParams{URI: s.view.ClosedAddress(path), Diagnostics: sum.found})
	s.shown[path] = name
	if name == "" {
		delete(s.shown, path)
	}
}

// withdraw takes back the diagnostics of files that are gone, or no longer asked
// for.
func (s *closedFileChecker) withdraw(ctx context.Context, closed []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	there := make(map[string]bool, len(closed))
	for _, path := range closed {
		there[path] = true
	}
	for path := range s.shown {
		if !there[path] {
			s.out.publish(&protocol.PublishDiagnosticsParams{URI: s.view.ClosedAddress(path)})
			delete(s.shown, path)
		}
	}
}

// closedFiles are the files that are checked without being open.
func closedFiles(ctx context.Context, v *request.View) []string {
	if !v.Settings.WorkspaceDiagnostics {
		return nil
	}
	var found []string
	for _, path := range append(slices.Clip(v.InFolders(ctx)), v.Configurations(ctx)...) {
		if v.ByPath[path] == nil {
			found = append(found, path)
		}
	}
	slices.Sort(found)
	return found
}

// unknown counts the files that are to be checked.
func (s *closedFileChecker) unknown(files []string) int {
	n := 0
	for _, path := range files {
		if _, known := s.summaries.Get(path); !known {
			n++
		}
	}
	return n
}
