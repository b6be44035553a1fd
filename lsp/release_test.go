package lsp

import (
	"fmt"
	"runtime"
	"testing"
	"weak"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// TestLetGo keeps nothing of documents that were closed.
func TestLetGo(t *testing.T) {
	v := firstView(&protocol.InitializeParams{}, workspace.Options{Root: "/bench"})
	v.session = &session{}
	v = v.configured(defaultSettings())
	var kept []weak.Pointer[workspace.Source]
	for i := range 10 {
		item := protocol.TextDocumentItem{URI: uri.URI(fmt.Sprintf("untitled:%d", i)), Text: "def @f() { 1 }\n@f()\n"}
		d := newDocument("/bench", &item)
		v = v.with(d)
		source, err := v.source(item.URI)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := v.snapshot.Result(source.Path, 1); err != nil {
			t.Fatal(err)
		}
		kept = append(kept, weak.Make(source))
		v = v.without(d)
	}
	runtime.GC()
	for i, k := range kept {
		if k.Value() != nil {
			t.Errorf("document %d is still there", i)
		}
	}
	runtime.KeepAlive(v)
}
