package output

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// annotations are the commands that show a severity in a workflow of GitHub.
var annotations = map[string]string{
	codes.Error.String(): "error", codes.Warning.String(): "warning", codes.Info.String(): "notice", codes.Hint.String(): "notice",
}

// AnnotationText escapes the message of a workflow's command, and annotationValue a value of it:
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
var (
	AnnotationText  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	annotationValue = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// Annotation is the command of a workflow that shows a finding with its notes.
func (d Diagnostic) Annotation() string {
	return fmt.Sprintf("::%s file=%s,line=%d,col=%d,endLine=%d,endColumn=%d,title=%s::%s",
		annotations[d.Severity], console.Printable(annotationValue.Replace(d.File)), d.Range.Start.Line, d.Range.Start.Column,
		d.Range.End.Line, d.Range.End.Column, annotationValue.Replace(string(d.Code)), AnnotationText.Replace(console.PrintableLines(d.noted())))
}

// noted is the message with the notes, as noted has it of a finding; those of a report that
// was read from a file are values of JSON.
func (d Diagnostic) noted() string {
	lines := []string{d.Message}
	if node := sourcefile.NodeText(d.Data); node != "" {
		lines[0] = node + ": " + d.Message
	}
	switch notes := d.Data["notes"].(type) {
	case []string:
		lines = append(lines, notes...)
	case []any:
		for _, note := range notes {
			lines = append(lines, fmt.Sprint(note))
		}
	}
	return strings.Join(lines, "\n")
}

// writeGitHub writes findings as annotations of a workflow.
func writeGitHub(con *console.Console, report *workspace.Report) error {
	for _, f := range report.Findings {
		fmt.Fprintln(con.Stdout, DiagnosticOf(f).Annotation())
	}
	return nil
}

// A gitLabIssue is an entry of a report of code quality:
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
type gitLabIssue struct {
	Description string         `json:"description"`
	CheckName   codes.Code     `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitLabLocation `json:"location"`
}

type gitLabLocation struct {
	Path  string      `json:"path"`
	Lines gitLabLines `json:"lines"`
}

type gitLabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

var gitLabSeverities = map[codes.Severity]string{codes.Error: "critical", codes.Warning: "major", codes.Info: "minor", codes.Hint: "info"}

func writeGitLab(con *console.Console, report *workspace.Report) error {
	out := []gitLabIssue{}
	prints := sourcefile.Fingerprints(report.Findings)
	for i, f := range report.Findings {
		start, end := f.Range()
		out = append(out, gitLabIssue{
			noted(f), f.Code, prints[i], gitLabSeverities[f.Severity], gitLabLocation{f.Source.Name, gitLabLines{start.Line, end.Line}},
		})
	}
	return EncodeJSON(con.Stdout, out)
}
