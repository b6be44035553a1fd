package syntax

import (
	"strings"
	"testing"
)

// TestOneMistakeOneError deletes and doubles each bracket and comma of the
// sample in turn. Such a mistake may give two errors where its place cannot be
// known, rarely and never more.
func TestOneMistakeOneError(t *testing.T) {
	cases, double := 0, 0
	for _, tok := range Lex(sample) {
		if !isOpener[tok.Kind] && !isCloser[tok.Kind] && tok.Kind != TokComma && tok.Kind != TokSemi {
			continue
		}
		lexeme := sample[tok.Start:tok.End]
		for _, mutant := range []string{"", lexeme + lexeme} {
			text := sample[:tok.Start] + mutant + sample[tok.End:]
			errs := errorsOf(ParseFile("mutant.frac", text))
			cases++
			if len(errs) > 1 {
				double++
				line := text[strings.LastIndexByte(text[:tok.Start], '\n')+1:]
				line, _, _ = strings.Cut(line, "\n")
				t.Logf("%q: %q\n\t%s", mutant, line, strings.Join(errs, "\n\t"))
			}
			if len(errs) > 2 {
				t.Errorf("%d errors", len(errs))
			}
		}
	}
	if double*20 > cases {
		t.Errorf("%d of %d mistakes gave two errors", double, cases)
	}
}
