// Package explain holds one page for every code of a finding, and of what ends a
// run: what it means, an example that fails, one that passes, and how to fix it.
// `fraccheck explain`, the manual and the editor show the same text.
//
// The pages are Markdown, one file a code: findings under pages/, faults of runs
// under faults/. Their examples are
// blocks with fence words, as in every document that fraccheck checks: the one
// that fails says ```frac error=CODE.
package explain

import (
	"embed"
	"path"
	"strings"
)

//go:embed pages/*.md faults/*.md
var pages embed.FS

// Page is the text on a code, of a finding or of a fault.
func Page(code string) (string, bool) {
	for _, dir := range []string{"pages/", "faults/"} {
		if text, err := pages.ReadFile(dir + code + ".md"); err == nil {
			return string(text), true
		}
	}
	return "", false
}

// Codes lists the codes of findings in alphabetical order.
func Codes() []string { return list("pages") }

// Faults lists the codes of what ends runs in alphabetical order.
func Faults() []string { return list("faults") }

// All lists the codes of findings, then those of faults.
func All() []string { return append(Codes(), Faults()...) }

func list(dir string) []string {
	entries, err := pages.ReadDir(dir)
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
