package report

import (
	"bytes"
	"context"
	"html/template"
	"strings"

	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/token"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// An article is a page of Markdown as HTML, and its sections.
type article struct {
	HTML     template.HTML
	sections []section
}

// markdown writes a page of Markdown as HTML. HTML within it is left out, its code is
// painted, and its links lead where address says: those for which it gives nothing are
// left out too.
func markdown(ctx context.Context, text string, address func(string) string) (article, error) {
	m := goldmark.New(
		goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(&blockWriter{ctx}, 100))),
	)
	document := m.Parser().Parse(gmtext.NewReader([]byte(text)))
	for _, n := range linksOf(document) {
		relink(n, address)
	}
	var b bytes.Buffer
	if err := m.Renderer().Render(&b, []byte(text), document); err != nil {
		return article{}, err
	}
	html := strings.ReplaceAll(b.String(), "<th></th>", "<td></td>") // an empty cell heads nothing
	return article{template.HTML(html), sectionsOf(document, []byte(text))}, nil
}

// linksOf are the links and images of a document.
func linksOf(document ast.Node) (all []ast.Node) {
	ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if k := n.Kind(); entering && (k == ast.KindLink || k == ast.KindImage) {
			all = append(all, n)
		}
		return ast.WalkContinue, nil
	})
	return all
}

// relink leads a link elsewhere, or leaves what it is written on alone.
func relink(n ast.Node, address func(string) string) {
	destination := &[]byte{}
	switch n := n.(type) {
	case *ast.Link:
		destination = &n.Destination
	case *ast.Image:
		destination = &n.Destination
	}
	if to := address(string(*destination)); to != "" {
		*destination = []byte(to)
		return
	}
	for n.FirstChild() != nil {
		n.Parent().InsertBefore(n.Parent(), n, n.FirstChild())
	}
	n.Parent().RemoveChild(n.Parent(), n)
}

// codeAddress leads from the page of a code to that of another one.
func codeAddress(link string) string {
	name, ok := strings.CutSuffix(link, ".md")
	if _, known := explain.Page(name); !ok || !known {
		return ""
	}
	return slug(name) + ".html"
}

// A blockWriter writes blocks of code.
type blockWriter struct{ ctx context.Context }

func (w *blockWriter) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, w.write)
	r.Register(ast.KindCodeBlock, w.write)
}

// languages are the words after a fence that mark programs.
var languages = map[string]bool{"frac": true, "relay": true, "rly": true, "fracrule": true}

func (w *blockWriter) write(out util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	fenced, ok := n.(*ast.FencedCodeBlock)
	program, info := ok && languages[string(fenced.Language(source))], ""
	if program { // the words after the fence, for the script that makes programs editable
		info = ` data-info="` + template.HTMLEscapeString(string(fenced.Info.Value(source))) + `"`
	}
	var text strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		text.Write(line.Value(source))
	}
	code, err := painted(w.ctx, text.String(), program)
	if err != nil {
		return ast.WalkStop, err
	}
	out.WriteString(`<pre tabindex="0"` + info + `><code>` + string(code) + "</code></pre>\n")
	return ast.WalkSkipChildren, nil
}

// painted is a text as HTML, with its words in their classes where it is a program.
func painted(ctx context.Context, text string, program bool) (template.HTML, error) {
	span := syntax.Span{End: int32(len(text))}
	if !program {
		return paint(text, span, nil, nil), nil
	}
	source := sourcefile.New("block.frac", "block.frac", text)
	tokens, err := token.Unchecked(source, table.Default()).Tokens(ctx, &token.Cache{}, span)
	if err != nil {
		return "", err
	}
	return paint(text, span, tokens, nil), nil
}
