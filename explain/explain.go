// Package explain holds one page for every code of a finding: what it means,
// an example that fails, one that passes, and how to mend it. `fraccheck
// explain`, the manual and the editor show the same text.
//
// The pages are Markdown, one file a code under pages/. Their examples are
// blocks with fence words, as in every document that fraccheck checks: the one
// that fails says ```frac error=CODE.
package explain

import (
	"embed"
	"path"
	"strings"
)

//go:embed pages/*.md
var pages embed.FS

// Page is the text on a code.
func Page(code string) (string, bool) {
	text, err := pages.ReadFile("pages/" + code + ".md")
	return string(text), err == nil
}

// Codes lists all codes in alphabetical order.
func Codes() []string {
	entries, err := pages.ReadDir("pages")
	if err != nil {
		return nil // the directory is embedded: it is always there
	}
	codes := make([]string, len(entries))
	for i, entry := range entries {
		codes[i] = strings.TrimSuffix(entry.Name(), path.Ext(entry.Name()))
	}
	return codes
}

// Summary is a code's page in one sentence: its first paragraph.
func Summary(code string) string {
	text, _ := Page(code)
	_, body, _ := strings.Cut(text, "\n\n")
	paragraph, _, _ := strings.Cut(body, "\n\n")
	return strings.ReplaceAll(strings.TrimSpace(paragraph), "\n", " ")
}
