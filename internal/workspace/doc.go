// Package workspace owns what stands between files and the language: reading
// them, finding them in directories, the programs inside documents, imports,
// configuration, suppressions, and running every check over them.
//
// A Snapshot is the state of all files at one moment. It never changes; With
// gives the next one. What it finds comes out as Findings, whose positions are
// those of the file, in an order that does not depend on how many threads
// looked for them.
//
// Read snapshot.go first, then source.go (what a file is), imports.go (how names
// meet), check.go (how checks run), finding.go (what comes out), previous.go with
// item_cache.go (what an edit leaves as it was), and sign.go with signed.go (checks
// without the texts of what is imported).
package workspace
