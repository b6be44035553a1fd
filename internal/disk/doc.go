// Package disk owns how files of the machine are read and written: what is read is a
// regular file of a bounded size, whoever put it there, and what is written is there
// whole or not at all.
//
// Read read.go first.
package disk
