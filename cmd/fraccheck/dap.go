package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/metrics"
	"time"

	"github.com/fraccheck/fraccheck/dap"
	"github.com/fraccheck/fraccheck/lsp"
	"github.com/fraccheck/fraccheck/workspace"
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
		go c.watchMemory(ctx, env)
	}
	if c.Listen != "" {
		return lsp.Listen(ctx, c.Listen, env.stderr, lsp.Options{
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

const memoryInterval = 100 * time.Millisecond

// watchMemory ends the process with a sentence when it takes too much, before the
// machine's memory is taken. Runs have limits of their own; this one is for all else.
func (c *dapCommand) watchMemory(ctx context.Context, env *environment) {
	for tick := time.Tick(memoryInterval); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		if heldMemory() > uint64(c.MaxMemory) {
			fmt.Fprintf(env.stderr, "fraccheck: the debugger takes more than the %d bytes of --max-memory, and ends; `maxMemory` of a launch bounds the program alone\n", int64(c.MaxMemory))
			os.Exit(statusFailed)
		}
	}
}

// heldMemory is how many bytes the process has from the system.
func heldMemory() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}
