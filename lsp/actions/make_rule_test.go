package actions

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/rules"
	"github.com/fraccheck/fraccheck/lsp/settings"
)

// TestMadeRules makes rules of the expressions of random programs: each of them is read,
// and matches where it came from, or a shallower one does.
func TestMadeRules(t *testing.T) {
	made, refused := 0, 0
	for seed := range uint64(20) {
		v, u := open(fmt.Sprintf("p%d.frac", seed), program(seed))
		m, r := madeIn(t, v, u)
		made, refused = made+m, refused+r
	}
	t.Logf("%d rules, %d expressions without", made, refused)
	// Extents in types are refused, and what no pattern has, as `||`.
	if made < 100 || refused > made/100 {
		t.Errorf("%d rules are made, and %d expressions have none that matches", made, refused)
	}
}

// TestMadeRuleEdit holds what is written where no rules are configured.
func TestMadeRuleEdit(t *testing.T) {
	text := "def @f(%x: float32) { exp(%x * %x) + 1f }\n"
	v, u := open("p.frac", text)
	v.Client.VersionedEdits, v.Root = true, t.TempDir()
	source, err := v.Source(u)
	if err != nil {
		t.Fatal(err)
	}
	selected := "exp(%x * %x)"
	start := int32(strings.Index(text, selected))
	edit, err := resolvedRuleText(context.Background(), v, source, 0, actionData{Start: start, End: start + int32(len(selected))})
	if err != nil || len(edit.DocumentChanges) != 2 {
		t.Fatal(edit, err)
	}
	if _, ok := edit.DocumentChanges[0].(*protocol.CreateFile); !ok {
		t.Errorf("the file is not made: %v", edit.DocumentChanges[0])
	}
	written := edit.DocumentChanges[1].(*protocol.TextDocumentEdit).Edits[0].(*protocol.TextEdit).NewText
	if want := "find new_rule {\n  var x\n  match exp((x * x))\n}\n"; written != want {
		t.Errorf("got %q, want %q", written, want)
	}
}

// program is a random one of one of two kinds.
func program(seed uint64) string {
	if seed%2 == 0 {
		return progen.MakeSound(seed)
	}
	return progen.Make(seed).Text
}

func madeIn(t *testing.T, v *request.View, u uri.URI) (made, refused int) {
	source, err := v.Source(u)
	if err != nil {
		t.Fatal(err)
	}
	for i, item := range source.File.All() {
		for n := syntax.NodeID(1); int(n) < item.Len() && made+refused < 40; n++ {
			target, ok := targetIn(context.Background(), v, source, i, item.Span(n))
			if !ok || !request.IsExpression[item.Kind(n)] || rules.Make(target.Result.Info, n, "a", 1) == "" {
				continue
			}
			if madeRule(context.Background(), v, source, target, "a") == "" {
				refused++
				t.Logf("no rule matches %s", item.SourceText(n))
				continue
			}
			made++
		}
	}
	return made, refused
}

// open is a view with one document.
func open(name, text string) (*request.View, uri.URI) {
	v := request.NewView(&protocol.InitializeParams{}, workspace.Options{Root: "/nowhere"})
	v.Session = &request.Session{}
	d := request.NewDocument("/nowhere", &protocol.TextDocumentItem{URI: uri.URI("untitled:" + name), Text: text})
	return v.WithSettings(settings.Default()).With(d), d.URI
}
