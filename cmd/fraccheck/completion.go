package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/fraccheck/fraccheck/internal/commandline"
	"github.com/fraccheck/fraccheck/internal/console"
)

type completeCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Run prints the script that completes command lines in a shell.
func (c *completeCommand) Run(env *environment, app *kong.Kong) error {
	env.Stdout.WriteString(commandline.Completion(c.Shell, commandline.Table(app.Model)))
	return nil
}

type revisionsCommand struct{}

// Run prints the names of branches and tags; none where there is no repository.
func (revisionsCommand) Run(env *environment) error {
	ctx, stop := env.interruptible()
	defer stop()
	repository, err := env.git().Repository(ctx, env.dir)
	if err != nil {
		return ctx.Err()
	}
	names, err := repository.Run(ctx, "", "for-each-ref", "--format=%(refname:short)")
	if err != nil {
		return ctx.Err()
	}
	for name := range strings.Lines(names) {
		fmt.Fprintln(env.Stdout, console.Printable(strings.TrimSuffix(name, "\n")))
	}
	return nil
}
