package lsp

import (
	"context"
	"time"
)

// parentPace is how often the server looks whether the client is there.
const parentPace = 2 * time.Second

// watchParent ends the conversation when the process that the client named is
// gone, so that no server stays behind a client that crashed. A process that
// cannot be seen from here in the first place, such as one outside a container,
// says nothing.
func (s *server) watchParent(pid *int32) {
	if s.parent && pid != nil {
		Follow(s.ctx, int(*pid), func() { s.end(nil) })
	}
}

// Follow calls end when a process is gone that was there, unless the context ends
// first.
func Follow(ctx context.Context, pid int, end func()) {
	if pid <= 0 || !alive(pid) {
		return
	}
	go func() {
		for pause(ctx, parentPace) {
			if !alive(pid) {
				end()
				return
			}
		}
	}()
}
