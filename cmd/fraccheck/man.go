package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

type manCommand struct {
	Command []string `arg:"" optional:"" complete:"commands" help:"A command (default: the page of the program itself)."`
	Output  string   `short:"o" placeholder:"DIR" help:"Write all pages into a folder instead, as fraccheck.1, fraccheck-check.1 and so on."`
}

// Run prints a manual page, or writes all of them.
func (c *manCommand) Run(env *environment, app *kong.Kong) error {
	table := commandTable(app.Model)
	if c.Output != "" {
		return c.write(env, table)
	}
	e, err := table.find(c.Command)
	if err != nil {
		return err
	}
	env.Stdout.WriteString(manPage(e, table))
	return nil
}

// write makes a file of each page.
func (c *manCommand) write(env *environment, table *commandEntry) error {
	if len(c.Command) > 0 {
		return errors.New("-o writes the pages of all commands; leave the command out")
	}
	dir := env.path(c.Output)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("cannot make %s: %w", c.Output, disk.Cause(err))
	}
	for _, e := range table.all() {
		path := filepath.Join(dir, manName(e)+".1")
		if err := env.writeFile(path, []byte(manPage(e, table))); err != nil {
			return fmt.Errorf("cannot write %s: %w", path, disk.Cause(err))
		}
	}
	fmt.Fprintf(env.Stdout, "wrote %s to %s\n", console.Count(len(table.all()), "page", "pages"), filepath.ToSlash(c.Output))
	return nil
}

// manName is what the page of a command is called.
func manName(e *commandEntry) string {
	return strings.Join(append([]string{"fraccheck"}, e.path...), "-")
}

// manVersion is what stands at the foot of a page: two builds of one version write the
// same.
func manVersion() string { return "fraccheck " + workspace.Version() }
