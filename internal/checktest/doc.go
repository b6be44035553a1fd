// Package checktest runs checks over programs that say themselves what is to be
// found in them, in the manner of analysistest. It is the one driver of such
// tests: a package's runner is a call of Programs or Archives.
//
// A text goes in and becomes a Program: its module, and what parser, type checker
// and the given analyzers say of each item (program.go). Expectations are comments
// (expect.go); programs whose fixes are tried are archives (archive.go). Read
// expect.go first.
package checktest
