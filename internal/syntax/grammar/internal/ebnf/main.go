// Command ebnf prints the grammar of Frac into a file.
package main

import (
	"fmt"
	"os"

	"github.com/fraccheck/fraccheck/internal/syntax/grammar"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "ebnf:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: ebnf FILE")
	}
	text, err := grammar.EBNF()
	if err != nil {
		return fmt.Errorf("building the grammar: %w", err)
	}
	return os.WriteFile(args[0], []byte(text), 0o644)
}
