package request

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A CommandTarget is what a command is about: a document, and in it an item by
// its number, by a position in it or by the name that it defines. A range means the evaluation
// comments that begin in it.
type CommandTarget struct {
	URI      uri.URI            `json:"uri"`
	Item     *int               `json:"item"`
	Position *protocol.Position `json:"position"`
	Range    *protocol.Range    `json:"range"` // of several evaluation comments
	Name     string             `json:"name"`
	Args     []string           `json:"args"`
}

// readCommandTarget reads the arguments of a command: one object, or by place
// the address, what is meant in the document, and the arguments of a definition.
func readCommandTarget(args []protocol.LSPAny) (*CommandTarget, error) {
	t := &CommandTarget{}
	switch {
	case len(args) == 0:
		return nil, errors.New("the address of a document is missing")
	case bytes.HasPrefix(bytes.TrimSpace(args[0]), []byte("{")):
		if err := json.Unmarshal(args[0], t); err != nil {
			return nil, err
		}
	default:
		if err := t.readPlaces(args); err != nil {
			return nil, err
		}
	}
	if t.URI == "" {
		return nil, errors.New("the address of a document is missing")
	}
	return t, nil
}

// readPlaces reads `uri, position|item|name, args`.
func (t *CommandTarget) readPlaces(args []protocol.LSPAny) error {
	if err := json.Unmarshal(args[0], &t.URI); err != nil {
		return fmt.Errorf("the address of the document: %w", err)
	}
	if len(args) > 1 {
		if err := json.Unmarshal(args[1], t.where(args[1])); err != nil {
			return fmt.Errorf("the second argument: %w", err)
		}
	}
	if len(args) > 2 {
		if err := json.Unmarshal(args[2], &t.Args); err != nil {
			return fmt.Errorf("the arguments of the definition: %w", err)
		}
	}
	return nil
}

// where is what the second argument means, by how it is written.
func (t *CommandTarget) where(arg protocol.LSPAny) any {
	switch arg.Kind() {
	case '"':
		return &t.Name
	case '0':
		return &t.Item
	}
	return &t.Position
}

// FindItem is the number of the item that is meant.
func (t *CommandTarget) FindItem(v *View, source *workspace.Source) (int, error) {
	i := -1
	switch {
	case t.Name != "":
		if found := v.Session.Outlines.Of(source).Declares[t.Name]; len(found) > 0 {
			i = found[0]
		}
	case t.Item != nil && *t.Item < source.File.Len():
		i = *t.Item
	case t.Position != nil:
		offset := NewMapper(v).Offset(source, *t.Position)
		i = source.File.ItemAt(offset)
	}
	switch {
	case i < 0 && t.Name != "":
		return 0, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "`%s` does not define `%s`", fileName(t.URI), t.Name)
	case i < 0 && t.Item == nil && t.Position == nil:
		return 0, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "which item of %q is meant is missing: its number, its name or a position in it", t.URI)
	case i < 0:
		return 0, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "nothing at this place of `%s` can be run or tested", fileName(t.URI))
	}
	return i, nil
}

// fileName is how a message names a document: by the last part of its address, as it
// is in a title of a window.
func fileName(u uri.URI) string {
	name := path.Base(string(u))
	if decoded, err := url.PathUnescape(name); err == nil {
		return decoded
	}
	return name
}

// Find is the document and the item that are meant.
func (t *CommandTarget) Find(v *View) (*workspace.Source, int, error) {
	source, err := v.Source(t.URI)
	if err != nil {
		return nil, 0, err
	}
	i, err := t.FindItem(v, source)
	return source, i, err
}

// RunCommand runs what is at a place; lenses offer it.
const (
	RunCommand          = "fraccheck.run"
	TestCommand         = "fraccheck.test"
	TestExamplesCommand = "fraccheck.testExamples"
	ProveCommand        = "fraccheck.prove"
	FillCommand         = "fraccheck.fill"
	StopCommand         = "fraccheck.stop"
)

const ShowReferencesCommand = "fraccheck.showReferences"
