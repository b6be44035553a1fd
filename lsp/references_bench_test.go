package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// BenchmarkFolder answers questions about a folder of 1,000 files that were read
// before. The target is 100 ms for references.
func BenchmarkFolder(b *testing.B) {
	v, at := folderOf1000(b)
	for name, ask := range map[string]func(){
		"references": func() {
			answerFrom(b, v, protocol.MethodTextDocumentReferences, &protocol.ReferenceParams{TextDocumentPositionParams: at})
		},
		"rename": func() {
			answerFrom(b, v, protocol.MethodTextDocumentRename, &protocol.RenameParams{TextDocumentPositionParams: at, NewName: "other"})
		},
		"symbols": func() {
			answerFrom(b, v, protocol.MethodWorkspaceSymbol, &protocol.WorkspaceSymbolParams{Query: "own"})
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				ask()
			}
		})
	}
}

// folderOf1000 is a library and programs, of which each fifth imports it and
// names its function.
func folderOf1000(b *testing.B) (*request.View, protocol.TextDocumentPositionParams) {
	dir := b.TempDir()
	put := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	put("lib.frac", "def @shared(%x : int32) -> int32 { %x }\n")
	own := strings.Repeat("# what it does\ndef @own_%d(%%x : int32) -> int32 { %%x + 1 }\n", 1)
	for i := range 1000 {
		var text strings.Builder
		if i%5 == 0 {
			text.WriteString("import \"../lib.frac\"\n@shared(1)\n")
		}
		for k := range 30 {
			fmt.Fprintf(&text, own, k)
		}
		put(fmt.Sprintf("dir%d/p%d.frac", i%20, i), text.String())
	}
	v := emptyView(workspace.Options{Root: dir})
	v = v.WithFolders(nil, []protocol.WorkspaceFolder{{URI: uri.File(dir)}})
	document := protocol.TextDocumentIdentifier{URI: uri.File(filepath.Join(dir, "lib.frac"))}
	return v, protocol.TextDocumentPositionParams{TextDocument: document, Position: protocol.Position{Character: 5}}
}
