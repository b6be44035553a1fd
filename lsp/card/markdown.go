package card

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/fraccheck/fraccheck/internal/lazyregexp"
)

// The prose of a card may come from a stranger's file: comments of documentation, rules,
// names. An editor that shows it as Markdown fetches the images in it, which shows somebody
// that the file was looked at, and follows links to commands of the editor. So prose that has
// more than links to web pages is shown as the text that it is.

// linked matches what follows the text of a link: `](address`, `][`, and a definition
// `]: address` that a link elsewhere in the same card may use. An address in references to
// characters, or with backslashes, is none that begins with http.
var linked = lazyregexp.New(`\](?:\s*\(|:)\s*<?\s*([^\s)>]*)`)

// webAddress matches addresses that may be followed.
var webAddress = lazyregexp.New(`^(?i:https?)://`)

// fence matches the lines that begin and end blocks of code.
var fence = lazyregexp.New("(?m)^[ >]*(?:```|~~~)")

// harmless is prose as a client may show it as Markdown.
func harmless(prose string) string {
	if !strings.ContainsAny(prose, "[<`~") || !risky(prose) {
		return prose
	}
	return escapedMarkdown(prose)
}

// risky reports whether prose has images, HTML, or links to other places than web pages. What
// links there are is asked of the text, whatever it is part of, since programs that show
// Markdown differ in what they take for code.
func risky(prose string) bool {
	if strings.Contains(prose, "![") || len(fence().FindAllString(prose, -1))%2 != 0 {
		return true
	}
	for _, found := range linked().FindAllStringSubmatch(prose, -1) {
		if !webAddress().MatchString(found[1]) {
			return true
		}
	}
	found, source := false, []byte(prose)
	_ = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Image, *ast.RawHTML, *ast.HTMLBlock:
			found = true
		case *ast.Link:
			found = found || !webAddress().Match(n.Destination)
		case *ast.AutoLink:
			found = found || !webAddress().Match(n.URL(source))
		}
		if found {
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return found
}

// marking are the characters that begin or end something in Markdown.
const marking = "\\`*_[]()<>&!#~|:"

// escapedMarkdown is Markdown that shows a text. Lines are not indented, as code is.
func escapedMarkdown(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		for _, r := range strings.TrimLeft(line, " \t") {
			if strings.ContainsRune(marking, r) {
				out.WriteByte('\\')
			}
			out.WriteRune(r)
		}
	}
	return out.String()
}

// fenced is a text as a block of code, between fences that are longer than any in it.
func fenced(text, language string) string {
	marks := "```"
	for strings.Contains(text, marks) {
		marks += "`"
	}
	return marks + language + "\n" + text + "\n" + marks
}

// Unlinked is a message in a window of an editor: VS Code makes links of `[text](command:…)`
// there.
func Unlinked(message string) string { return strings.ReplaceAll(message, "](", "] (") }
