package main

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

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
	prints := workspace.Fingerprints(report.Findings)
	for i, f := range report.Findings {
		start, end := f.Range()
		out = append(out, gitLabIssue{
			noted(f), f.Code, prints[i], gitLabSeverities[f.Severity], gitLabLocation{f.Source.Name, gitLabLines{start.Line, end.Line}},
		})
	}
	return encode(con.Stdout, out)
}
