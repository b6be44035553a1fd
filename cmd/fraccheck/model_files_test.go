package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestModelFiles runs scripts on the models of the examples.
func TestModelFiles(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/models", Cmds: map[string]func(*testscript.TestScript, bool, []string){"schema": schema}, Setup: func(env *testscript.Env) error {
		return os.CopyFS(filepath.Join(env.WorkDir, "examples"), os.DirFS("../../examples"))
	}})
}
