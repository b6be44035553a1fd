// Package definition lists the definitions of a file and their types, and finds those that a run
// begins with. A top-level expression as TVM prints it counts as one.
package definition
