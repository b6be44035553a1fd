package main

import (
	"os/signal"
	"syscall"

	"github.com/fraccheck/fraccheck/dap"
	"github.com/fraccheck/fraccheck/workspace"
)

type dapCommand struct {
	MaxMemory size `name:"max-memory" placeholder:"SIZE" default:"6GiB" help:"End the process when it takes more memory (default: 6GiB)."`
}

// Run serves one client, which starts and ends the session.
func (c *dapCommand) Run(env *environment) error {
	signal.Ignore(syscall.SIGINT)
	limitCollector(c.MaxMemory)
	return dap.Serve(env.stdin, env.direct, workspace.Disk{})
}
