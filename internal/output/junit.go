package output

import (
	"bytes"
	"encoding/xml"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// JUnit's reports have no schema of their own; these are the elements and attributes
// that the readers of CI systems share (junit_test.go has them as a table).
type junitSuites struct {
	XMLName xml.Name `xml:"testsuites"`
	Name    string   `xml:"name,attr"`
	junitCounts
	Suites []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name string `xml:"name,attr"`
	junitCounts
	Skipped int         `xml:"skipped,attr"`
	Cases   []junitCase `xml:"testcase"`
}

// junitCounts state how tests ended; errors are those that could not be run to their end.
type junitCounts struct {
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Time     junitSeconds `xml:"time,attr,omitempty"`
}

// junitSeconds are seconds, written without an exponent.
type junitSeconds float64

func (s junitSeconds) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%.6f", float64(s)), nil }

// junitCase has at most one of a failure, an error and a word on why it was skipped.
type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Line    int           `xml:"line,attr,omitempty"`
	Time    junitSeconds  `xml:"time,attr,omitempty"`
	Skipped *junitSkip    `xml:"skipped"`
	Error   *junitFailure `xml:"error"`
	Failure *junitFailure `xml:"failure"`
}

type junitSkip struct {
	Message string `xml:"message,attr"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// add puts a case into the suite of its class, which is the last one or new: those of a class
// follow each other.
func (out *junitSuites) add(c junitCase) {
	if n := len(out.Suites); n == 0 || out.Suites[n-1].Name != c.Class {
		out.Suites = append(out.Suites, junitSuite{Name: c.Class})
	}
	s := &out.Suites[len(out.Suites)-1]
	s.Cases = append(s.Cases, c)
	if c.Skipped != nil {
		s.Skipped++
	}
	s.count(c)
	out.count(c)
}

func (n *junitCounts) count(c junitCase) {
	n.Tests++
	n.Time += c.Time
	switch {
	case c.Failure != nil:
		n.Failures++
	case c.Error != nil:
		n.Errors++
	}
}

// writeJUnit writes a suite for each file with findings, in which each is a failed test.
// Where there are none, one test passes: a report without tests looks like one of a run
// that did not happen.
func writeJUnit(con *console.Console, report *workspace.Report) error {
	out := junitSuites{Name: "fraccheck"}
	for _, f := range report.Findings {
		c := junitCaseOf(f.Place, string(f.Code))
		c.Failure = junitFailureOf(f, f.Severity.String())
		out.add(c)
	}
	if len(report.Findings) == 0 {
		out.add(junitCase{Class: "fraccheck", Name: console.Count(report.Files, "file", "files") + " checked"})
	}
	return encodeXML(con.Stdout, out)
}

// junitCaseOf is a test that is named after its place.
func junitCaseOf(p workspace.Place, name string) junitCase {
	start, _ := p.Range()
	file := console.Printable(p.Source.Name)
	return junitCase{Class: file, Name: fmt.Sprintf("%s at %d:%d", name, start.Line, start.Column), File: file, Line: start.Line}
}

func junitFailureOf(f workspace.Finding, kind string) *junitFailure {
	return &junitFailure{Message: console.PrintableLines(f.Message), Type: kind, Text: fmt.Sprintf("%s: %s", At(f.Place), console.PrintableLines(noted(f)))}
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
