package lsp

import (
	"context"
	"sync"
)

// refreshes ask the client to fetch lenses and hints again. While it is being
// asked, further wishes become one.
type refreshes struct {
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
	s.refreshes.mu.Lock()
	defer s.refreshes.mu.Unlock()
	s.refreshes.another = true
	if !s.refreshes.asking {
		s.refreshes.asking = true
		go s.askForRefreshes(client)
	}
}

func (s *session) askForRefreshes(client abilities) {
	for s.refreshes.next() {
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
func (r *refreshes) next() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asking = r.another
	r.another = false
	return r.asking
}
