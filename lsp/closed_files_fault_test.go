package lsp

import (
	"context"
	"errors"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// TestFaultyClosedFiles gives the checker of closed files a view that it fails on: that is reported,
// and the goroutine goes on.
func TestFaultyClosedFiles(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	reported := make(chan string, 10)
	s := newClosedFileChecker(newOutbox(), newDiagnoser(nil, nil, nil, nil).looked, func(doing string, _ any) error {
		reported <- doing
		return errors.New("token 12345678")
	})
	go s.run(ctx)
	broken := &view{settings: defaultSettings(), folders: []string{"/"}, listing: &listing{}} // without a snapshot
	for range 2 {
		s.changed(broken)
		select {
		case doing := <-reported:
			if doing != "workspace diagnostics" {
				t.Errorf("a fault in %s is reported", doing)
			}
		case <-time.After(2 * time.Minute):
			t.Fatal("nothing is reported")
		}
	}
}

// TestOvertakenSummary finds something out about a file that changed meanwhile:
// it is not kept.
func TestOvertakenSummary(t *testing.T) {
	s := newSummaries()
	sum := &summary{id: "x", depends: []string{"/a", "/lib"}}
	for _, c := range []struct {
		what   string
		change func()
		kept   bool
	}{
		{"nothing", func() {}, true},
		{"another file", func() { s.touch([]string{"/b"}) }, true},
		{"what it sees", func() { s.touch([]string{"/lib"}) }, false},
		{"itself", func() { s.touch([]string{"/a", "/b"}) }, false},
		{"everything", func() { s.wipe() }, false},
	} {
		moment := s.touch(nil)
		c.change()
		s.put("/a", moment, sum)
		if kept := s.get("/a") != nil; kept != c.kept {
			t.Errorf("when %s changed it is kept: %t", c.what, kept)
		}
		s.touch([]string{"/lib"})
		if s.get("/a") != nil {
			t.Error("what a changed file means is kept")
		}
	}
}

// TestSpelledOtherwise opens a closed file under another spelling of its
// address: what was published under the first is taken back.
func TestSpelledOtherwise(t *testing.T) {
	s := newClosedFileChecker(newOutbox(), nil, nil)
	s.shown["/a b.frac"] = "x"
	doc := newDocument("/", &protocol.TextDocumentItem{URI: "file:///a b.frac"})
	s.changed(&view{byPath: map[string]*document{"/a b.frac": doc}, documents: map[uri.URI]*document{doc.key(): doc}})
	published, _, _ := s.out.take()
	if len(published) != 1 || published[0].URI != "file:///a%20b.frac" || len(published[0].Diagnostics) != 0 {
		t.Errorf("published is %+v", published)
	}
}
