// Package workspace joins files to programs and checks them: imports between files, the
// configuration and rules that hold for each, and what of an earlier check an edit leaves as it
// was.
//
// A Snapshot is the state of all files at one moment. It never changes; With returns the next
// one, which shares with it the files that the change does not reach. What a check finds comes
// out as Findings, whose positions are those of the file, in an order that does not depend on
// how many goroutines looked for them.
//
// The packages below this one know no snapshot: sourcefile (what a single file is), config,
// ruleset, suppress, language, walk. Those above are its callers: convert, cost, definition,
// fixer, picture, ruleuse.
//
// Read snapshot.go first, then entry.go (a file in a snapshot), imports.go (how names meet),
// check.go (how checks run), previous.go with item_cache.go (what an edit leaves as it was), and
// sign.go with signed.go (checks without the texts of what is imported).
package workspace
