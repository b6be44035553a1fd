// Package rangecheck owns the check of numbers that leave their range: results that are
// infinite, NaN, wrapped, or without a correct digit.
//
// An item's typed tree goes in, and diagnostics come out. Each has arguments in the ranges of
// the parameters (package declared) that were run and show it: package witness searches for
// them, and the interpreter confirms them here. What was not seen is not reported.
//
// Read analyzer.go first, then report.go.
package rangecheck
