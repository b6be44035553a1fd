package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// serveCache starts a cache server and names it in the environment: `cacheserver` for one that
// keeps what is written, `cacheserver broken` for one that answers with errors.
func serveCache(ts *testscript.TestScript, _ bool, args []string) {
	var values sync.Map
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(args) > 0 && args[0] == "broken" {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		if r.Method == http.MethodPut {
			value, _ := io.ReadAll(r.Body)
			values.Store(r.URL.Path, value)
			return
		}
		value, ok := values.Load(r.URL.Path)
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(value.([]byte))
	}))
	ts.Defer(server.Close)
	ts.Setenv(sharedVariable, server.URL+"/models")
}
