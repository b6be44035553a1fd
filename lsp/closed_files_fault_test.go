package lsp

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// TestFaultyClosedFiles gives the checker of closed files a view that it fails on: that is reported,
// and the goroutine goes on.
func TestFaultyClosedFiles(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	reported := make(chan string, 10)
	s := newClosedFileChecker(&checker{}, newOutbox(), newDiagnoser(&checker{}, nil, nil, nil).looked, func(doing string, _ any) error {
		reported <- doing
		return errors.New("token 12345678")
	})
	go s.run(ctx)
	broken := brokenView()
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

// TestSpelledOtherwise opens a closed file under another spelling of its
// address: what was published under the first is taken back.
func TestSpelledOtherwise(t *testing.T) {
	s := newClosedFileChecker(&checker{}, newOutbox(), nil, nil)
	s.shown["/a b.frac"] = "x"
	doc := request.NewDocument("/", &protocol.TextDocumentItem{URI: "file:///a b.frac"})
	s.changed(emptyView(workspace.Options{Root: "/"}).With(doc))
	published, _, _ := s.out.take()
	if len(published) != 1 || published[0].URI != "file:///a%20b.frac" || len(published[0].Diagnostics) != 0 {
		t.Errorf("published is %+v", published)
	}
}

// TestOpenFirst: closed files are not looked at while an edited document is not.
func TestOpenFirst(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	d := newDiagnoser(&checker{}, nil, nil, nil)
	select {
	case <-d.looked():
	default:
		t.Fatal("there is something to wait for at the beginning")
	}
	d.hurry("file:///a")
	d.hurry("file:///b")
	var done atomic.Bool
	reported := make(chan bool, 1)
	s := newClosedFileChecker(&checker{}, newOutbox(), d.looked, func(string, any) error {
		reported <- done.Load()
		return nil
	})
	go s.run(ctx)
	s.soon(brokenView()) // on which looking fails
	d.done("file:///a")
	time.Sleep(3 * openTime)
	done.Store(true)
	d.done("file:///b")
	select {
	case after := <-reported:
		if !after {
			t.Error("they are looked at before")
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("they are not looked at")
	}
}

// brokenView has a folder and no snapshot.
func brokenView() *request.View {
	v := emptyView(workspace.Options{Root: "/"}).WithFolders(nil, []protocol.WorkspaceFolder{{URI: "file:///"}})
	v.Snapshot = nil
	return v
}
