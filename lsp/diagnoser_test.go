package lsp

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// TestFaultyCheck gives the diagnoser a view that it fails on: the document
// says so, and the goroutine goes on.
func TestFaultyCheck(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := newOutbox()
	d := newDiagnoser(&checker{}, out, newRefresher(), func(string, any) error { return errors.New("token 12345678") })
	go d.run(ctx)
	doc := request.NewDocument("/", &protocol.TextDocumentItem{URI: "untitled:a", Text: "@f()"})
	broken := emptyView(workspace.Options{Root: "/"}).With(doc)
	broken.Snapshot = nil
	for range 2 {
		d.changed(broken, doc.URI)
		select {
		case <-out.wake:
		case <-time.After(2 * time.Minute):
			t.Fatal("nothing is published")
		}
		published, _, _ := out.take()
		message := string(published[0].Diagnostics[0].Message.(protocol.String))
		if !strings.Contains(message, "token 12345678") {
			t.Errorf("the document says %q", message)
		}
	}
}
