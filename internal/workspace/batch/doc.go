// Package batch checks many files without holding them all: what is known from a cache
// on disk is taken from there, the others are checked a few at a time, those first that
// others import. What is found does not depend on the cache, on the number of threads or
// on how files are put together: it is what workspace.Snapshot.Check finds in all of them
// at once.
//
// A file's findings are kept under a key that names all that they depend on: its text
// and its name, those of all files that it sees, the configuration and the rules of each
// of them, whether another file imports it, and this build of fraccheck (key.go). Most are
// found by what imports show, too, so that edits of bodies leave them known (signed.go);
// then imports are looked at first (order.go). What is found in files by themselves
// (single.go) is kept in the same way, under keys of its own.
//
// Paths and a snapshot go in, a report comes out; its findings hold texts and no trees.
// Read batch.go first.
package batch
