package main

import (
	"context"
	"fmt"
	"io"

	"github.com/fraccheck/fraccheck/lsp"
)

type lspCommand struct {
	Listen string `placeholder:"HOST:PORT" help:"Serve clients that connect there instead."`
	Stdio  bool   `hidden:"" help:"Serve standard input and output, as without it; editors give it."`
}

func (c *lspCommand) Run(env *environment) error {
	command, err := workerCommandLine()
	if err != nil {
		return err
	}
	options := lsp.Options{Worker: command}
	if c.Listen != "" {
		return lsp.Listen(context.Background(), c.Listen, env.stderr, options)
	}
	err = lsp.Serve(context.Background(), stdio{env.stdin, env.direct}, env.stderr, options)
	if err != nil {
		fmt.Fprintln(env.stderr, "fraccheck:", err)
		return errFound // the protocol wants exit status 1
	}
	return nil
}

// stdio is standard input and output as one connection.
type stdio struct {
	io.Reader
	io.Writer
}

// Close ends the reading, so that a server that is told to leave does not wait
// for more.
func (s stdio) Close() error {
	if c, ok := s.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
