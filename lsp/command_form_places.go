package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/lsp/text"
)

type formPlacesArguments struct {
	URI  uri.URI `json:"uri"`
	Form string  `json:"form"`
}

// A formPlace is a place of a program and one of the document that shows it in a form.
type formPlace struct {
	Source protocol.Range `json:"source"`
	Form   protocol.Range `json:"form"`
}

// mostFormPlaces is how many places are told of one program.
const mostFormPlaces = 200_000

// formsByName are those that there are documents of.
var formsByName = map[string]normalform.Form{
	normalform.ANF.String(): normalform.ANF, normalform.GNF.String(): normalform.GNF, normalform.BBNF.String(): normalform.BBNF,
}

// formPlaces tell which places of a program in a normal form come from which of its text.
func formPlaces(ctx context.Context, v *view, a *formPlacesArguments, _ protocol.ProgressToken) (any, error) {
	form, known := formsByName[a.Form]
	switch {
	case a.URI == "":
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the address of a document is missing: `uri`")
	case !known:
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no form %q; `form` is anf, gnf or bbnf", abbreviated(a.Form))
	}
	source, err := v.source(a.URI)
	if err != nil {
		return nil, err
	}
	c, err := v.conversion(ctx, source, form)
	if err != nil {
		return nil, failed(err)
	}
	found := c.Places(mostFormPlaces)
	if found == nil && len(source.File.Items) > 0 {
		return nil, failed(fmt.Errorf("%s is too large to be followed in this form", source.Name))
	}
	note := keptNote(c)
	shown := text.New(note + c.Text)
	at := newMappedText(shown, v.client.encoding, 0)
	var sources, forms []syntax.Span
	for _, p := range found {
		sources, forms = append(sources, p.Source), append(forms, p.Form.Shift(int32(len(note))))
	}
	reply, inForm := []formPlace{}, at.ranges(forms)
	for i, r := range newPlaces(v).rangesOf(source, sources) {
		reply = append(reply, formPlace{r, inForm[i]})
	}
	return reply, nil
}
