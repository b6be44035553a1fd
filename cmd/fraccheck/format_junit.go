package main

import (
	"bytes"
	"encoding/xml"
	"fmt"

	"github.com/fraccheck/fraccheck/workspace"
)

// JUnit's reports have no schema of their own; these are the elements and attributes
// that the readers of CI systems share.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Line    int           `xml:"line,attr,omitempty"`
	Failure *junitFailure `xml:"failure"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a suite for each file with findings, in which each is a failed test.
// Where there are none, one test passes: a report without tests looks like one of a run
// that did not happen.
func writeJUnit(env *environment, report *workspace.Report) error {
	out := junitSuites{Name: "fraccheck", Tests: len(report.Findings), Failures: len(report.Findings)}
	for _, f := range report.Findings {
		if n := len(out.Suites); n == 0 || out.Suites[n-1].Name != printable(f.Source.Name) {
			out.Suites = append(out.Suites, junitSuite{Name: printable(f.Source.Name)})
		}
		s := &out.Suites[len(out.Suites)-1]
		s.Cases = append(s.Cases, junitCaseOf(f))
		s.Tests, s.Failures = len(s.Cases), len(s.Cases)
	}
	if len(report.Findings) == 0 {
		clean := junitCase{Class: "fraccheck", Name: count(report.Files, "file", "files") + " checked"}
		out.Tests, out.Suites = 1, []junitSuite{{Name: "fraccheck", Tests: 1, Cases: []junitCase{clean}}}
	}
	return encodeXML(env.stdout, out)
}

func junitCaseOf(f workspace.Finding) junitCase {
	start, _ := f.Range()
	file := printable(f.Source.Name)
	return junitCase{
		Class: file, Name: fmt.Sprintf("%s at %d:%d", f.Code, start.Line, start.Column), File: file, Line: start.Line,
		Failure: &junitFailure{Message: printableLines(f.Message), Type: f.Severity.String(), Text: fmt.Sprintf("%s: %s", at(f.Place), printableLines(noted(f)))},
	}
}

// encodeXML writes a document. Characters that XML has no way to write stand as U+FFFD.
func encodeXML(out *bytes.Buffer, value any) error {
	out.WriteString(xml.Header)
	encoder := xml.NewEncoder(out)
	encoder.Indent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return err
	}
	out.WriteByte('\n')
	return nil
}
