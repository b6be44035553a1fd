// Package reference gives the tests what the packages are held against: TVM's
// verdicts on small programs, its registry of operators, the documents that
// describe the language, and networks with a type comment on every expression.
//
// All of it lies in the folder shared/ beside the repository, which a clone
// does not have. The part that the tests need most is kept in testdata, with
// its sources and licences in testdata/SOURCES.md. Where the folder is, the
// whole is given; where it is not, the kept part, and the test's log says so.
//
// Read reference.go first. `go test ./internal/reference -update` draws the kept
// part again, where the folder is.
package reference
