package main

import (
	"bytes"
	"encoding/json"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/rogpeppe/go-internal/testscript"
)

// sarifLogIsValid holds what a command printed against the official schema of SARIF 2.1.0:
// `sarif stdout`. Properties that the format does not know are mistakes too.
func sarifLogIsValid(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: sarif FILE")
	}
	text := readScriptFile(ts, args[0])
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	ts.Check(decoder.Decode(&sarif.Report{}))
	report, err := sarif.FromBytes(text)
	ts.Check(err)
	for _, run := range report.Runs { // what the library writes where a log says nothing
		run.Language, run.Tool.Driver.Language, run.NewlineSequences = "en-US", "en-US", []string{"\r\n", "\n"}
	}
	ts.Check(report.Validate())
}
