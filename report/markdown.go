package report

import (
	"bytes"
	"context"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/fraccheck/fraccheck/lsp/token"
	"github.com/fraccheck/fraccheck/op/table"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/workspace"
)

// markdown writes a page that explains something as HTML. HTML within it is left out, its
// code is painted, and its links to other pages lead there.
func markdown(ctx context.Context, text string) (template.HTML, error) {
	blocks := &blockWriter{ctx: ctx}
	m := goldmark.New(
		goldmark.WithExtensions(extension.Table),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(blocks, 100))),
	)
	document := m.Parser().Parse(gmtext.NewReader([]byte(text)))
	relink(document)
	var b bytes.Buffer
	if err := m.Renderer().Render(&b, []byte(text), document); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil
}

// relink leads links to Markdown files to the pages that are made of them.
func relink(document ast.Node) {
	ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if link, ok := n.(*ast.Link); ok && entering {
			address := string(link.Destination)
			name, rest, _ := strings.Cut(address, "#")
			if base, ok := strings.CutSuffix(name, ".md"); ok && !strings.Contains(name, "/") {
				link.Destination = []byte(slug(base) + ".html" + strings.TrimSuffix("#"+rest, "#"))
			}
		}
		return ast.WalkContinue, nil
	})
}

// A blockWriter writes blocks of code.
type blockWriter struct{ ctx context.Context }

func (w *blockWriter) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, w.write)
}

// languages are the words behind a fence that tell of programs.
var languages = map[string]bool{"frac": true, "relay": true, "rly": true, "fracrule": true}

func (w *blockWriter) write(out util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	block := n.(*ast.FencedCodeBlock)
	var text strings.Builder
	for i := range block.Lines().Len() {
		line := block.Lines().At(i)
		text.Write(line.Value(source))
	}
	code, err := painted(w.ctx, text.String(), languages[string(block.Language(source))])
	if err != nil {
		return ast.WalkStop, err
	}
	out.WriteString(`<pre tabindex="0"><code>` + string(code) + "</code></pre>\n")
	return ast.WalkSkipChildren, nil
}

// painted is a text as HTML, with its words in their classes where it is a program.
func painted(ctx context.Context, text string, program bool) (template.HTML, error) {
	span := syntax.Span{End: int32(len(text))}
	if !program {
		return paint(text, span, nil, nil), nil
	}
	source := workspace.NewSource("block.frac", "block.frac", text)
	tokens, err := token.Unchecked(source, table.Default()).Tokens(ctx, &token.Cache{}, span)
	if err != nil {
		return "", err
	}
	return paint(text, span, tokens, nil), nil
}
