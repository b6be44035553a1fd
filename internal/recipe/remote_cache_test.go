package recipe

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"
	"testing"
)

// remoteCache is what several machines that run Bazel share: what actions gave, by a digest
// of the action (/ac/), and files, by a digest of their bytes (/cas/).
type remoteCache struct {
	mu          sync.Mutex
	held        map[string][]byte
	hits, wrote int // of actions
}

// serve starts the cache on the machine itself and gives its address.
func (c *remoteCache) serve(t *testing.T) string {
	c.held = map[string][]byte{}
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	return server.URL
}

func (c *remoteCache) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet:
		c.get(w, r.URL.Path)
	case http.MethodPut:
		c.put(w, r)
	default:
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}

func (c *remoteCache) get(w http.ResponseWriter, key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	held, ok := c.held[key]
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if strings.HasPrefix(key, "/ac/") {
		c.hits++
	}
	_, _ = w.Write(held) // the client asks again
}

func (c *remoteCache) put(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	sum := sha256.Sum256(body)
	action := strings.HasPrefix(r.URL.Path, "/ac/")
	if err != nil || !action && path.Base(r.URL.Path) != hex.EncodeToString(sum[:]) {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held[r.URL.Path] = body
	if action {
		c.wrote++
	}
}

// counts gives how many actions were found and how many were kept since it was last asked.
func (c *remoteCache) counts() (hits, wrote int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	hits, wrote = c.hits, c.wrote
	c.hits, c.wrote = 0, 0
	return hits, wrote
}
