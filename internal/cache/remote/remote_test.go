package remote

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestAddresses(t *testing.T) {
	for _, address := range []string{"", "cache", "ftp://cache", "http://", "file:///tmp", "http://a b", "://"} {
		if _, err := New(address, "", ""); err == nil {
			t.Errorf("%q is an address", address)
		}
	}
	if _, err := New("http://cache", "Bearer a\r\nHost: b", ""); err == nil {
		t.Error("a header may have a line end")
	}
}

// TestCredentials holds which credentials a request has.
func TestCredentials(t *testing.T) {
	const netrc = "machine other login a password b\n# machine 127.0.0.1 login no password no\nmacdef init\nmachine 127.0.0.1 login x\n\nmachine 127.0.0.1\n\tlogin ann password one\ndefault login any password all\n"
	var got string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		got = user + ":" + password
		if user == "" {
			got = r.Header.Get("Authorization")
		}
		http.NotFound(w, r)
	}))
	defer server.Close()
	host := server.URL[len("http://"):]
	for _, test := range []struct{ address, header, netrc, want string }{
		{server.URL, "", "", ""},
		{server.URL, "", netrc, "ann:one"},
		{server.URL, "", "default login any password all", "any:all"},
		{"http://bob:two@" + host, "", netrc, "bob:two"},
		{server.URL, "Bearer three", netrc, "Bearer three"},
	} {
		s, err := New(test.address, test.header, test.netrc)
		if err != nil {
			t.Fatal(err)
		}
		if value, err := s.Get(context.Background(), [32]byte{1}); value != nil || err != nil {
			t.Error(value, err)
		}
		if got != test.want {
			t.Errorf("%v: the credentials are %q", test, got)
		}
	}
}

// FuzzUnwrap holds that what a server sends is no ActionResult of ours or the value of one.
func FuzzUnwrap(f *testing.F) {
	f.Add(wrap([]byte("value")))
	f.Add([]byte{0x2a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Fuzz(func(t *testing.T, message []byte) {
		value, err := unwrap(message)
		if err == nil && string(wrap(value)) != string(message) && len(message) < len(value) {
			t.Error("a value is longer than its message")
		}
	})
}
