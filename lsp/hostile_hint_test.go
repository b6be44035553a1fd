package lsp

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/bench"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// TestHostilePrograms answers for programs that are large in one place: nothing
// may take time with the square of their size.
func TestHostilePrograms(t *testing.T) {
	many := func(n int, each string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, each, i)
		}
		return b.String()
	}
	for name, program := range map[string]string{
		"infix":      bench.InfixChain(20_000),
		"lets":       bench.LetChain(10_000),
		"graph":      bench.GraphChain(10_000),
		"parameters": "def @f(" + many(3000, "%%p%d, ") + "%q) { 1 }",
		"types":      "def @f<" + many(3000, "a%d, ") + "b>(%x : b) { let %y = (%x, 1); %y }",
		"arguments":  "def @f(%first, %second) { @f(" + many(20_000, "%d, ") + "1) }",
		"comments":   strings.Repeat("/* é */ ", 50_000),
		"lines":      strings.Repeat("\n", 100_000) + "def @f() { 1 }" + strings.Repeat("\r", 100_000),
		"brackets":   strings.Repeat("(", 50_000),
		"tuples":     "def @f() { let " + strings.Repeat("(", 5000) + "%x" + strings.Repeat(",)", 5000) + " = 1; %x }",
		"segments":   "def @f(%x) { %x" + strings.Repeat(".0", 50_000) + " }",
		"broken":     strings.Repeat("def @f(%x { ", 20_000),
	} {
		t.Run(name, func(t *testing.T) {
			v := emptyView(workspace.Options{Root: "/bench"}).With(request.NewDocument("/bench", &protocol.TextDocumentItem{URI: benchURI, Text: program}))
			if _, err := v.Snapshot.Result(request.FilePath(benchURI), 0); err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			document := protocol.TextDocumentIdentifier{URI: benchURI}
			answerFrom(t, v, protocol.MethodTextDocumentSemanticTokensFull, &protocol.SemanticTokensParams{TextDocument: document})
			tokens := time.Since(start)
			all := protocol.Range{End: protocol.Position{Line: 1 << 20}}
			answerFrom(t, v, protocol.MethodTextDocumentInlayHint, &protocol.InlayHintParams{TextDocument: document, Range: all})
			t.Logf("tokens %v, hints %v", tokens, time.Since(start)-tokens)
		})
	}
}
