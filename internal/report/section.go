package report

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

// A section is a part of a document that a heading begins.
type section struct {
	ID     string // of the heading in the page
	Title  string
	Begins string // the first paragraph, as plain text
}

// sectionsOf are the parts of a document. Headings inside of other blocks begin none.
func sectionsOf(document ast.Node, source []byte) (all []section) {
	for n := document.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			id, _ := n.AttributeString("id")
			name, _ := id.([]byte)
			all = append(all, section{ID: string(name), Title: plainText(n, source)})
		case *ast.Paragraph:
			if i := len(all) - 1; i >= 0 && all[i].Begins == "" {
				all[i].Begins = plainText(n, source)
			}
		}
	}
	return all
}

// plainText is what a block says, without marks; lines are joined.
func plainText(block ast.Node, source []byte) string {
	var b strings.Builder
	ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
