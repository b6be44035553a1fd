package lsp

import (
	"time"
)

// parentPace is how often the server looks whether the client is there.
const parentPace = 2 * time.Second

// watchParent ends the conversation when the process that the client named is
// gone, so that no server stays behind a client that crashed. A process that
// cannot be seen from here in the first place, such as one outside a container,
// says nothing.
func (s *server) watchParent(pid *int32) {
	if !s.parent || pid == nil || *pid <= 0 || !alive(int(*pid)) {
		return
	}
	go func() {
		for pause(s.ctx, parentPace) {
			if !alive(int(*pid)) {
				s.end(nil)
				return
			}
		}
	}()
}
