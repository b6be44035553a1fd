//go:build js && wasm

// Command server is the second module that a page loads: the language server, or with the argument
// `evaluate` what runs programs for it. Standard input and output are messages of the worker that it
// runs in. The surrounding script (editors/playground/src/worker) starts the workers that run
// programs, with the same module.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall/js"

	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/lsp"
)

func main() {
	var err error
	if len(os.Args) > 1 && os.Args[1] == "evaluate" {
		err = worker.Serve(os.Stdin, os.Stdout)
	} else {
		err = lsp.Serve(context.Background(), standard{}, os.Stderr, lsp.Options{StartWorker: start, Supervised: true})
	}
	if err != nil && !errors.Is(err, lsp.ErrNoShutdown) {
		fmt.Fprintln(os.Stderr, "fraccheck:", err)
		os.Exit(2)
	}
}

// standard is standard input and output as one connection.
type standard struct{}

func (standard) Read(b []byte) (int, error)  { return os.Stdin.Read(b) }
func (standard) Write(b []byte) (int, error) { return os.Stdout.Write(b) }
func (standard) Close() error                { return nil }

// start has the script start a worker. It gives the path of a device whose reads and writes are
// the worker's output and input.
func start() (worker.Child, error) {
	path := js.Global().Get("fraccheckEvaluators").Call("start").String()
	device, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	return &evaluator{device, path}, nil
}

// An evaluator is a worker of the browser that runs programs.
type evaluator struct {
	*os.File
	path string
}

// Kill ends the worker, upon which reads of its output end.
func (e *evaluator) Kill() { js.Global().Get("fraccheckEvaluators").Call("end", e.path) }

// Wait returns what the script says of the end.
func (e *evaluator) Wait() error {
	return errors.New(js.Global().Get("fraccheckEvaluators").Call("reason", e.path).String())
}
