// Package evaluate owns what the command line and the editor share about
// running programs: what a file has to run, the evaluation comments in it and
// whether they hold, arguments from outside, and where a fault lies.
//
// A workspace.Snapshot and a path go in; Outcomes come out. Package
// evaluate/worker runs the same in a child process.
//
// Read claim.go first (what a file claims), then program.go (what is run),
// judge.go (whether a claim holds) and expected_value.go (how an expected value is
// read). Before anything is run, runnability.go says what cannot be, and
// fingerprint.go how long a result holds.
package evaluate
