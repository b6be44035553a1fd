package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

type completeCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// shells write the script of a shell.
var shells = map[string]func(*strings.Builder, *commandEntry){
	"bash": completeBash,
	"zsh":  completeZsh,
	"fish": completeFish,
}

// Run prints the script that completes command lines in a shell.
func (c *completeCommand) Run(env *environment, app *kong.Kong) error {
	var out strings.Builder
	shells[c.Shell](&out, commandTable(app.Model))
	env.stdout.WriteString(out.String())
	return nil
}

// listRevisions prints what git knows, for values that are revisions. Shells do not start git
// themselves: the folder that somebody completes a line in may have come from anyone.
const listRevisions = "fraccheck revisions 2>/dev/null"

type revisionsCommand struct{}

// Run prints the names of branches and tags; none where there is no repository.
func (revisionsCommand) Run(env *environment) error {
	ctx, stop := env.interruptible()
	defer stop()
	repository, err := env.repository(ctx, env.dir)
	if err != nil {
		return ctx.Err()
	}
	names, err := repository.Run(ctx, "", "for-each-ref", "--format=%(refname:short)")
	if err != nil {
		return ctx.Err()
	}
	for name := range strings.Lines(names) {
		fmt.Fprintln(env.stdout, printable(strings.TrimSuffix(name, "\n")))
	}
	return nil
}

// defaultCommand is meant where none is named.
const defaultCommand = "check"

// quoted is a text as a word of a shell that takes all between apostrophes as it is.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// spellings are the ways to write a flag.
func (f flagEntry) spellings() []string {
	if f.short == "" {
		return []string{"--" + f.name}
	}
	return []string{"--" + f.name, "-" + f.short}
}

// head is the line with which a script begins.
func completionHead(shell string) string {
	return fmt.Sprintf("# Completion of fraccheck for %s, made by `fraccheck completion %s`.\n", shell, shell)
}
