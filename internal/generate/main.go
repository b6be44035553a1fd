// Generate writes the files of docs/ that are made from the program itself:
// the operator table, the list of checks, the page of the prelude and the picture in the README;
// and those for Sublime Text, which say what the extension for VS Code does. Its
// argument is the repository's root. A test fails while one of them is out of
// date.
//
// Read outputs.go first.
package main

//go:generate go run . ../..

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: generate ROOT")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// write makes every output under the repository's root.
func write(root string) error {
	for _, o := range outputs {
		text, err := o.make(root)
		if err != nil {
			return fmt.Errorf("making %s: %w", o.path, err)
		}
		file := filepath.Join(root, o.path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
