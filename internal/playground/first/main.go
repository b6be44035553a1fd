//go:build js && wasm

// Command first is the first module that a page loads. Without an argument it answers package
// playground's requests; with the argument `evaluate` it is what runs programs for the language
// server. Standard input and output are messages of the worker that it runs in.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/playground"
)

func main() {
	var err error
	if len(os.Args) > 1 && os.Args[1] == "evaluate" {
		err = worker.Serve(os.Stdin, os.Stdout)
	} else {
		err = playground.Serve(context.Background(), "/program", os.Stdin, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fraccheck:", err)
		os.Exit(2)
	}
}
