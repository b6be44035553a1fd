// Package arch holds the tests of the module's structure: which package may
// import which, that every package says what it is for, and that no file names
// the machine that it was written on.
package arch
