// Package output writes results in the formats of --format: diagnostics, outcomes of evaluation
// comments, values, matches of rules, and patches.
//
// A format is a function from results to a console.Console; the tables of format.go name them.
// Formats for people (text, short) show text of users through console.Printable. Formats for
// programs (json, and those that other tools defined: SARIF, JUnit, Checkstyle, Reviewdog,
// GitLab, GitHub) hold it as it is, encoded as the format wants. Each type of JSON has its
// schema in docs/schema; the types of the foreign formats cite their specifications.
//
// The text format (text.go) shows a diagnostic with the lines of its source:
//
//	file:line:column: severity[code]: message
//	   |
//	 3 | let %x = %y
//	   |          ^^ -- marks are under the columns that a terminal shows (line.go)
//	   = note: …
//
// Read format.go first, then text.go and json.go, on whose types the others build.
package output
