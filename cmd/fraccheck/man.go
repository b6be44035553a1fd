package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/alecthomas/kong"
	"github.com/fraccheck/fraccheck/internal/commandline"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
)

type manCommand struct {
	Command []string `arg:"" optional:"" complete:"commands" help:"A command (default: the page of the program itself)."`
	Output  string   `short:"o" placeholder:"DIR" help:"Write all pages into a folder instead, as fraccheck.1, fraccheck-check.1 and so on."`
}

// Run prints a manual page, or writes all of them.
func (c *manCommand) Run(env *environment, app *kong.Kong) error {
	table := commandline.Table(app.Model)
	if c.Output != "" {
		return c.write(env, table)
	}
	e, err := table.Find(c.Command)
	if err != nil {
		return err
	}
	env.Stdout.WriteString(commandline.ManPage(e, table, config.Version()))
	return nil
}

// write makes a file of each page.
func (c *manCommand) write(env *environment, table *commandline.Command) error {
	if len(c.Command) > 0 {
		return errors.New("-o writes the pages of all commands; leave the command out")
	}
	dir := env.path(c.Output)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("cannot make %s: %w", c.Output, disk.Cause(err))
	}
	for _, e := range table.All() {
		path := filepath.Join(dir, commandline.ManName(e)+".1")
		if err := env.writeFile(path, []byte(commandline.ManPage(e, table, config.Version()))); err != nil {
			return fmt.Errorf("cannot write %s: %w", path, disk.Cause(err))
		}
	}
	fmt.Fprintf(env.Stdout, "wrote %s to %s\n", console.Count(len(table.All()), "page", "pages"), filepath.ToSlash(c.Output))
	return nil
}
