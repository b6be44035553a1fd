// Package evaluate owns what the command line and the editor share about
// running programs: what a file has to run, the evaluation comments in it and
// whether they pass, arguments from outside, and where a fault lies.
//
// A workspace.Snapshot and a path go in; Outcomes come out. Package
// evaluate/worker runs the same in a child process.
//
// Read comment.go first (the evaluation comments of a file), then program.go (what is run),
// judge.go (whether a comment passes) and expected_value.go (how an expected value is
// read). Before anything is run, runnability.go says what cannot be, and
// fingerprint.go how long a result holds.
package evaluate
