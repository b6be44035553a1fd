package grammar

import "testing"

func TestPrintedGrammarIsCurrent(t *testing.T) {
	want, err := EBNF()
	if err != nil {
		t.Fatal(err)
	}
	if readFile(t, "../../../docs/grammar.ebnf") != want {
		t.Error("docs/grammar.ebnf is out of date: run `go generate ./internal/syntax/grammar`")
	}
}
