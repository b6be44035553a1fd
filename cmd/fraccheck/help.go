package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/fraccheck/fraccheck/internal/spelling"
)

// A helpCommand is `help` and `help COMMAND`, for those who do not begin with
// `--help`.
type helpCommand struct {
	Command []string `arg:"" optional:"" complete:"commands" help:"A command."`
}

func (c *helpCommand) Run(env *environment, app *kong.Kong) error {
	e, err := commandTable(app.Model).find(c.Command)
	if err != nil {
		return err
	}
	_, err = app.Parse(append(slices.Clone(e.path), "--help")) // prints, and ends the program
	return err
}

// commandNames are those that a user may call.
func commandNames(app *kong.Kong) []string {
	var names []string
	for _, node := range app.Model.Children {
		if !node.Hidden {
			names = append(names, node.Name)
		}
	}
	return names
}

// knownCommand refuses a first word that is neither a command nor a file and looks
// like a command: `check` may be left out, so that it would be taken for a path.
func (env *environment) knownCommand(app *kong.Kong, args []string) error {
	if len(args) == 0 || strings.ContainsAny(args[0], "-./\\") {
		return nil
	}
	for _, node := range app.Model.Children {
		if node.Name == args[0] {
			return nil
		}
	}
	if _, err := os.Stat(env.path(args[0])); !errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return unknownCommand("command and no file", args[0], commandNames(app))
}

// unknownCommand says that there is no such thing, and which command may be meant.
func unknownCommand(thing, name string, names []string) error {
	if near, ok := spelling.Nearest(name, names); ok {
		return fmt.Errorf("there is no %s %q; did you mean `fraccheck %s`?", thing, name, near)
	}
	return fmt.Errorf("there is no %s %q; `fraccheck help` lists the commands", thing, name)
}
