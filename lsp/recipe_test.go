package lsp

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/lsp/request"
)

// requestRow is a row of the table of requests in docs/editors.md: the method,
// what is answered, and the archive that shows it.
var requestRow = regexp.MustCompile("(?m)^\\| `([a-zA-Z]+/[a-zA-Z/]+)` \\| (.+) \\| `([a-z_]+)` \\|$")

// TestRequestRecipe holds docs/development.md's recipe for a request: each route
// has its row in docs/editors.md with an archive that is there, no row is left
// over, and no method has two routes.
func TestRequestRecipe(t *testing.T) {
	page, err := os.ReadFile("../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, row := range requestRow.FindAllStringSubmatch(string(page), -1) {
		rows[row[1]] = row[3]
	}
	delete(rows, protocol.MethodWorkspaceExecuteCommand) // of all features with commands
	routes := 0
	for _, f := range newServer(context.Background(), io.Discard, Options{}).features {
		for method := range f.Requests {
			if strings.HasPrefix(method, "test/") {
				continue
			}
			routes++
			if rows[method] == "" {
				t.Errorf("docs/editors.md has no row for %s", method)
				continue
			}
			if _, err := os.Stat(filepath.Join("testdata", rows[method]+".txtar")); err != nil {
				t.Errorf("the archive of %s: %v", method, err)
			}
			delete(rows, method)
		}
	}
	if routes < 40 {
		t.Errorf("only %d routes", routes)
	}
	for _, method := range slices.Sorted(maps.Keys(rows)) {
		t.Errorf("docs/editors.md has a row for %s, which no feature or a second one answers", method)
	}
}

// TestEveryFeatureAnnouncesItself to a client that takes everything.
func TestEveryFeatureAnnouncesItself(t *testing.T) {
	client := request.Client{PullsDiagnostics: true, ReadsContent: true, PreparesRename: true, ActionLiterals: true}
	c := protocol.ServerCapabilities{Workspace: &protocol.WorkspaceOptions{}}
	said, err := json.Marshal(&c)
	for _, f := range newServer(context.Background(), io.Discard, Options{}).features {
		methods := slices.Sorted(maps.Keys(f.Requests))
		if len(methods) == 0 || strings.HasPrefix(methods[0], "test/") {
			continue
		}
		f.Announce(client, &c)
		var now []byte
		if err == nil {
			now, err = json.Marshal(&c)
		}
		if err != nil {
			t.Fatal(err)
		}
		if string(now) == string(said) {
			t.Errorf("the feature of %s announces nothing", strings.Join(methods, ", "))
		}
		said = now
	}
}
