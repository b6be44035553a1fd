// Package panels makes what an editor shows beside a program: read-only documents of the
// server (the prelude, all types written out, normal forms) and what extensions draw in
// panels: dataflow graphs, structure trees, costs with measurements, matches of a rule.
//
// Read panels.go for the commands, content.go for the documents.
package panels

import (
	"errors"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/rulematch"
	"github.com/fraccheck/fraccheck/lsp/runs"
)

// pictureFeature draws what an editor shows beside a program, and lists what it shows in a
// panel: graphs, trees of types, costs, matches of rules, places of a normal form.
type pictureFeature struct{ matches *rulematch.Searcher }

func newPictures(m *rulematch.Searcher) request.Feature {
	f := pictureFeature{m}
	return request.Feature{Commands: map[string]request.Command{
		"fraccheck.graph":      request.OnObject(drawGraph),
		"fraccheck.typeTree":   request.OnObject(drawTypeTree),
		"fraccheck.costView":   request.OnObject(showCost),
		"fraccheck.matches":    request.OnObject(f.showMatches),
		"fraccheck.formPlaces": request.OnObject(formPlaces),
	}}
}

// Features are the requests and the commands of this package; asked notes what the client
// reads.
func Features(m *rulematch.Searcher, asked *request.AskedVersions, r *runs.Runner) []request.Feature {
	return []request.Feature{
		newPictures(m),
		newContent(asked, r),
	}
}

// placeArguments are those of what an editor shows of the place of its cursor.
type placeArguments struct {
	URI      uri.URI            `json:"uri"`
	Position *protocol.Position `json:"position"`
}

// read is the document and the byte of it that is meant.
func (a *placeArguments) read(v *request.View) (*workspace.Source, int32, error) {
	switch {
	case a.URI == "":
		return nil, 0, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the address of a document is missing: `uri`")
	case a.Position == nil:
		return nil, 0, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the position in the document is missing: `position`")
	}
	source, err := v.Source(a.URI)
	if err != nil {
		return nil, 0, err
	}
	return source, request.NewMapper(v).Offset(source, *a.Position), nil
}

// program is the document, the item and the byte that are meant, of a program that is
// looked at.
func (a *placeArguments) program(v *request.View) (source *workspace.Source, item int, at int32, err error) {
	if source, at, err = a.read(v); err != nil {
		return nil, 0, 0, err
	}
	if err := looksInto(v, source); err != nil {
		return nil, 0, 0, err
	}
	if item = source.File.ItemAt(at); item < 0 {
		return nil, 0, 0, request.Failed(errors.New("this document is empty"))
	}
	return source, item, at, nil
}

// looksInto is the error where a document is no program, or one too large for more than
// its syntax.
func looksInto(v *request.View, source *workspace.Source) error {
	switch {
	case source.Rules() != nil:
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s is a file of rules; this is asked of programs", source.Name)
	case v.Oversized(source):
		return request.Failed(request.ErrOversized)
	}
	return nil
}
