package panels

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/convert"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/text"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
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

// mostFormPlaces is how many places are listed of one program.
const mostFormPlaces = 200_000

// formsByName are those that there are documents of.
var formsByName = map[string]normalform.Form{
	normalform.ANF.String(): normalform.ANF, normalform.GNF.String(): normalform.GNF, normalform.BBNF.String(): normalform.BBNF,
}

// formPlaces lists which places of a program in a normal form come from which of its text.
//
// Both sides are converted in increasing order by one walker each: O(text + places · log places).
func formPlaces(ctx context.Context, v *request.View, a *formPlacesArguments, _ protocol.ProgressToken) (any, error) {
	form, known := formsByName[a.Form]
	switch {
	case a.URI == "":
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the address of a document is missing: `uri`")
	case !known:
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no form %q; `form` is anf, gnf or bbnf", request.Abbreviate(a.Form))
	}
	source, err := v.Source(a.URI)
	if err != nil {
		return nil, err
	}
	c, err := v.Conversion(ctx, source, form)
	if err != nil {
		return nil, request.Failed(err)
	}
	found := c.Places(mostFormPlaces)
	if found == nil && source.File.Len() > 0 {
		return nil, request.Failed(fmt.Errorf("%s is too large to be followed in this form", source.Name))
	}
	note := keptNote(c)
	shown := text.New(note + c.Text)
	at := request.NewMappedText(shown, v.Client.Encoding, 0)
	var sources, forms []syntax.Span
	for _, p := range found {
		sources, forms = append(sources, p.Source), append(forms, p.Form.Shift(int32(len(note))))
	}
	reply, inForm := []formPlace{}, at.Ranges(forms)
	for i, r := range request.NewMapper(v).Ranges(source, sources) {
		reply = append(reply, formPlace{r, inForm[i]})
	}
	return reply, nil
}

// writeForm writes the document that shows a program in a normal form. While the
// program has errors it says so, above the text that the program had without them.
//
// The text of a program with errors would be empty; the user, who reads it beside the program,
// would lose the place. So the last good text stays below the note.
func (f contentFeature) writeForm(ctx context.Context, v *request.View, source *workspace.Source, form normalform.Form, address uri.URI) (string, error) {
	c, err := v.Conversion(ctx, source, form)
	var faulty request.ProgramErrors
	if errors.As(err, &faulty) {
		last := f.good.last(address)
		if last == "" {
			return fmt.Sprintf("# %v: it is shown here once there is none.\n", faulty), nil
		}
		return fmt.Sprintf("# %v: below is what it was without.\n\n%s", faulty, last), nil
	}
	if err != nil {
		return "", err
	}
	text := keptNote(c) + c.Text
	f.good.note(address, text)
	return text, nil
}

// keptNote says in the first lines what has no such form.
func keptNote(c *convert.Conversion) string {
	var b strings.Builder
	for _, kept := range c.Kept {
		start, _ := kept.Range()
		fmt.Fprintf(&b, "# Line %d is left as it is: %s.\n", start.Line, strings.ReplaceAll(kept.Message, "\n", " "))
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

// maxGoodTexts bounds how many texts are kept: a client may read documents that it
// does not open, and those are never closed.
const maxGoodTexts = 64

// goodTexts are documents of the server as they were when their programs had no
// errors, by key.
type goodTexts struct {
	mu    sync.Mutex
	texts map[uri.URI]string
}

// note keeps the text of a document. If there are too many, others are dropped, any of them.
func (g *goodTexts) note(u uri.URI, text string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.texts == nil {
		g.texts = map[uri.URI]string{}
	}
	for other := range g.texts {
		if len(g.texts) >= maxGoodTexts && other != u {
			delete(g.texts, other)
		}
	}
	g.texts[uri.URI(strings.Clone(string(u)))] = text
}

func (g *goodTexts) last(u uri.URI) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.texts[u]
}

func (g *goodTexts) forget(u uri.URI) {
	g.mu.Lock()
	defer g.mu.Unlock()
	maps.DeleteFunc(g.texts, func(other uri.URI, _ string) bool { return other == request.Key(u) })
}
