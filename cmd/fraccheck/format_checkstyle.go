package main

import (
	"encoding/xml"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A checkstyleReport is a report as Checkstyle writes it:
// https://checkstyle.org/apidocs/com/puppycrawl/tools/checkstyle/XMLLogger.html
type checkstyleReport struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// checkstyleVersion is the version of Checkstyle whose reports these are like.
const checkstyleVersion = "8.0"

var checkstyleSeverities = map[codes.Severity]string{codes.Error: "error", codes.Warning: "warning", codes.Info: "info", codes.Hint: "info"}

func writeCheckstyle(con *console.Console, report *workspace.Report) error {
	out := checkstyleReport{Version: checkstyleVersion}
	for _, f := range report.Findings {
		if n := len(out.Files); n == 0 || out.Files[n-1].Name != console.Printable(f.Source.Name) {
			out.Files = append(out.Files, checkstyleFile{Name: console.Printable(f.Source.Name)})
		}
		file := &out.Files[len(out.Files)-1]
		start, _ := f.Range()
		file.Errors = append(file.Errors, checkstyleError{
			start.Line, start.Column, checkstyleSeverities[f.Severity], console.PrintableLines(noted(f)), "fraccheck." + string(f.Code),
		})
	}
	return encodeXML(con.Stdout, out)
}
