// Package baseline has lists of known diagnostics, which are not reported again: how diagnostics
// are compared with a list, and the format of its file.
package baseline
