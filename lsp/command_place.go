package lsp

import (
	"errors"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// placeArguments are those of what an editor shows of the place of its cursor.
type placeArguments struct {
	URI      uri.URI            `json:"uri"`
	Position *protocol.Position `json:"position"`
}

// read is the document and the byte of it that is meant.
func (a *placeArguments) read(v *view) (*workspace.Source, int32, error) {
	switch {
	case a.URI == "":
		return nil, 0, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the address of a document is missing: `uri`")
	case a.Position == nil:
		return nil, 0, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the position in the document is missing: `position`")
	}
	source, err := v.source(a.URI)
	if err != nil {
		return nil, 0, err
	}
	return source, newPlaces(v).offset(source, *a.Position), nil
}

// program is the document, the item and the byte that are meant, of a program that is
// looked at.
func (a *placeArguments) program(v *view) (source *workspace.Source, item int, at int32, err error) {
	if source, at, err = a.read(v); err != nil {
		return nil, 0, 0, err
	}
	if err := v.looksInto(source); err != nil {
		return nil, 0, 0, err
	}
	if item = source.File.ItemAt(at); item < 0 {
		return nil, 0, 0, failed(errors.New("this document is empty"))
	}
	return source, item, at, nil
}

// looksInto is the error where a document is no program, or one too large for more than
// its syntax.
func (v *view) looksInto(source *workspace.Source) error {
	switch {
	case source.Rules() != nil:
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s is a file of rules; this is asked of programs", source.Name)
	case v.oversized(source):
		return failed(errOversized)
	}
	return nil
}

// extentOf is the range of item i.
func (p *places) extentOf(source *workspace.Source, i int) protocol.Range {
	return p.rangeOf(workspace.Place{Source: source, Span: extentOf(source, i)})
}

// extentOf is item i without the blanks and comments behind it.
func extentOf(source *workspace.Source, i int) syntax.Span {
	item := source.File.Items[i]
	return source.Absolute(i, item.Span(item.Root))
}
