package lsp

import (
	"context"
	"sync"
)

// wishes ask the client to fetch lenses and hints again. While it is being
// asked, further wishes become one.
type wishes struct {
	mu      sync.Mutex
	asking  bool
	another bool
}

// refresh has the client fetch lenses and hints again, where it can. It does
// not wait.
func (s *session) refresh(client abilities) {
	if !client.lensRefresh && !client.hintRefresh {
		return
	}
	s.wishes.mu.Lock()
	defer s.wishes.mu.Unlock()
	s.wishes.another = true
	if !s.wishes.asking {
		s.wishes.asking = true
		go s.askForRefreshes(client)
	}
}

func (s *session) askForRefreshes(client abilities) {
	for s.wishes.next() {
		ctx, cancel := context.WithTimeout(s.ctx, patience)
		if client.lensRefresh {
			_ = s.client.CodeLensRefresh(ctx) // a client that refuses shows the old ones
		}
		if client.hintRefresh {
			_ = s.client.InlayHintRefresh(ctx)
		}
		cancel()
	}
}

// next tells whether the client is to be asked once more.
func (r *wishes) next() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asking = r.another
	r.another = false
	return r.asking
}
