package repl

import (
	"context"
	"strings"

	"github.com/fraccheck/fraccheck/lsp/complete"
)

// A Completion is a text that may stand in place of the word in front of the
// cursor.
type Completion struct{ Text, Detail string }

// Completions lists what can be written at a byte of a text that is being entered,
// best first, and the word that it would replace: what an editor lists there.
func (s *Session) Completions(text string, at int) (word string, found []Completion) {
	before := s.Text()
	snapshot := s.snapshot.With(map[string]string{s.path: before + text})
	source, err := snapshot.Source(s.path)
	if err != nil {
		return "", nil
	}
	module, err := snapshot.Module(s.path)
	if err != nil {
		return "", nil
	}
	cursor := int32(len(before) + at)
	list := complete.At(context.Background(), source, module, cursor, func(dir string) []string { return snapshot.Importable(s.path, dir) })
	for _, c := range list.Candidates {
		if c.Span.Start > cursor {
			continue
		}
		typed := source.Text[c.Span.Start:cursor]
		if strings.Contains(c.Text, "\n") || !strings.HasPrefix(c.Text, typed) {
			continue // a terminal goes on with what is there
		}
		word = typed
		found = append(found, Completion{c.Text, c.Detail})
	}
	return word, found
}
