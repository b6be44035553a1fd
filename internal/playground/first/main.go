//go:build js && wasm

// Command first is the first module that a page loads. It answers package playground's requests.
// Standard input and output are messages of the worker that it runs in.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/fraccheck/fraccheck/internal/playground"
)

func main() {
	if err := playground.Serve(context.Background(), "/program", os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "fraccheck:", err)
		os.Exit(2)
	}
}
