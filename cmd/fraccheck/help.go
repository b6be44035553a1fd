package main

import (
	_ "embed"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/fraccheck/fraccheck/internal/commandline"
)

// A helpCommand is `help` and `help COMMAND`, for those who do not begin with
// `--help`.
type helpCommand struct {
	Command []string `arg:"" optional:"" complete:"commands" help:"A command, or formats for what is read."`
}

// formats is the page that `fraccheck help formats` prints.
//
//go:embed formats.txt
var formats string

func (c *helpCommand) Run(env *environment, app *kong.Kong) error {
	if slices.Equal(c.Command, []string{"formats"}) {
		env.Stdout.WriteString(formats)
		return nil
	}
	e, err := commandline.Table(app.Model).Find(c.Command)
	if err != nil {
		return err
	}
	_, err = app.Parse(append(slices.Clone(e.Path), "--help")) // prints, and ends the program
	return err
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
	return commandline.UnknownCommand("command and no file", args[0], commandline.Names(app.Model.Node))
}
