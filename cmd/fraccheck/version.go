package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/alecthomas/kong"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

type versionCommand struct{}

func (*versionCommand) Run(env *environment) error {
	fmt.Fprintln(env.Stdout, versionLine())
	return nil
}

// versionFlag is `--version`, which is answered whatever else is asked for.
type versionFlag bool

// BeforeReset is called by kong where the flag is given.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	fmt.Fprintln(app.Stdout, versionLine())
	app.Exit(statusClean)
	return nil
}

func versionLine() string {
	return fmt.Sprintf("fraccheck %s%s %s %s/%s",
		workspace.Version(), revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// revision is the commit that the binary was built from, where it is known.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := settings["vcs.revision"]
	if commit == "" {
		return ""
	}
	if settings["vcs.modified"] == "true" {
		commit += "+changes"
	}
	return " (" + commit + ")"
}
