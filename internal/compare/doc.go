// Package compare compares two versions of programs: diagnostics that are new or fixed, and
// bounds of costs that got worse.
//
// A version is a file or a directory, a revision in git, or a report that was saved as JSON. Each
// becomes a side: its diagnostics and its bounds, by what both versions call a file. A file that
// one side alone has and that is alike to one of the other (by its lines, as git finds renamed
// files) is the same file under another name.
//
// Diagnostics are compared as multisets of file, code and message: a line that was moved is no
// difference, and a second diagnostic of one kind is one. Bounds are compared as functions of the
// sizes, by how they grow: "greater" holds if the new bound is not O(old). Constants do not
// matter. What cannot be decided is said to be unknown, and is no regression.
//
// What one side cannot know (a submodule that was not fetched, files that a sparse checkout
// leaves out) is taken out of both.
//
// Read comparison.go first, then side.go; text.go, summary.go and markdown.go write the result.
package compare
