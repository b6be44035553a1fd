package cache_test

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/cache"
	"github.com/fraccheck/fraccheck/internal/cache/remote"
)

// A honest server keeps what is written.
type honest struct {
	mu     sync.Mutex
	values map[string][]byte
	gets   int
	puts   int
	lie    atomic.Pointer[http.HandlerFunc] // what answers instead
}

func (h *honest) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if lie := h.lie.Load(); lie != nil {
		(*lie)(w, r)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if r.Method == http.MethodPut {
		var b bytes.Buffer
		_, _ = b.ReadFrom(r.Body)
		h.values[r.URL.Path] = b.Bytes()
		h.puts++
		return
	}
	h.gets++
	value, ok := h.values[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	_, _ = w.Write(value)
}

func keyOf(i int) cache.Key {
	s := cache.NewSum("test")
	s.Number(i)
	return s.Key()
}

func valueOf(i int) []byte { return []byte(strings.Repeat(fmt.Sprint(i, " "), 1+i%7)) }

const someResults = 200

// fault keeps what is reported.
type faults struct {
	mu  sync.Mutex
	all []string
}

func (f *faults) report(err error) {
	f.mu.Lock()
	f.all = append(f.all, err.Error())
	f.mu.Unlock()
}

func (f *faults) reported() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.all
}

// sharing opens a store in a new directory beside a server.
func sharing(t *testing.T, address, tool, secret string, write time.Duration, report func(error)) *cache.Store {
	t.Helper()
	server, err := remote.New(address, "", "")
	if err != nil {
		t.Fatal(err)
	}
	s, err := cache.Open(cache.Options{Dir: t.TempDir(), Shared: &cache.Shared{Server: server, Tool: tool, Secret: secret, Write: write, Report: report}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// filled is a server that a check has written its results to.
func filled(t *testing.T, tool, secret string) (*honest, *httptest.Server) {
	h := &honest{values: map[string][]byte{}}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	s := sharing(t, server.URL, tool, secret, time.Minute, func(err error) { t.Error(err) })
	for i := range someResults {
		s.Put(keyOf(i), valueOf(i))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if h.puts != 1 {
		t.Fatalf("%d values were written", h.puts)
	}
	return h, server
}

// TestShared holds that a check on another machine finds all results by one request, and that
// one that may not write does not.
func TestShared(t *testing.T) {
	h, server := filled(t, "build", "secret")
	h.gets = 0
	s := sharing(t, server.URL, "build", "secret", 0, func(err error) { t.Error(err) })
	for i := range someResults {
		if got, ok := s.Get(keyOf(i)); !ok || !bytes.Equal(got, valueOf(i)) {
			t.Fatalf("result %d is %q", i, got)
		}
	}
	if _, ok := s.Get(keyOf(someResults)); ok {
		t.Error("there is a result that nobody wrote")
	}
	s.Put(keyOf(someResults), valueOf(someResults))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if h.gets != 1 || h.puts != 1 {
		t.Errorf("%d reads and %d writes, want one of each", h.gets, h.puts)
	}
}

// TestSharedGrows holds that a second check adds to what the first wrote, and that one that
// has nothing new writes nothing.
func TestSharedGrows(t *testing.T) {
	h, server := filled(t, "build", "")
	grown := sharing(t, server.URL, "build", "", time.Minute, func(err error) { t.Error(err) })
	grown.Put(keyOf(someResults), valueOf(someResults))
	if err := grown.Close(); err != nil || h.puts != 2 {
		t.Fatal(err, h.puts)
	}
	idle := sharing(t, server.URL, "build", "", time.Minute, func(err error) { t.Error(err) })
	for _, i := range []int{0, someResults} {
		if got, ok := idle.Get(keyOf(i)); !ok || !bytes.Equal(got, valueOf(i)) {
			t.Errorf("result %d is %q", i, got)
		}
	}
	if err := idle.Close(); err != nil || h.puts != 2 {
		t.Error(err, h.puts)
	}
}

// TestLyingServer holds that a server that lies changes no answer: each lie about a result
// gives none, in time, and is reported at most once.
func TestLyingServer(t *testing.T) {
	h, server := filled(t, "build", "secret")
	var truth []byte
	for _, v := range h.values {
		truth = v
	}
	written := func(tool, secret string) []byte {
		clear(h.values)
		s := sharing(t, server.URL, tool, secret, time.Minute, func(error) {})
		s.Put(keyOf(1), []byte("a lie"))
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		for _, v := range h.values {
			return v
		}
		return nil
	}
	other, forged := written("another build", "secret"), written("build", "another secret")
	body := func(b []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(b) }
	}
	code := func(n int) http.HandlerFunc { return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(n) } }
	changed := func(at int) []byte {
		b := bytes.Clone(truth)
		b[(at+len(b))%len(b)] ^= 0x40
		return b
	}
	stop := make(chan struct{})
	t.Cleanup(func() { close(stop) })
	hang := func(r *http.Request) {
		select {
		case <-stop:
		case <-r.Context().Done():
		}
	}
	lies := map[string]http.HandlerFunc{
		"nothing":                body(nil),
		"a page":                 body([]byte("<html>sign in</html>")),
		"half":                   body(truth[:len(truth)/2]),
		"one byte less":          body(truth[:len(truth)-1]),
		"more":                   body(append(bytes.Clone(truth), 0)),
		"twice":                  body(append(bytes.Clone(truth), truth...)),
		"zeros":                  body(make([]byte, len(truth))),
		"a bit of the head":      body(changed(2)),
		"a bit of the signature": body(changed(30)),
		"a bit of a value":       body(changed(200)),
		"a bit of the index":     body(changed(-60)),
		"the other build's":      body(other),
		"another secret":         body(forged),
		"an error":               code(http.StatusInternalServerError),
		"no access":              code(http.StatusUnauthorized),
		"full":                   code(http.StatusInsufficientStorage),
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
		},
		"silence": func(_ http.ResponseWriter, r *http.Request) { hang(r) },
		"a length and silence": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", fmt.Sprint(len(truth)))
			_, _ = w.Write(truth[:10])
			w.(http.Flusher).Flush()
			hang(r)
		},
		"a huge length": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Length", "99999999999") },
		"no end": func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 1<<20)); err != nil {
					return
				}
			}
		},
		"no protocol": func(w http.ResponseWriter, _ *http.Request) {
			if c, _, err := w.(http.Hijacker).Hijack(); err == nil {
				_, _ = c.Write([]byte("220 ready\r\n"))
				c.Close()
			}
		},
	}
	for name, lie := range lies {
		t.Run(name, func(t *testing.T) {
			h.lie.Store(&lie)
			var told faults
			s := sharing(t, server.URL, "build", "secret", 50*time.Millisecond, told.report)
			for i := range 20 {
				if got, ok := s.Get(keyOf(i)); ok {
					t.Errorf("result %d is %q", i, got)
				}
			}
			s.Put(keyOf(0), valueOf(0))
			if got, ok := s.Get(keyOf(0)); !ok || !bytes.Equal(got, valueOf(0)) {
				t.Errorf("a result of this check is %q", got)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if n := len(told.reported()); n > 1 {
				t.Errorf("%d reports: %q", n, told.reported())
			}
		})
	}
}

// TestAbsentServer holds that nothing changes where nobody listens.
func TestAbsentServer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip("no port of this machine can be had: ", err)
	}
	address := "http://user:hidden@" + listener.Addr().String() + "/models?token=hidden"
	listener.Close()
	var told faults
	s := sharing(t, address, "build", "", time.Second, told.report)
	if _, ok := s.Get(keyOf(1)); ok {
		t.Error("there is a result")
	}
	s.Put(keyOf(1), valueOf(1))
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if all := told.reported(); len(all) != 1 || strings.Contains(all[0], "hidden") || !strings.Contains(all[0], "/models is not used: ") {
		t.Errorf("the reports are %q", all)
	}
}

// TestLook holds what is said of a server.
func TestLook(t *testing.T) {
	_, server := filled(t, "build", "")
	client, err := remote.New(server.URL, "", "")
	if err != nil {
		t.Fatal(err)
	}
	status, err := cache.LookShared(cache.Shared{Server: client, Tool: "build"}, time.Minute)
	if err != nil || status.Entries != someResults {
		t.Error(status, err)
	}
	if status, err := cache.LookShared(cache.Shared{Server: client, Tool: "later"}, time.Minute); err != nil || status.Entries != 0 {
		t.Error(status, err)
	}
	server.Close()
	if _, err := cache.LookShared(cache.Shared{Server: client, Tool: "build"}, time.Minute); err == nil {
		t.Error("a server that is gone is not reported")
	}
}
