package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/fraccheck/fraccheck/workspace"
)

type versionCommand struct{}

func (*versionCommand) Run(env *environment) error {
	fmt.Fprintf(env.stdout, "fraccheck %s%s %s %s/%s\n",
		workspace.Version(), revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
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
