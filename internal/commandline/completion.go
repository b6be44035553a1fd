package commandline

import (
	"fmt"
	"strings"
)

// shells write the script of a shell.
var shells = map[string]func(*strings.Builder, *Command){
	"bash": completeBash,
	"zsh":  completeZsh,
	"fish": completeFish,
}

// completionScript completes command lines in a shell.
func Completion(shell string, table *Command) string {
	var out strings.Builder
	shells[shell](&out, table)
	return out.String()
}

// listRevisions prints what git knows, for values that are revisions. Shells do not start git
// themselves: the folder that somebody completes a line in may have come from anyone.
const listRevisions = "fraccheck revisions 2>/dev/null"

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
