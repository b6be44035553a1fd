package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"

	"github.com/fraccheck/fraccheck/internal/culprit"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A childhood is what a process knows that checks for another one, which prints what
// it prints.
type childhood struct {
	Colour   bool     // standard output will be coloured
	Terminal bool     // it will be a terminal
	Screen   bool     // the third file besides the usual ones is the terminal
	Record   string   // the file to write down what is looked at; empty for none
	LeaveOut []string // keys of what is left out
	Lean     bool     // one before ran out of memory
}

// childhoodVariable is the environment variable that holds it, as JSON.
const childhoodVariable = "FRACCHECK_CHILD"

// screenFile is the number of the file that is the terminal.
const screenFile = 3

// lend gives a command a childhood and the terminal. Windows has no way to hand on
// more than three files; no progress is shown there.
func (c childhood) lend(env *environment, command *exec.Cmd) {
	if file, ok := env.screen.(*os.File); ok && runtime.GOOS != "windows" {
		c.Screen, command.ExtraFiles = true, []*os.File{file}
	}
	text, _ := json.Marshal(c) // strings and truth values can be written
	command.Env = append(os.Environ(), childhoodVariable+"="+string(text))
}

// grow makes this process one that checks for another one, if it was started as such.
// Programs that it starts are not.
func (env *environment) grow() {
	text, ok := os.LookupEnv(childhoodVariable)
	if !ok {
		return
	}
	_ = os.Unsetenv(childhoodVariable)
	known := &childhood{}
	if json.Unmarshal([]byte(text), known) != nil {
		return
	}
	env.child, env.Colour, env.Terminal = known, known.Colour, known.Terminal
	if known.Screen {
		env.screen = os.NewFile(screenFile, "the terminal")
	}
	followStarter()
	restrain(0)
}

// careful gives the options of a check in a process that must say what it dies of: it
// does one thing at a time, and writes down what.
func (env *environment) careful(in *input, options *workspace.Options) {
	if env.child != nil && env.child.Record != "" {
		in.Jobs, options.Looking = 1, env.looking(env.child.Record, env.child.LeaveOut)
	}
	if env.observed != nil {
		options.Looking = env.observed(options.Looking)
	}
}

// looking writes what is looked at into a file, and leaves out what has one of some keys.
func (env *environment) looking(file string, leaveOut []string) workspace.Looking {
	record, err := culprit.Open(file, leaveOut)
	if err != nil {
		fmt.Fprintln(env.Stderr, "fraccheck: the crash log cannot be written:", err)
	}
	return record.Looking
}
