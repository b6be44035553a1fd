package main

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what the commands print into the scripts")

func TestMain(m *testing.M) {
	if os.Getenv(cacheVariable) == "" { // scripts have caches of their own
		os.Setenv(cacheVariable, "off")
	}
	testscript.Main(m, map[string]func(){"fraccheck": func() { os.Exit(run(os.Args[1:], deadly)) }})
}

// TestScripts runs the command line as a user does; each script is a small
// project with the commands and what they print.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv(cacheVariable, filepath.Join(e.WorkDir, ".tmp", "cache"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
			"bytes":  writeBytes,
			"schema": schema,
			"sarif":  sarifLogIsValid,
			"junit":  junitReportIsValid,
			"worker": askWorker,

			"cacheserver": serveCache,
		},
	})
}

// status runs a command and compares its exit status: `status 2 fraccheck …`.
func status(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: status N command [arg…]")
	}
	want, got := args[0], "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		got = exitStatus(err)
	}
	if got != want {
		ts.Fatalf("exit status %s, want %s", got, want)
	}
}

// writeBytes makes a file that no archive can hold: `bytes FILE '\xff\xfe'`.
func writeBytes(ts *testscript.TestScript, _ bool, args []string) {
	text, err := strconv.Unquote("\"" + args[1] + "\"")
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

func readScriptFile(ts *testscript.TestScript, name string) []byte {
	if name == "stdout" {
		return []byte(ts.ReadFile("stdout"))
	}
	data, err := os.ReadFile(ts.MkAbs(name))
	ts.Check(err)
	return data
}
