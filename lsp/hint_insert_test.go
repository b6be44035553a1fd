package lsp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/bench"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/text"
)

// TestHintsReadBack writes the hints of programs into them, one at a time and
// all at once: nothing new is found wrong, and what was written is no hint any
// more.
func TestHintsReadBack(t *testing.T) {
	programs := map[string]string{
		"prelude.frac": prelude.Source, "chain.relay": bench.GraphChain(20), "lets.relay": bench.LetChain(20),
		"match.relay": bench.TupleMatch(2, 2), "hard.frac": hardHints,
	}
	patterns := []string{"../examples/*.*", "../typecheck/testdata/*.frac", "../interp/testdata/*.frac"}
	if testing.Short() {
		patterns = patterns[:1]
	}
	for _, pattern := range patterns {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			programs[filepath.Base(path)] = string(content)
		}
	}
	for name, program := range programs {
		t.Run(name, func(t *testing.T) { insertHints(t, name, program) })
	}
}

// hardHints are types that do not read back by themselves.
const hardHints = `
def @poly(%x, %y) { let %z = %x + %y; let %g = fn(%a) { %a }; (%z, %g(1)) }
def @part<a>(%x : a, %y) -> (a, a) { let (%p, %q) = (%x, %y); (%p, %q) }
def @partly<b>(%x, %y : b) { let (%p, %q) = (%x, %y); (%p, %q) }
def @again(%x) { let %f = fn<a>(%y : a) { let %z = (%y, %y); %z }; (%x, %f(1)) }
def @shapes<n, m>(%x : Tensor[(n, 4), float32], %y : Tensor[(n, m), float32]) {
  let %z = concatenate((%x, %y), axis=1); let %d = transpose(%z); %1 = nn.relu(%d); %1 }
def @any(%x : Tensor[(?, 4), float32]) { let %y = nn.relu(%x); let (%a, %b) = (%y, sum(%y)); (%a, %b) }
def @summed(%x) { let %y = sum(%x, axis=[0]); %y }
def @cells(%x) { let %r = ref(%x); ref_write(%r, %x); ref_read(%r) }
def @pairs((%a, %b), %c) { let %t = (%a, %c); (%t.0, %b) }
type Own { Leaf, Node(Own, Own) }
type List { Mine(Own) }
def @own(%x : Own) { match (%x) { case Leaf { Mine(Leaf) } case Node(%l, %r) { Mine(%l) } } }
def @hidden(%l) { match (%l) { Mine(%o) => (%o, %l), } }
def @folded(%xs : FractalTensor[Tensor[(1, 4), float32]], %h) { let %ys = scanl(fn(%s, %x) { tanh(%s + %x) }, %xs, %h); %ys }
def @applied(%f, %x) { let %y = %f(%x); (%f, %y) }
def @carried(%xs : FractalTensor[Tensor[(1, 4), float32]], %h : Tensor[(1, 4), float32]) {
  let (%zs, %k) = scanl(fn((%s, %t), %x) { (%s + %x, %t) }, %xs, (%h, %h)); (foldl(add, %zs, nn.relu(%h)), %k)
}
def @free() { free_var %v : int32; let %w = (%v, %v); %w }
def @unused(%x, %y) { %x }
def @looped(%n) { if (%n < 1) { 0 } else { @looped(%n - 1) } }
def @inner() { let %f = fn(%x, %y) { %x + %y + 1 }; let %v = %f(1, 2); %v }
`

type findingKey struct {
	code    codes.Code
	message string
}

// mistakes counts what is wrong with a program.
func mistakes(t *testing.T, v *request.View, path string) map[findingKey]int {
	t.Helper()
	report, err := v.Snapshot.Check(context.Background(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	found := map[findingKey]int{}
	for _, f := range report.Findings {
		if f.Severity == codes.Error || f.Severity == codes.Warning {
			found[findingKey{f.Code, f.Message}]++
		}
	}
	return found
}

func insertHints(t *testing.T, name, program string) {
	v := emptyView(workspace.Options{Root: "/bench"})
	u := uri.File("/bench/" + name)
	open := func(content string) *request.View {
		return v.With(request.NewDocument("/bench", &protocol.TextDocumentItem{URI: u, Text: content}))
	}
	ask := func(v *request.View) []protocol.InlayHint {
		return answerFrom(t, v, protocol.MethodTextDocumentInlayHint, &protocol.InlayHintParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: u}, Range: protocol.Range{End: protocol.Position{Line: 1 << 20}},
		}).([]protocol.InlayHint)
	}
	before := open(program)
	was, hints, all := mistakes(t, before, request.FilePath(u)), ask(before), []protocol.TextEdit{}
	for _, h := range hints {
		for _, e := range h.TextEdits {
			if !slices.Contains(all, e) {
				all = append(all, e)
			}
		}
		if len(h.TextEdits) == 0 {
			continue
		}
		after := open(insert(program, h.TextEdits))
		what := fmt.Sprintf("%d:%d %s", h.Position.Line+1, h.Position.Character+1, h.Label)
		compareMistakes(t, what, was, mistakes(t, after, request.FilePath(u)))
		if left := ask(after); len(left) >= len(hints) {
			t.Errorf("%s is written, and there are still %d hints:\n%s", what, len(left), insert(program, h.TextEdits))
		}
	}
	t.Logf("%d hints, %d insertions", len(hints), len(all))
	compareMistakes(t, "all hints", was, mistakes(t, open(insert(program, all)), request.FilePath(u)))
}

func compareMistakes(t *testing.T, what string, was, are map[findingKey]int) {
	t.Helper()
	for k, n := range are {
		if n > was[k] && k.code != codes.UnusedSuppression {
			t.Errorf("%s: %s: %s", what, k.code, k.message)
		}
	}
}

// insert applies insertions to a text.
func insert(program string, edits []protocol.TextEdit) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b protocol.TextEdit) int {
		if a.Range.Start.Line != b.Range.Start.Line {
			return int(b.Range.Start.Line) - int(a.Range.Start.Line)
		}
		return int(b.Range.Start.Character) - int(a.Range.Start.Character)
	})
	t := text.New(program)
	for _, e := range edits {
		at := t.Offset(text.Position(e.Range.Start), text.UTF16)
		program = program[:at] + e.NewText + program[at:]
	}
	return program
}
