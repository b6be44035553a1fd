package lsp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"

	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A faultyError says how many errors keep a program from being converted.
type faultyError int

func (n faultyError) Error() string {
	if n == 1 {
		return "the program has an error"
	}
	return fmt.Sprintf("the program has %d errors", int(n))
}

// conversion is a program in a normal form. The error tells of one that cannot be
// converted.
func (v *view) conversion(ctx context.Context, source *workspace.Source, form normalform.Form) (*workspace.Conversion, error) {
	switch {
	case !source.Program():
		return nil, errors.New("only programs have normal forms, not documents")
	case v.oversized(source):
		return nil, errOversized
	}
	report, err := v.report(ctx, source.Path)
	if err != nil {
		return nil, err
	}
	n := faultyError(0)
	for _, f := range report.Findings {
		if f.OfProgram() {
			n++
		}
	}
	if n > 0 {
		return nil, n
	}
	return v.snapshot.Convert(ctx, source.Path, form, normalform.Nested)
}

// writeForm writes the document that shows a program in a normal form. While the
// program has errors it says so, above the text that the program had without them.
func (f contentFeature) writeForm(ctx context.Context, v *view, source *workspace.Source, form normalform.Form, address uri.URI) (string, error) {
	c, err := v.conversion(ctx, source, form)
	var faulty faultyError
	if errors.As(err, &faulty) {
		return beside(faulty, f.good.last(address)), nil
	}
	if err != nil {
		return "", err
	}
	text := keptNote(c) + c.Text
	f.good.note(address, text)
	return text, nil
}

// beside is what a document shows while its program has errors.
func beside(n faultyError, last string) string {
	if last == "" {
		return fmt.Sprintf("# %v: it is shown here once there is none.\n", n)
	}
	return fmt.Sprintf("# %v: below is what it was without.\n\n%s", n, last)
}

// keptNote says in the first lines what has no such form.
func keptNote(c *workspace.Conversion) string {
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
	maps.DeleteFunc(g.texts, func(other uri.URI, _ string) bool { return other == key(u) })
}
