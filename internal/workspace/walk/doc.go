// Package walk finds the files that the arguments of a command name, leaving out what lists of
// ignored files and configurations leave out.
package walk
