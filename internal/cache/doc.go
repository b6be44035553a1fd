// Package cache keeps results on disk, in a directory that several processes may use
// at once: bytes by a key that names all that they were made of. What is read is what
// was written or nothing: entries that are torn, damaged or of another format are not
// there. Nothing waits for anybody, and a process that is killed leaves at most a
// temporary file.
//
// A directory holds segments: files that never change, each with the entries that one
// process added, in the order of their keys (segment.go). What is used of an old
// segment is added anew, so that the oldest segments hold what is not used; these are
// removed where the directory becomes larger than its budget (tidy.go).
//
// Read store.go first.
package cache
