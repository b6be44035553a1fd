package main

import (
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemas is where the published schemas are.
var schemas, _ = filepath.Abs(filepath.Join("..", "..", "docs", "schema"))

// schema holds what a command printed against a published schema: `schema
// check.schema.json stdout`.
func schema(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: schema SCHEMA FILE")
	}
	compiled, err := jsonschema.NewCompiler().Compile(filepath.Join(schemas, args[0]))
	ts.Check(err)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(readScriptFile(ts, args[1])))
	ts.Check(err)
	if err := compiled.Validate(value); (err != nil) != neg {
		ts.Fatalf("%s: %v", args[0], err)
	}
}

func exitStatus(err error) string {
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return strconv.Itoa(exit.ExitCode())
	}
	return err.Error()
}
