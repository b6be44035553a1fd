// Package reference finds what names of programs stand for: where an object is
// declared, and where else in a workspace it is named. It owns the question which
// files may name an object, so that only these are read and checked.
//
// In go files of a snapshot and objects of the checker; out come places: a file
// and a span of bytes in it. It knows no protocol, keeps nothing but outlines and names,
// and may be used from several goroutines.
//
// Read finder.go first (where things are declared), then uses.go (where they are
// named). Which nodes are names, and which of their bytes are the name, is in
// name.go; what a file declares and mentions before it is checked in outline.go, and what all files
// declare, by name, in exports.go.
package reference
