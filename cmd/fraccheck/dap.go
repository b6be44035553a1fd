package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/fraccheck/fraccheck/internal/dap"
	"github.com/fraccheck/fraccheck/internal/resource"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp"
)

type dapCommand struct {
	Listen    string `placeholder:"ADDRESS" help:"Serve clients that connect there instead: HOST:PORT, or unix:PATH for a socket that only you can connect to."`
	MaxMemory size   `name:"max-memory" placeholder:"SIZE" default:"6GiB" help:"End the process when it takes more memory; 0 for no limit (default: 6GiB)."`
}

// Run serves one client, which starts and ends the session; those that connect have a
// session each.
func (c *dapCommand) Run(env *environment) error {
	endable()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	if c.MaxMemory > 0 {
		limitCollector(c.MaxMemory - c.MaxMemory/8)
		go resource.Watch(ctx.Done(), int64(c.MaxMemory), func() {
			fmt.Fprintf(env.Stderr, "fraccheck: the debugger takes more than the %d bytes of --max-memory, and ends; `maxMemory` of a launch bounds the program alone\n", int64(c.MaxMemory))
			os.Exit(statusFailed)
		})
	}
	if c.Listen != "" {
		return lsp.Listen(ctx, c.Listen, env.Stderr, lsp.Options{
			Attend: func(ctx context.Context, client io.ReadWriteCloser, _ io.Writer, admitted func()) error {
				return dap.Attend(ctx, client, workspace.Disk{}, admitted)
			},
			Refuse: func(client io.ReadWriteCloser, why error) { dap.Refuse(client, why) },
		})
	}
	serving()
	followStarter()
	return dap.Serve(env.stdin, env.direct, workspace.Disk{})
}
