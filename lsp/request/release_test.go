package request

import (
	"fmt"
	"runtime"
	"testing"
	"weak"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/settings"
)

// TestLetGo keeps nothing of documents that were closed.
func TestLetGo(t *testing.T) {
	v := NewView(&protocol.InitializeParams{}, workspace.Options{Root: "/bench"})
	v.Session = &Session{}
	v = v.WithSettings(settings.Default())
	var kept []weak.Pointer[workspace.Source]
	for i := range 10 {
		item := protocol.TextDocumentItem{URI: uri.URI(fmt.Sprintf("untitled:%d", i)), Text: "def @f() { 1 }\n@f()\n"}
		d := NewDocument("/bench", &item)
		v = v.With(d)
		source, err := v.Source(item.URI)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := v.Snapshot.Result(source.Path, 1); err != nil {
			t.Fatal(err)
		}
		kept = append(kept, weak.Make(source))
		v = v.Without(d)
	}
	runtime.GC()
	for i, k := range kept {
		if k.Value() != nil {
			t.Errorf("document %d is still there", i)
		}
	}
	runtime.KeepAlive(v)
}
