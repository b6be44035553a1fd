//go:build race

package interp

// The race detector makes runs some ten times slower, and sees the same accesses in fewer
// of them.
const underRace, effort = true, 8
