package output

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// formats are the writers of one kind of results, by the value of --format. They are made where they
// are used: the linker keeps all that a variable of a package names, in every program.
type formats[T any] map[string]func(*console.Console, T) error

// WriteReport writes the diagnostics of files.
func WriteReport(con *console.Console, format string, report *workspace.Report) error {
	return formats[*workspace.Report]{
		"text":   writeText,
		"short":  writeShort,
		"json":   writeJSON,
		"github": writeGitHub,

		"sarif":      logged(summary, writeSARIF),
		"junit":      logged(summary, writeJUnit),
		"checkstyle": logged(summary, writeCheckstyle),
		"rdjson":     logged(summary, writeRDJSON),
		"gitlab":     logged(summary, writeGitLab),
	}[format](con, report)
}

// WriteTest writes the outcomes of evaluation comments and of examples of rules. Formats that have
// diagnostics alone get those of what failed.
func WriteTest(con *console.Console, format string, report TestReport) error {
	return formats[TestReport]{
		"text":  writeOutcomes,
		"json":  writeOutcomesJSON,
		"junit": logged(TestReport.logLine, writeOutcomesJUnit),

		"short":      logged(TestReport.logLine, asDiagnostics(writeShort)),
		"github":     logged(TestReport.logLine, asDiagnostics(writeGitHub)),
		"sarif":      logged(TestReport.logLine, asDiagnostics(writeSARIF)),
		"checkstyle": logged(TestReport.logLine, asDiagnostics(writeCheckstyle)),
		"rdjson":     logged(TestReport.logLine, asDiagnostics(writeRDJSON)),
		"gitlab":     logged(TestReport.logLine, asDiagnostics(writeGitLab)),
	}[format](con, report)
}

// WriteResults writes the values of expressions.
func WriteResults(con *console.Console, format string, results []Result) error {
	return formats[[]Result]{"text": writeValues, "json": writeResultsJSON}[format](con, results)
}

// WriteMatches writes where rules match.
func WriteMatches(con *console.Console, format string, report MatchReport) error {
	return formats[MatchReport]{"text": writeMatchesText, "json": writeMatchesJSON}[format](con, report)
}

// logged writes a line on standard error too: what goes to a file for another program is not
// seen in the log of a job.
func logged[T any](line func(T) string, write func(*console.Console, T) error) func(*console.Console, T) error {
	return func(con *console.Console, what T) error {
		fmt.Fprintln(con.Stderr, "fraccheck: "+line(what))
		return write(con, what)
	}
}

// asDiagnostics writes what failed in a test as a report of diagnostics.
func asDiagnostics(write func(*console.Console, *workspace.Report) error) func(*console.Console, TestReport) error {
	return func(con *console.Console, r TestReport) error { return write(con, r.failures()) }
}
