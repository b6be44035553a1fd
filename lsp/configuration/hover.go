package configuration

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/lsp/card"
)

// Describe shows what a key at an offset of a text means; the card is empty where there is none.
func Describe(text string, at int32) (*card.Card, syntax.Span) {
	shown := &card.Card{}
	path := config.PathAt(text, at)
	of := config.Settings
	for i, e := range path {
		table := of
		if of = table.Key(e.Name); of == nil {
			return shown, e.Key
		}
		if i == len(path)-1 {
			describe(shown, table, of, e.Name)
			return shown, e.Key
		}
	}
	return shown, syntax.Span{}
}

func describe(shown *card.Card, table, of *config.Setting, name string) {
	if page, ok := explain.Page(name); ok && table.NameDoc != nil {
		_, page, _ = strings.Cut(page, "\n\n") // the title is under the mouse
		shown.Prose(page)
	} else {
		shown.Prose(of.Doc)
	}
	if len(of.Words) > 0 {
		shown.Prose("One of `" + strings.Join(of.Words, "`, `") + "`.")
	}
	if of.Example != "" {
		shown.Prose("Such as `" + of.Example + "`.")
	}
}
